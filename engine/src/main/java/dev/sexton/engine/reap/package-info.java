/**
 * Ending what is attributed, and proving it or refusing.
 *
 * <p>{@link dev.sexton.engine.reap.Reaper} is the entry. It opens each journal as a {@link
 * dev.sexton.engine.reap.RunCase}, looks at the host for all of them at once, lets each signal its
 * members through the one {@link dev.sexton.engine.reap.SignalGate}, and repeats until {@link
 * dev.sexton.engine.reap.Conclusion} has nothing left to doubt or the deadline has passed.
 */
@NullMarked
package dev.sexton.engine.reap;

import org.jspecify.annotations.NullMarked;
