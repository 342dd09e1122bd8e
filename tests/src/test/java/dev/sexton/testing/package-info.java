/**
 * The kit's own tests: trees have the shapes that were asked for, and nothing outlives its world.
 */
@NullMarked
package dev.sexton.testing;

import org.jspecify.annotations.NullMarked;
