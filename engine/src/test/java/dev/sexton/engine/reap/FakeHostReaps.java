package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The real sampler and the real reaper on a host of a few scripted processes. */
abstract class FakeHostReaps {
  static final SamplerOptions BY_HAND = SamplerOptions.DEFAULT.withIntervalNs(60_000_000_000L);
  static final ReapOptions AT_ONCE =
      ReapOptions.DEFAULT.grace(Duration.ZERO).deadline(Duration.ofSeconds(2));
  static final int STRANGERS_USER = 2000;

  @TempDir Path folder;
  final FakeHost host = new FakeHost();
  Path root = Path.of("");
  Path run = Path.of("");

  @BeforeEach
  void ownTheFolder() throws Exception {
    host.reaper.realUid = (int) Files.getAttribute(folder, "unix:uid");
    root = folder.resolve("runs");
  }

  /** Records a run from its census on, with one sample after each step. */
  Path record(RunRequest request, Runnable... steps) throws Exception {
    try (Sampler sampler = new Sampler(host.open(), root, BY_HAND, SamplerListener.NONE)) {
      Path directory = sampler.add(request);
      for (Runnable step : steps) {
        step.run();
        sampler.sampleNow();
      }
      return directory;
    }
  }

  FakeTask recordAMember() throws Exception {
    FakeTask[] member = new FakeTask[1];
    run =
        record(
            RunRequest.runner("run", host.runner.pid),
            () -> member[0] = host.fork(host.runner).leads());
    return member[0];
  }

  ReapReport reap() throws Exception {
    return reap(AT_ONCE);
  }

  ReapReport reap(ReapOptions options) throws Exception {
    return Reaper.over(root).on(host::open).with(options).reap();
  }

  void assertRefused(ReapReport report, RefusalReason reason) {
    assertThat(report.verified()).isFalse();
    assertThat(report.reasons()).containsExactly(reason);
  }

  void assertUntouched() {
    assertThat(host.touched()).isEmpty();
  }

  /** Flips a bit in the fifth record: the header comes first, then ancestors, then the census. */
  void spoilARowOfTheCensus() throws Exception {
    List<Path> files;
    try (Stream<Path> listed = Files.list(run)) {
      files = listed.filter(Files::isRegularFile).toList();
    }
    int spoilt = 0;
    for (Path file : files) {
      byte[] bytes = Files.readAllBytes(file);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      int at = -1;
      for (int record = 0; record < 5; record++) {
        at = text.indexOf("SXJ1", at + 1);
        if (at < 0) {
          break;
        }
      }
      if (at >= 0) {
        bytes[at + 30] ^= 1;
        Files.write(file, bytes);
        spoilt++;
      }
    }
    assertThat(spoilt).isOne();
  }
}
