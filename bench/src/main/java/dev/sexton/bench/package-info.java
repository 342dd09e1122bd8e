/** To be written. */
@NullMarked
package dev.sexton.bench;

import org.jspecify.annotations.NullMarked;
