package dev.sexton.bench;

import dev.sexton.engine.census.Host;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** One line of {@code /proc/PID/stat} to one row, without reading the file. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH sets up before it runs
public class StatParserBenchmark {
  private static final String AFTER_NAME =
      " S 812 4711 4711 34816 4711 4194304 31415 926535 89 79 323 84 626 433 20 0 17 0 832795"
          + " 4294967296 10280 18446744073709551615 94489280512 94489284608 140732920752720 0 0 0"
          + " 0 4096 17663 0 0 0 17 1 0 0 0 0 0 94489296896 94489300992 94489313280"
          + " 140732920754176 140732920754210 140732920754210 140732920758252 0\n";

  @Param({"java", ") S 1 1 1 (("})
  public String comm;

  private final StatParser parser = new StatParser();
  private final ProcessTable table = new ProcessTable(1);
  private ByteBuffer line;
  private int length;

  @Setup
  public void setUp() throws Exception {
    int pid = Math.toIntExact(ProcessHandle.current().pid());
    byte[] bytes = (pid + " (" + comm + ')' + AFTER_NAME).getBytes(StandardCharsets.ISO_8859_1);
    length = bytes.length;
    line = ByteBuffer.allocateDirect(length).put(bytes).clear();
    try (Host host = Host.open()) {
      // Only reading somebody makes a row, and a line is parsed for the pid of its row.
      host.observer().scanner().readOne(pid, table);
    }
    if (parse() != ReadResult.OK || table.startTicks(0) != 832_795) {
      throw new IllegalStateException("the line is not parsed as it should be");
    }
  }

  @Benchmark
  public ReadResult parse() {
    return parser.parse(line, length, table, 0);
  }
}
