/** To be written. */
@NullMarked
package dev.sexton.engine;

import org.jspecify.annotations.NullMarked;
