package dev.sexton.bench;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.ScalarResult;

/**
 * CPU time of the benchmark's threads and of the collector for each operation, which says what an
 * operation costs also where others keep the processors busy. The compiler's is left out: a program
 * that samples for hours has had it. So is what a benchmark says does not count.
 *
 * <p>The collector's is its wall time: the serial one stops this JVM and nobody else.
 */
public final class CpuTimeProfiler implements InternalProfiler {
  /** The name of the secondary result. */
  static final String LABEL = "cpu.norm";

  private static final String WORKER = "jmh-worker"; // as JMH 1.37 names its threads
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
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long ns = -EXCLUDED_NS.sum();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().contains(WORKER)) {
        ns += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
      }
    }
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      ns += TimeUnit.MILLISECONDS.toNanos(Math.max(0, collector.getCollectionTime()));
    }
    return ns;
  }

  @Override
  public String getDescription() {
    return "CPU time for each operation";
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
