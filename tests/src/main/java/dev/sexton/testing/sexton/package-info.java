/**
 * Real runners under the real sampler and the real reaper, for tests that tell a story in a few
 * lines.
 *
 * <p>{@link dev.sexton.testing.sexton.SampledRunner} samples a runner and reaps what it left from
 * this JVM; {@link dev.sexton.testing.sexton.NamespaceSexton} does the same inside a pid namespace.
 * Both end in a {@link dev.sexton.testing.sexton.ReapCheck}.
 */
@NullMarked
package dev.sexton.testing.sexton;

import org.jspecify.annotations.NullMarked;
