/** Sexton's embedding API: the register of runs, scopes, and reaping. */
@NullMarked
package dev.sexton.engine;

import org.jspecify.annotations.NullMarked;
