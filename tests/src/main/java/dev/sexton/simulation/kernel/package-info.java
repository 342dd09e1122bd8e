/**
 * A simulated Linux kernel: what decides about lineage, identity and visibility of processes, as
 * deterministic steps on one thread, and the product's seams on top of it.
 *
 * <h2>What it is</h2>
 *
 * {@link dev.sexton.simulation.kernel.SimKernel} is pure mechanism: it does what it is told and
 * nothing by itself, has no randomness and no I/O. What takes two steps in Linux, so that somebody
 * can look in between, takes two here: a fork (a number first, a visible process later), the
 * release of a zombie, a signal (pending first, taken later), the end of a namespace's init.
 *
 * <p>{@link dev.sexton.simulation.kernel.SimProc}, {@link dev.sexton.simulation.kernel.SimPidfds}
 * and {@link dev.sexton.simulation.kernel.SimClock} show it to the product as text, numbers and
 * errnos. Before each of their calls {@link dev.sexton.simulation.kernel.KernelCalls} may let the
 * world move, or make the call fail.
 *
 * <h2>Sources</h2>
 *
 * The rules are those of Linux 6.18: kernel/pid.c (alloc_pid), kernel/fork.c (copy_process),
 * kernel/exit.c (forget_original_parent, find_new_reaper, exit_notify, release_task), kernel/sys.c
 * (setsid, setpgid, PR_SET_CHILD_SUBREAPER), kernel/signal.c (prepare_signal, complete_signal,
 * check_kill_permission), kernel/pid_namespace.c (zap_pid_ns_processes, pidns_install), fs/exec.c
 * (de_thread), fs/proc/base.c and fs/proc/array.c for what is shown.
 *
 * <h2>What it leaves out</h2>
 *
 * Terminals, ptrace, scheduling, the mapping of user ids in user namespaces, and signals other than
 * those named in {@link dev.sexton.simulation.kernel.SimSignal}. Threads of a process share user
 * ids, name and namespaces, and come and go in one step.
 *
 * <p>Numbers in the interface of {@code SimKernel} and {@code SimTask} are those of the outermost
 * pid namespace; what a reader in another one sees is translated. No class is thread-safe.
 */
@NullMarked
package dev.sexton.simulation.kernel;

import org.jspecify.annotations.NullMarked;
