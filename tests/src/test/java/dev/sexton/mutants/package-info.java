/** The mutants, tried. */
@NullMarked
package dev.sexton.mutants;

import org.jspecify.annotations.NullMarked;
