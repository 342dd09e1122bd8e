/** To be written. */
@NullMarked
package dev.sexton.testing;

import org.jspecify.annotations.NullMarked;
