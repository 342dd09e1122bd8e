/** Tests on the running kernel. */
@NullMarked
package dev.sexton.procfs.linux;

import org.jspecify.annotations.NullMarked;
