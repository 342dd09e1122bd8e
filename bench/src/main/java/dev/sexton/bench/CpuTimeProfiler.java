package dev.sexton.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of this JVM for each operation, which says what an operation costs also where others
 * keep the processors busy. The compiler and the collector are in it, and what a benchmark does
 * between operations unless it says that it does not count.
 */
public final class CpuTimeProfiler implements InternalProfiler {
  /** The name of the secondary result. */
  static final String LABEL = "cpu.norm";

  private static final LongAdder EXCLUDED_NS = new LongAdder();

  private long beforeNs;

  /** Made by JMH. */
  public CpuTimeProfiler() {}

  /** What the calling thread has used so far, to be compared with a later answer. */
  static long threadNs() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  /** So much was used by what is no part of an operation. */
  static void exclude(long ns) {
    EXCLUDED_NS.add(ns);
  }

  private static long countedNs() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime()
        - EXCLUDED_NS.sum();
  }

  @Override
  public String getDescription() {
    return "CPU time of the JVM for each operation";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    beforeNs = countedNs();
  }

  @Override
  public Collection<? extends Result<?>> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    long operations = result.getMetadata().getAllOps();
    double each = operations == 0 ? Double.NaN : (double) (countedNs() - beforeNs) / operations;
    return List.of(new ScalarResult(LABEL, each, "ns/op", AggregationPolicy.AVG));
  }
}
