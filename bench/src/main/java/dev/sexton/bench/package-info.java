/**
 * What Sexton costs, measured with JMH beside what else could look at processes.
 *
 * <p>Every benchmark makes the processes it looks at itself and ends them; {@code bench/run} puts
 * all of it into a pid namespace of its own where that is allowed, so that the number of foreign
 * processes is what the parameter says, nothing else is born meanwhile, and nothing survives.
 */
@NullMarked
package dev.sexton.bench;

import org.jspecify.annotations.NullMarked;
