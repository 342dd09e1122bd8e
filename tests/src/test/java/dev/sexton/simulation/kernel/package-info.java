/** The simulated kernel against the rules of Linux, and under the product's own readers. */
@NullMarked
package dev.sexton.simulation.kernel;

import org.jspecify.annotations.NullMarked;
