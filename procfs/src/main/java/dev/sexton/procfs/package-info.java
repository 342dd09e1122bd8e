/** To be written. */
@NullMarked
package dev.sexton.procfs;

import org.jspecify.annotations.NullMarked;
