package dev.sexton.bench;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostObserver;
import dev.sexton.engine.census.Reading;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** One pass over everybody. {@link PeerBenchmark} is the same by other means. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ScanBenchmark {
  /** This host, opened. */
  @State(Scope.Benchmark)
  @SuppressWarnings("NullAway.Init") // JMH sets up before it runs
  public static class Opened {
    private Host host;
    private HostObserver observer;
    private ProcessScanner scanner;
    private final ProcessTable table = new ProcessTable(1_000);

    @Setup
    public void setUp() throws Exception {
      host = Host.open();
      observer = host.observer();
      scanner = observer.scanner();
    }

    @TearDown
    public void tearDown() {
      observer.close();
      host.close();
    }
  }

  /** The listing and the reads alone. */
  @Benchmark
  public ProcessTable scan(Foreigners foreigners, Opened opened) throws ProcfsException {
    opened.scanner.scanAll(opened.table);
    foreigners.requireSeen(opened.table.rows());
    return opened.table;
  }

  /** As a sampler and a reaper look: what was seen is compared with what is known. */
  @Benchmark
  public Reading look(Foreigners foreigners, Opened opened) throws ProcfsException {
    return opened.observer.look(true);
  }
}
