/** Tests of the logic, on scripted file systems. */
@NullMarked
package dev.sexton.procfs;

import org.jspecify.annotations.NullMarked;
