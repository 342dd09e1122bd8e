/** Each kernel fact that is relied on, tried on the real kernel; and what is done without one. */
@NullMarked
package dev.sexton.facts;

import org.jspecify.annotations.NullMarked;
