package dev.sexton.bench;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.util.Statistics;

/** The figures of a run as text, with a Markdown table. */
final class ResultText {
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final int[] INTERVALS_MS = {10, 20, 25, 50};
  private static final int HOST = 1_000;
  private static final int BORN_PER_SECOND = 50;
  private static final int ONE = 1;
  private static final int MANY = 10;
  private static final int FULL_PASS_EVERY_S = 5;
  private static final double MEDIAN = 50;
  private static final double MS_PER_S = 1e3;
  private static final double NS_PER_MS = 1e6;
  private static final double NS_PER_S = 1e9;

  private final RunFacts facts;
  private final List<RunResult> results;
  private final StringBuilder text = new StringBuilder();

  ResultText(RunFacts facts, Collection<RunResult> results) {
    this.facts = facts;
    this.results =
        results.stream()
            .sorted(
                Comparator.comparing((RunResult r) -> name(r.getParams()))
                    .thenComparing(r -> r.getParams().getParamsKeys().toString())
                    .thenComparingLong(r -> number(r.getParams(), "foreign"))
                    .thenComparing(r -> parameters(r.getParams())))
            .toList();
    writeFacts();
    writeTable();
    writeShares();
  }

  private void writeFacts() {
    line("date        %s", facts.date());
    line("commit      %s", facts.commit());
    line("processor   %d x %s", facts.processors(), facts.processor());
    line("kernel      Linux %s", facts.kernel());
    line("jdk         %s", facts.jdk());
    line("load        %s when the run ended", facts.load());
    line("processes   %s", facts.ownPidNamespace() ? "own pid namespace" : "the host's namespace");
    line("options     %s", facts.options().isEmpty() ? "(defaults)" : facts.options());
    line("");
    line("For each operation: nanoseconds of wall time, of CPU time (the benchmark's thread and");
    line("the collector), and bytes allocated by the JVM. Times are medians of the iterations.");
    line("");
  }

  private void writeTable() {
    line("| benchmark | parameters | wall ns | least | most | CPU ns | B |");
    line("| --- | --- | --- | --- | --- | --- | --- |");
    for (RunResult each : results) {
      Statistics wall = each.getPrimaryResult().getStatistics();
      line(
          "| %s | %s | %s | %s | %s | %s | %s |",
          name(each.getParams()),
          parameters(each.getParams()),
          figure(wall.getPercentile(MEDIAN)),
          figure(wall.getMin()),
          figure(wall.getMax()),
          figure(secondary(each, CpuTimeProfiler.LABEL)),
          figure(secondary(each, ALLOCATED)));
    }
    line("");
  }

  /** What sampling takes of a core, from the CPU times above. */
  private void writeShares() {
    double quiet = cpuNs("SampleBenchmark.nothingBorn", 0);
    double withOne = cpuNs("SampleBenchmark.births", ONE);
    double withMany = cpuNs("SampleBenchmark.births", MANY);
    double full = cpuNs("ScanBenchmark.look", 0);
    if (Double.isNaN(quiet + withOne + withMany + full)) {
      return;
    }
    double fullShare = full / (FULL_PASS_EVERY_S * NS_PER_S);
    line("Share of a core at %d foreign processes, a run of 20:", HOST);
    line("");
    line(
        "| interval | quiet | %d foreign births/s | of it the full pass each %d s |",
        BORN_PER_SECOND, FULL_PASS_EVERY_S);
    line("| --- | --- | --- | --- |");
    for (int intervalMs : INTERVALS_MS) {
      double births = BORN_PER_SECOND * intervalMs / MS_PER_S;
      double sample =
          births < ONE
              ? quiet + births * (withOne - quiet)
              : withOne + (births - ONE) * (withMany - withOne) / (MANY - ONE);
      line(
          "| %d ms | %.2f %% | %.2f %% | %.2f %% |",
          intervalMs,
          100 * (quiet / (intervalMs * NS_PER_MS) + fullShare),
          100 * (sample / (intervalMs * NS_PER_MS) + fullShare),
          100 * fullShare);
    }
  }

  private double cpuNs(String name, long births) {
    for (RunResult each : results) {
      BenchmarkParams params = each.getParams();
      boolean ofMembers =
          params.getParamsKeys().contains("bornTo") && params.getParam("bornTo").equals("RUNNER");
      if (name(params).equals(name)
          && !ofMembers
          && number(params, "births") == births
          && number(params, "foreign") == HOST) {
        return secondary(each, CpuTimeProfiler.LABEL);
      }
    }
    return Double.NaN;
  }

  private static double secondary(RunResult result, String label) {
    for (Map.Entry<String, ?> each : result.getSecondaryResults().entrySet()) {
      if (each.getKey().endsWith(label)) {
        return ((Result<?>) each.getValue()).getStatistics().getPercentile(MEDIAN);
      }
    }
    return Double.NaN;
  }

  private static String name(BenchmarkParams params) {
    String name = params.getBenchmark();
    return name.substring(name.lastIndexOf('.', name.lastIndexOf('.') - 1) + 1);
  }

  private static String parameters(BenchmarkParams params) {
    StringBuilder all = new StringBuilder();
    for (String key : params.getParamsKeys()) {
      all.append(all.isEmpty() ? "" : ", ").append(key).append(' ').append(params.getParam(key));
    }
    return all.toString();
  }

  private static long number(BenchmarkParams params, String key) {
    return params.getParamsKeys().contains(key) ? Long.parseLong(params.getParam(key)) : 0;
  }

  private static String figure(double value) {
    if (Double.isNaN(value)) {
      return "-";
    }
    return String.format(Locale.ROOT, value < 100 ? "%.1f" : "%,.0f", value);
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
