package dev.sexton.embedding;

import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.SignalReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a reap said, in a form that also comes out of another JVM. Prints as all of it, for failure
 * messages.
 *
 * @param lines as they go over a pipe
 */
record Told(List<String> lines) {

  private static final String NONE = "-";

  /** One run's result. */
  record Run(String id, boolean verified, List<RefusalReason> reasons) {}

  /** One process of a run's report. */
  record Fact(int pid, long startTicks, Rule rule, Fate fate, int signals) {}

  Told {
    lines = List.copyOf(lines);
  }

  static Told of(ReapReport report) {
    List<String> lines = new ArrayList<>();
    for (RunReport run : report.runs()) {
      List<String> reasons = run.reasons().stream().map(RefusalReason::name).toList();
      lines.add(
          "run %s %s %s"
              .formatted(
                  run.run(), run.verified(), reasons.isEmpty() ? NONE : String.join(",", reasons)));
      run.processes().forEach(process -> lines.add(line(process)));
      run.evidence().forEach(sentence -> lines.add("evidence " + sentence));
    }
    return new Told(lines);
  }

  private static String line(ProcessReport process) {
    long delivered = process.signals().stream().filter(SignalReport::isDelivered).count();
    return "process %d %d %s %s %d %s"
        .formatted(
            process.identity().pid(),
            process.identity().startTicks(),
            process.verdict().rule(),
            process.fate(),
            delivered,
            process.comm());
  }

  /** All runs, in the order of the report. */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (String line : lines) {
      String[] word = line.split(" ", -1);
      if (word[0].equals("run")) {
        List<RefusalReason> reasons = new ArrayList<>();
        for (String reason : word[3].equals(NONE) ? new String[0] : word[3].split(",", -1)) {
          reasons.add(RefusalReason.valueOf(reason));
        }
        runs.add(new Run(word[1], Boolean.parseBoolean(word[2]), reasons));
      }
    }
    return runs;
  }

  boolean verified() {
    return runs().stream().allMatch(Run::verified);
  }

  List<RefusalReason> reasons() {
    return runs().stream().flatMap(run -> run.reasons().stream()).distinct().sorted().toList();
  }

  /** What was said of a process, by its number. */
  Optional<Fact> of(int pid) {
    return facts().stream().filter(fact -> fact.pid() == pid).findFirst();
  }

  List<Fact> facts() {
    List<Fact> facts = new ArrayList<>();
    for (String line : lines) {
      String[] word = line.split(" ", 7);
      if (word[0].equals("process")) {
        facts.add(
            new Fact(
                Integer.parseInt(word[1]),
                Long.parseLong(word[2]),
                Rule.valueOf(word[3]),
                Fate.valueOf(word[4]),
                Integer.parseInt(word[5])));
      }
    }
    return facts;
  }

  @Override
  public String toString() {
    return String.join("\n", lines);
  }
}
