package dev.sexton.engine.command;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.Printable;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.engine.model.SignalReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A reap for people: what was proved or what is in the way, and who was ended. */
final class ReapText {
  private static final int KNOWN_SHOWN_MAX = 8;
  private static final int FACTS_SHOWN_MAX = 10;
  private static final double MILLIS_PER_SECOND = 1_000.0;

  private final StringBuilder text = new StringBuilder();
  private final UserNames users = new UserNames();
  private final boolean explain;

  private ReapText(boolean explain) {
    this.explain = explain;
  }

  /**
   * The text, each line ended.
   *
   * @param explain whether to add the evidence
   */
  static String of(ReapReport report, boolean explain) {
    ReapText made = new ReapText(explain);
    made.headline(report);
    for (RunReport run : report.runs()) {
      made.run(run);
    }
    return made.text.toString();
  }

  private void headline(ReapReport report) {
    if (report.journals() == 0) {
      text.append("Proved: there is no run here, so nothing can be left of one.\n");
      return;
    }
    int ended = 0;
    int planned = 0;
    for (RunReport run : report.runs()) {
      for (ProcessReport process : run.processes()) {
        ended += process.fate() == Fate.ENDED ? 1 : 0;
        planned += process.fate() == Fate.PLANNED ? 1 : 0;
      }
    }
    long proved = report.runs().stream().filter(RunReport::verified).count();
    if (report.verified()) {
      text.append("Proved: nothing of ").append(runs(report.journals())).append(" is alive");
    } else if (report.dryRun() && report.reason().isEmpty()) {
      text.append("Dry run: nothing was signalled");
    } else {
      text.append(report.dryRun() ? "Dry run, would refuse (" : "Refused (")
          .append(report.reason().map(RefusalReason::jsonName).orElse(""))
          .append("): ")
          .append(report.journals() - proved)
          .append(" of ")
          .append(runs(report.journals()))
          .append(" cannot be proved gone");
    }
    if (planned > 0) {
      text.append("; ").append(planned).append(" would be ended");
    }
    text.append("; ").append(ended).append(" ended, ");
    text.append(report.remaining().size()).append(" left, ");
    text.append(seconds(report.elapsedMs())).append(".\n");
  }

  private static String runs(int count) {
    return count == 1 ? "1 run" : count + " runs";
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.2f s", millis / MILLIS_PER_SECOND);
  }

  private void run(RunReport run) {
    text.append("\nRun ").append(run.run());
    text.append(run.verified() ? ": proved gone" : refusal(run));
    if (run.runner().pid() != 0) {
      text.append("; runner ").append(run.runner());
    }
    if (run.blindWindowMs() >= 0) {
      text.append("; not watched for ").append(run.blindWindowMs()).append(" ms");
    }
    text.append("; ").append(run.scans()).append(" scan").append(run.scans() == 1 ? "" : "s");
    if (run.uncollected() > 0) {
      text.append("; ").append(run.uncollected()).append(" dead and not collected yet");
    }
    text.append(
        run.retired() ? "; journal removed" : "; journal kept: " + Printable.line(run.journal()));
    text.append('\n');
    settlement(run.settlement());
    List<ProcessReport> inTheWay = new ArrayList<>();
    List<ProcessReport> over = new ArrayList<>();
    for (ProcessReport process : run.processes()) {
      (process.fate().isAlive() ? inTheWay : over).add(process);
    }
    ended(over);
    reasons(run);
    inTheWay(inTheWay);
    if (explain) {
      evidence(run);
    }
  }

  private void settlement(Settlement settlement) {
    if (!settlement.certificate().isEmpty()) {
      text.append("  Certificate: ").append(settlement.certificate()).append('\n');
    }
    // With the evidence it stands there.
    if (!settlement.failure().isEmpty() && !explain) {
      text.append("  - ").append(settlement.failure()).append('\n');
    }
  }

  /** Only a dry run leaves neither a proof nor a reason. */
  private static String refusal(RunReport run) {
    return run.reasons().isEmpty() ? ": planned" : ": refused";
  }

  private void ended(List<ProcessReport> over) {
    if (over.isEmpty()) {
      return;
    }
    TextTable table = new TextTable("  ", "PID@TICKS", "NAME", "USER", "WHY THE RUN'S", "FATE");
    for (ProcessReport process : over) {
      table.row(
          process.identity().toString(),
          process.comm(),
          users.of(process.uid()),
          process.verdict().rule().jsonName(),
          fate(process));
    }
    text.append(table.text());
  }

  private static String fate(ProcessReport process) {
    StringBuilder fate = new StringBuilder(process.fate().text());
    List<String> signals = new ArrayList<>();
    for (SignalReport signal : process.signals()) {
      signals.add(
          signal.signal()
              + (signal.isDelivered() ? "" : " failed: " + signal.error())
              + " at "
              + signal.afterMs()
              + " ms");
    }
    if (!signals.isEmpty()) {
      fate.append(" (").append(String.join(", ", signals)).append(')');
    }
    if (process.fate().isAlive() && !process.note().isEmpty()) {
      fate.append("; ").append(process.note());
    }
    return fate.toString();
  }

  private void reasons(RunReport run) {
    for (RefusalReason reason : run.reasons()) {
      text.append("  ").append(reason.jsonName()).append(": ").append(reason.meaning());
      text.append("\n    To settle it: ").append(reason.remedy()).append('\n');
    }
    if (run.verified() || explain) {
      return;
    }
    List<String> facts = run.evidence();
    for (int i = 0; i < Math.min(facts.size(), FACTS_SHOWN_MAX); i++) {
      text.append("  - ").append(Printable.line(facts.get(i))).append('\n');
    }
    if (facts.size() > FACTS_SHOWN_MAX) {
      text.append("  ").append(TextTable.moreText(facts.size() - FACTS_SHOWN_MAX)).append('\n');
    }
  }

  private void inTheWay(List<ProcessReport> alive) {
    if (alive.isEmpty()) {
      return;
    }
    TextTable table =
        new TextTable("  ", "ALIVE", "NAME", "USER", "PARENT", "WHOSE", "RULE", "STATE");
    for (ProcessReport process : alive) {
      table.row(
          process.identity().toString(),
          process.comm(),
          users.of(process.uid()),
          Integer.toString(process.parentPid()),
          process.verdict().attribution().name().toLowerCase(Locale.ROOT),
          process.verdict().rule().jsonName(),
          fate(process));
    }
    text.append(table.text());
    known(alive);
  }

  private void known(List<ProcessReport> alive) {
    StringBuilder options = new StringBuilder();
    int count = 0;
    for (ProcessReport process : alive) {
      if (process.verdict().attribution() == Attribution.UNDECIDED && count++ < KNOWN_SHOWN_MAX) {
        options.append(" --known ").append(process.identity());
      }
    }
    if (count > 0) {
      text.append("  If you know that they are not the run's, reap again with");
      text.append(options).append(count > KNOWN_SHOWN_MAX ? " ...\n" : "\n");
    }
  }

  private void evidence(RunReport run) {
    text.append("  Identities checked by: ").append(run.identityStrength().jsonName());
    text.append('\n');
    for (String fact : run.evidence()) {
      text.append("  - ").append(Printable.line(fact)).append('\n');
    }
    for (String assumption : run.assumptions()) {
      text.append("  - assumed: ").append(assumption).append('\n');
    }
    for (ProcessReport process : run.processes()) {
      text.append("  ").append(process.identity()).append(' ').append(process.comm());
      text.append(": ").append(process.verdict().attribution().name().toLowerCase(Locale.ROOT));
      text.append(", ").append(process.verdict().rule().meaning());
      text.append(": ").append(Printable.line(process.verdict().evidence().text())).append('\n');
    }
  }
}
