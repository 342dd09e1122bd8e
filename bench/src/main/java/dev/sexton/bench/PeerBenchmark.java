package dev.sexton.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/** One pass over everybody, as a Java program does it without Sexton. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PeerBenchmark {
  private static final Path PROC = Path.of("/proc");
  private static final String NUMBERS = "[0-9]*";

  /** The JDK's own, with what an identity needs: parent and start. */
  @Benchmark
  public int processHandles(Foreigners foreigners, Blackhole hole) {
    int seen = 0;
    for (Iterator<ProcessHandle> all = ProcessHandle.allProcesses().iterator(); all.hasNext(); ) {
      ProcessHandle process = all.next();
      hole.consume(process.parent());
      hole.consume(process.info().startInstant());
      seen++;
    }
    foreigners.requireSeen(seen);
    return seen;
  }

  /** The obvious: a string of each stat file, split. */
  @Benchmark
  public int readStrings(Foreigners foreigners, Blackhole hole) throws IOException {
    int seen = 0;
    try (DirectoryStream<Path> all = Files.newDirectoryStream(PROC, NUMBERS)) {
      for (Path process : all) {
        try {
          String stat = Files.readString(process.resolve("stat"));
          hole.consume(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
          seen++;
        } catch (NoSuchFileException e) {
          hole.consume(e); // it ended between the listing and the reading
        }
      }
    }
    foreigners.requireSeen(seen);
    return seen;
  }
}
