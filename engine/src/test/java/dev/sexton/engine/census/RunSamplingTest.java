package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.model.Attribution;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.JournalStore;
import dev.sexton.procfs.Errno;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When a run is recorded on, and when it ends by itself. */
class RunSamplingTest {
  private static final long LATER_NS = 1;

  private final FakeHost fake = new FakeHost();

  @TempDir private Path root;

  /** With what happens when the census begins to list. */
  private RunSampling begin(Runnable atCensus) throws Exception {
    Host host = fake.open();
    fake.beforeListing = atCensus;
    RunSampling sampling =
        new RunSampling(
            host,
            root,
            SamplerOptions.DEFAULT,
            JournalOptions.defaults().withStore(JournalStore.PLAIN),
            SamplerListener.NONE);
    sampling.add(RunRequest.runner("run", fake.runner.pid));
    return sampling;
  }

  @Test
  void aRunnerThatCannotBeReadIsNotDead() throws Exception {
    try (RunSampling sampling = begin(() -> fake.runner.statError = -Errno.EMFILE)) {
      sampling.tick(fake.nanoTime() + LATER_NS);
      assertThat(sampling.isRecorded("run")).isTrue();

      fake.beforeListing = () -> {};
      fake.runner.statError = 0;
      sampling.pass(true);
      KnownProcess runner =
          Objects.requireNonNull(sampling.attributorOf("run").known(fake.runner.pid));
      assertThat(runner.attribution()).isEqualTo(Attribution.OWNED);

      fake.collect(fake.runner);
      sampling.tick(fake.nanoTime() + LATER_NS);
      assertThat(sampling.isRecorded("run")).isFalse();
    }
  }

  @Test
  void aRunnerThatIsGoneBeforeTheCensusIsDead() throws Exception {
    try (RunSampling sampling = begin(() -> fake.collect(fake.runner))) {
      sampling.tick(fake.nanoTime() + LATER_NS);
      assertThat(sampling.isRecorded("run")).isFalse();
    }
  }
}
