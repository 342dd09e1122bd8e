package dev.sexton.bench;

import dev.sexton.engine.census.LineageReplay;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventDecoder;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.LineageReader;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A journal of 100,000 records, read and attributed; the figures are for one record. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH sets up before it runs
public class ReplayBenchmark {
  private static final int RECORDS = 100_000;
  private static final int FOREIGN = 1_000;

  /** Whether some 45 processes are undecided at any time, or none. */
  @Param({"false", "true"})
  public boolean orphans;

  private TempFolder root;
  private Path run;

  @Setup
  public void setUp() throws Exception {
    root = new TempFolder();
    try (LineageAppender journal = LineageJournal.create(root.path(), SyntheticSamples.header())) {
      SyntheticSamples samples = new SyntheticSamples(journal, orphans);
      samples.census(FOREIGN);
      while (journal.records() < RECORDS) {
        samples.birthAndCommit();
      }
      run = journal.directory();
    }
    LineageReplay.Replayed replayed = attributed();
    if (replayed.malformedRecords() != 0
        || replayed.report().records() < RECORDS
        || replayed.attributor().owned().size() < SyntheticSamples.MEMBERS
        || replayed.attributor().undecided().isEmpty() == orphans) {
      throw new IllegalStateException("the journal is not what was to be read: " + replayed);
    }
  }

  @TearDown
  public void tearDown() {
    root.close();
  }

  /** Reading alone: records found, their checksums compared. */
  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public long read() throws JournalException {
    LineageEventDecoder event = new LineageEventDecoder();
    try (LineageReader reader = LineageReader.open(run)) {
      while (reader.next(event)) {}
      return reader.report().records();
    }
  }

  @Benchmark
  @OperationsPerInvocation(RECORDS)
  public LineageReplay.Replayed attributed() throws JournalException {
    return LineageReplay.replay(run);
  }
}
