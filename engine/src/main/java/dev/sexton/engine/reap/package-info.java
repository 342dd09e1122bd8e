/** Ending what is attributed, and proving it or refusing. */
@NullMarked
package dev.sexton.engine.reap;

import org.jspecify.annotations.NullMarked;
