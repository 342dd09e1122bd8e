/** Searches that leave nothing out: every order of everything that can happen, in a small world. */
@NullMarked
package dev.sexton.simulation.exhaustive;

import org.jspecify.annotations.NullMarked;
