package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunSampling;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.journal.JournalOptions;
import org.junit.jupiter.api.Test;

/** Runs whose end their own sampler has seen: what was born since is in nobody's way. */
class ReapSampledEndTest extends FakeHostReaps {
  /** The runner dies and leaves nothing; then somebody is born of whom nobody knows. */
  private FakeTask sampleToTheEnd() throws Exception {
    try (RunSampling sampling =
        new RunSampling(
            host.open(), root, BY_HAND, JournalOptions.defaults(), SamplerListener.NONE)) {
      run = sampling.add(RunRequest.runner("run", host.runner.pid));
      host.collect(host.runner);
      sampling.tick(host.nanoTime());
      assertThat(sampling.isIdle()).isTrue();
    }
    return host.fork(host.init).leads().user(host.shell.realUid);
  }

  @Test
  void whatTheSamplerSawToItsEndIsProvedWithoutAScan() throws Exception {
    FakeTask bornLater = sampleToTheEnd();

    ReapReport report = reap();

    assertThat(report.verified()).isTrue();
    assertThat(report.runs().get(0).scans()).isZero();
    assertThat(bornLater.isThere()).isTrue();
  }

  @Test
  void aSamplerFromWhomProcessesAreHiddenSawNoEnd() throws Exception {
    host.mountOptions = "rw,hidepid=2";
    sampleToTheEnd();

    assertThat(reap().verified()).isFalse();
  }

  @Test
  void aDamagedJournalShowsNoEnd() throws Exception {
    sampleToTheEnd();
    spoilARowOfTheCensus();

    ReapReport report = reap();

    assertThat(report.verified()).isFalse();
    assertThat(report.reasons()).contains(RefusalReason.JOURNAL_DAMAGED);
    assertThat(report.runs().get(0).scans()).as("looked at all the same").isPositive();
  }
}
