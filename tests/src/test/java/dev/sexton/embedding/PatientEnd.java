package dev.sexton.embedding;

import dev.sexton.engine.Scope;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Ends scopes on a host on which others are at work too: they are vouched for, and an end that they
 * alone kept from concluding is made again.
 */
final class PatientEnd {

  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration REFUSAL_DEADLINE = Duration.ofMillis(1500);
  private static final Duration OTHERS_LIMIT = Duration.ofSeconds(60);
  private static final Set<RefusalReason> OTHERS_FAULT =
      EnumSet.of(RefusalReason.UNATTRIBUTED_ORPHAN, RefusalReason.SCAN_INCONCLUSIVE);

  /**
   * The result.
   *
   * @param report the last one
   * @param told what it says, and after that what earlier ones said
   */
  record Ended(ReapReport report, Told told) {}

  private final Sleepers sleepers;

  PatientEnd(Sleepers sleepers) {
    this.sleepers = sleepers;
  }

  /** Expects a proof. */
  Ended prove(Scope scope) throws IOException, ReapTargetException {
    return prove(scope, options -> options);
  }

  /** The same, with other options. */
  Ended prove(Scope scope, UnaryOperator<ReapOptions> change)
      throws IOException, ReapTargetException {
    Ended ended = end(scope, change.apply(ReapOptions.DEFAULT.deadline(DEADLINE)));
    if (!ended.report().verified()) {
      throw new AssertionError("refused:\n" + ended.told());
    }
    return ended;
  }

  /** Expects a refusal. */
  Ended refuse(Scope scope) throws IOException, ReapTargetException {
    Ended ended = end(scope, ReapOptions.DEFAULT.deadline(REFUSAL_DEADLINE));
    if (ended.report().verified()) {
      throw new AssertionError("proved:\n" + ended.told());
    }
    return ended;
  }

  Ended end(Scope scope, ReapOptions options) throws IOException, ReapTargetException {
    Deadline deadline = Deadline.after(OTHERS_LIMIT);
    ReapOptions noGrace = options.grace(Duration.ZERO);
    List<String> earlier = new ArrayList<>();
    ReapReport report = scope.end(sleepers.vouchingFor(noGrace));
    while (areOnlyOthersInTheWay(report) && !deadline.passed()) {
      earlier.addAll(Told.of(report).lines());
      report = scope.end(sleepers.vouchingFor(noGrace));
    }
    List<String> lines = new ArrayList<>(Told.of(report).lines());
    earlier.removeIf(line -> line.startsWith("run "));
    lines.addAll(earlier);
    return new Ended(report, new Told(lines));
  }

  private boolean areOnlyOthersInTheWay(ReapReport report) {
    if (report.reasons().isEmpty() || !OTHERS_FAULT.containsAll(report.reasons())) {
      return false;
    }
    for (RunReport run : report.runs()) {
      for (var process : run.processes()) {
        int pid = process.identity().pid();
        ProcStat stat = ProcText.host().stat(pid);
        boolean gone = stat == null || stat.startTicks() != process.identity().startTicks();
        if (process.fate().isAlive() && !gone && !sleepers.isOther(pid)) {
          return false;
        }
      }
    }
    return true;
  }
}
