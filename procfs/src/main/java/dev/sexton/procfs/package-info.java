/**
 * What the kernel says about processes, and the one way they are acted on.
 *
 * <h2>Seams and logic</h2>
 *
 * Two interfaces stand between this package and the kernel: {@link
 * dev.sexton.procfs.ProcFileSystem} reads, {@link dev.sexton.procfs.Pidfds} acts. Both are dumb:
 * they return bytes, numbers and negated errnos. Everything that could be wrong is decided above
 * them, in the classes of this package, so that a simulated kernel exercises the same code as the
 * real one, which is in {@code dev.sexton.procfs.linux}.
 *
 * <h2>What a scan is</h2>
 *
 * A scan lists thread-group leaders and reads each as it comes. It is not a snapshot: processes are
 * born and die while it runs, and one that is born behind the cursor is not seen. {@link
 * dev.sexton.procfs.ScanSummary} carries what is needed to judge it: whether the listing ascended,
 * whether the kernel may have begun the numbers anew, and how many listed numbers could not be
 * read. Each of those is also a row, with the reason: unreadable is never the same as absent, and
 * failing to look is a {@link dev.sexton.procfs.ProcfsException}, not an empty table.
 *
 * <h2>Units</h2>
 *
 * Start times and up-times are clock ticks since boot, as the kernel gives them in {@code
 * /proc/PID/stat} ({@code startTicks}); durations are nanoseconds ({@code …Ns}). No wall clock is
 * read here. Numbers of processes are those of the pid namespace that {@code /proc} was mounted in.
 *
 * <h2>Threads</h2>
 *
 * No class here is safe for use by two threads at a time unless it says so: buffers and columns are
 * reused so that a warm scan allocates nothing.
 */
@NullMarked
package dev.sexton.procfs;

import org.jspecify.annotations.NullMarked;
