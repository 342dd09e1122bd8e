package dev.sexton.bench;

import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageJournal;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a sample with one birth, and one with nothing but its commit, adds to a journal.
 *
 * <p>Iterations are short, each with a journal of its own: the files would fill a disk else.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH sets up before it runs
public class AppendBenchmark {
  private TempFolder root;
  private LineageAppender journal;
  private SyntheticSamples samples;

  @Setup(Level.Iteration)
  public void setUp() throws IOException, JournalException {
    root = new TempFolder();
    journal = LineageJournal.create(root.path(), SyntheticSamples.header());
    samples = new SyntheticSamples(journal, false);
    samples.census(0);
  }

  @TearDown(Level.Iteration)
  public void tearDown() {
    journal.close();
    root.close();
  }

  @Benchmark
  public void birthAndCommit() throws JournalException {
    samples.birthAndCommit();
  }

  @Benchmark
  public void commit() throws JournalException {
    samples.commit(0);
  }
}
