package dev.sexton.bench;

import dev.sexton.procfs.ProcfsException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One sample of one run, its journal records included, among so many foreign processes. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SampleBenchmark {
  /** A host on which nothing happens. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH sets up before it runs
  public static class Quiet {
    @Param({"100", "1000", "10000"})
    public int foreign;

    @Param("20")
    public int children;

    private SampledHost host;

    @Setup
    public void setUp() throws Exception {
      host = new SampledHost(foreign, children, SampledHost.BornTo.FOREIGN);
    }

    @TearDown
    public void tearDown() throws Exception {
      host.close();
    }
  }

  /** A host on which so many have been born, and as many have died, since the sample before. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH sets up before it runs
  public static class Births {
    @Param({"100", "1000", "10000"})
    public int foreign;

    @Param("20")
    public int children;

    @Param({"1", "10"})
    public int births;

    @Param({"FOREIGN", "RUNNER"})
    public String bornTo;

    private SampledHost host;
    private byte[] request;

    @Setup
    public void setUp() throws Exception {
      request = ShellTree.request(births);
      host = new SampledHost(foreign, children, SampledHost.BornTo.valueOf(bornTo));
    }

    @Setup(Level.Invocation)
    public void bear() throws IOException {
      host.bear(request);
    }

    @TearDown
    public void tearDown() throws Exception {
      host.close();
    }
  }

  @Benchmark
  public void nothingBorn(Quiet state) throws ProcfsException {
    state.host.sample();
  }

  @Benchmark
  public void births(Births state) throws ProcfsException {
    state.host.sample();
  }
}
