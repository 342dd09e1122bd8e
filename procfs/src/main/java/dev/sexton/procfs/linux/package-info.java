/**
 * The real kernel behind {@link dev.sexton.procfs.ProcFileSystem} and {@link
 * dev.sexton.procfs.Pidfds}, and the few other system calls that are needed.
 *
 * <p>The only package that knows native symbols. libc is called through jffi with one shape of
 * call, six 64-bit integers: no class is generated at run time, and no argument is lost (jnr-ffi
 * passes garbage as the sixth integer argument on x86-64, its issue 181).
 */
@NullMarked
package dev.sexton.procfs.linux;

import org.jspecify.annotations.NullMarked;
