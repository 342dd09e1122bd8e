package dev.sexton.engine.reap;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.procfs.Pidfds;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Sends one run's members what is due: first the polite signal, after the grace period the final
 * one, youngest first, so that children go before the parents that would replace them.
 */
final class SignalRound {
  private static final Comparator<Target> YOUNGEST_FIRST =
      Comparator.comparingLong((Target t) -> t.process().startTicks())
          .thenComparingInt(t -> t.process().pid())
          .reversed();

  private static final long SLICE_NS = 100_000_000;

  private final SignalGate gate;
  private final ReaperSelf self;
  private final ReapOptions options;
  private final ReapListener listener;

  SignalRound(SignalGate gate, ReaperSelf self, ReapOptions options, ReapListener listener) {
    this.gate = gate;
    this.self = self;
    this.options = options;
    this.listener = listener;
  }

  /** Makes a target of every living member; those that must not be touched are marked so. */
  void takeTargets(RunCase run, Set<KnownProcess> contested) {
    for (KnownProcess p : run.livingMembers()) {
      Target target = run.target(p);
      target.untouch();
      if (self.isSpared(p.identity())) {
        target.fate(Fate.SPARED);
      } else if (contested.contains(p)) {
        target.fate(Fate.NOT_TOUCHED);
        target.note("two runs that have nothing to do with each other both claim it");
      } else if (p.pid() == 1 || p.isKernelThread()) {
        target.fate(Fate.NOT_TOUCHED);
        target.note("never signalled, whatever a journal says");
        run.reasons().add(RefusalReason.JOURNAL_DAMAGED);
      }
    }
  }

  /** Whether the final signal is due. */
  boolean isFinal(RunCase run, long nowNs) {
    return options.graceNs() == 0
        || (run.termSinceNs() >= 0 && nowNs - run.termSinceNs() >= options.graceNs());
  }

  /**
   * Asks politely whoever was not asked yet. SIGCONT lets a stopped one hear it.
   *
   * @return how many took it
   */
  int askPolitely(RunCase run, long nowNs) {
    int asked = 0;
    continueSharers(run);
    for (Target target : open(run)) {
      if (!target.termSent() && gate.send(target, Signal.TERM) == SignalGate.Result.SENT) {
        gate.send(target, Signal.CONT);
        asked++;
      }
    }
    if (asked > 0) {
      listener.signalled(Signal.TERM.name(), asked);
      if (run.termSinceNs() < 0) {
        run.termSinceNs(nowNs);
      }
    }
    return asked;
  }

  /**
   * Whoever is stopped in a process group that strangers may be in goes on, before anybody is
   * ended. When the last process ends that ties a group to the rest of its session while somebody
   * in the group is stopped, the kernel sends SIGHUP to all of the group (kill_orphaned_pgrp in
   * kernel/exit.c): strangers would end on account of the reap.
   */
  private void continueSharers(RunCase run) {
    for (Target target : open(run)) {
      if (target.process().isStopped() && run.attributor().mayShareGroup(target.process())) {
        gate.send(target, Signal.CONT);
      }
    }
  }

  /**
   * Stops whoever was not stopped yet, so that nobody forks while the rest are found; but nobody in
   * a group that strangers may be in, for the reason that {@link #continueSharers} has.
   */
  int stop(RunCase run) {
    int stopped = 0;
    for (Target target : open(run)) {
      if (!target.stopSent()
          && !run.attributor().mayShareGroup(target.process())
          && gate.send(target, Signal.STOP) == SignalGate.Result.SENT) {
        stopped++;
      }
    }
    return stopped;
  }

  /** Kills whoever was not killed yet, and returns how many took it. */
  int kill(RunCase run) {
    int killed = 0;
    continueSharers(run);
    for (Target target : open(run)) {
      if (!target.killSent() && gate.send(target, Signal.KILL) == SignalGate.Result.SENT) {
        killed++;
      }
    }
    if (killed > 0) {
      listener.signalled(Signal.KILL.name(), killed);
    }
    return killed;
  }

  /** Targets that may still take a signal, youngest first. */
  static List<Target> open(RunCase run) {
    List<Target> open = new ArrayList<>();
    for (Target target : run.targets().values()) {
      Fate fate = target.fate();
      boolean touchable = fate == null || fate == Fate.NOT_IDENTIFIED || fate == Fate.NOT_PERMITTED;
      if (touchable && !target.process().isGone()) {
        open.add(target);
      }
    }
    open.sort(YOUNGEST_FIRST);
    return open;
  }

  /**
   * Waits until all of these have exited, or for so long.
   *
   * @return how many have not
   */
  static int awaitExits(
      Pidfds pidfds, List<Target> targets, long timeoutNs, LongSupplier nanoClock) {
    List<Target> waiting = new ArrayList<>();
    for (Target target : targets) {
      if (target.isOpen()) {
        waiting.add(target);
      }
    }
    long untilNs = nanoClock.getAsLong() + timeoutNs;
    long leftNs = timeoutNs;
    while (!waiting.isEmpty() && leftNs > 0 && !Thread.currentThread().isInterrupted()) {
      int count = waiting.size();
      int[] descriptors = new int[count];
      boolean[] exited = new boolean[count];
      for (int i = 0; i < count; i++) {
        descriptors[i] = waiting.get(i).pidfd();
      }
      // In slices: an interrupt does not end the system call.
      int result = pidfds.awaitExit(descriptors, count, Math.min(leftNs, SLICE_NS), exited);
      for (int i = count - 1; i >= 0 && result > 0; i--) {
        if (exited[i]) {
          waiting.remove(i).over();
        }
      }
      leftNs = untilNs - nanoClock.getAsLong();
    }
    return waiting.size();
  }
}
