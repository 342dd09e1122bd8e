/** To be written. */
@NullMarked
package dev.sexton.journal;

import org.jspecify.annotations.NullMarked;
