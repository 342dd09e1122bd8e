package dev.sexton.testing.sexton;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapListener;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ProcessWorld;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A reap from this JVM, about to be made. Immutable; each method returns one that goes about it in
 * another way.
 *
 * <p>What other people's daemons and their coming and going put in the way is put out of it: they
 * are vouched for, and a reap that they alone kept from concluding is made again.
 */
public final class ReapAttempt {

  private static final Duration GRACE = Duration.ofMillis(300);
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration REFUSAL_DEADLINE = Duration.ofMillis(1500);
  private static final Duration OTHERS_LIMIT = Duration.ofSeconds(60);
  private static final Set<RefusalReason> OTHERS_FAULT =
      EnumSet.of(RefusalReason.UNATTRIBUTED_ORPHAN, RefusalReason.SCAN_INCONCLUSIVE);

  private final ProcessWorld world;
  private final Reaper reaper;
  private final ReapOptions options;

  private ReapAttempt(ProcessWorld world, Reaper reaper, ReapOptions options) {
    this.world = world;
    this.reaper = reaper;
    this.options = options;
  }

  /** Of a journal root or a run's directory: a grace of 300 ms, a deadline of 10 s. */
  public static ReapAttempt over(ProcessWorld world, Path target) {
    ReapOptions options = ReapOptions.DEFAULT.grace(GRACE).deadline(DEADLINE);
    return new ReapAttempt(world, Reaper.over(target), options);
  }

  public ReapAttempt options(UnaryOperator<ReapOptions> change) {
    return new ReapAttempt(world, reaper, change.apply(options));
  }

  /** Goes straight to SIGKILL. */
  public ReapAttempt noGrace() {
    return options(before -> before.grace(Duration.ZERO));
  }

  /** A short deadline, for a doubt that will not go away. */
  public ReapAttempt expectingRefusal() {
    return options(before -> before.deadline(REFUSAL_DEADLINE));
  }

  public ReapAttempt listener(ReapListener listener) {
    return new ReapAttempt(world, reaper.listener(listener), options);
  }

  /** On a host that shows what the test wants. */
  public ReapAttempt on(Reaper.HostOpener hosts) {
    return new ReapAttempt(world, reaper.on(hosts), options);
  }

  public ReapAttempt endingTheRunnerToo() {
    return new ReapAttempt(world, reaper.endingTheRunnerToo(), options);
  }

  /** Reaps. */
  public ReapCheck go() {
    world.checkOrphansAreGated();
    OtherProcesses others = new OtherProcesses(world);
    Deadline deadline = Deadline.after(OTHERS_LIMIT);
    ReapCheck check = once(others);
    while (isOthersFault(check, others) && !deadline.passed()) {
      System.err.println("reaping again because of processes that are no test's:\n" + check);
      check = once(others).after(check);
    }
    return check;
  }

  private ReapCheck once(OtherProcesses others) {
    ReapOptions vouching = options;
    for (ReapOptions.Known other : others.all()) {
      vouching = vouching.vouchFor(other);
    }
    try {
      return ReapCheck.of(reaper.with(vouching).reap());
    } catch (IOException | ReapTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOthersFault(ReapCheck check, OtherProcesses others) {
    if (Collections.disjoint(check.reasons(), OTHERS_FAULT)) {
      return false;
    }
    for (ProcessFacts process : check.processes()) {
      boolean own = process.attribution() != Attribution.UNDECIDED || !others.mayBeOther(process);
      if (own && process.fate().isAlive()) {
        return false;
      }
    }
    return true;
  }
}
