package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Readers beside a living writer see a prefix, without a gap. */
@Timeout(120)
@ParameterizedClass
@EnumSource(names = {"CHRONICLE", "PLAIN"})
final class LiveReadingTest {
  private static final int READINGS = 100;

  @Parameter JournalStore store = JournalStore.AUTO;

  @TempDir Path temp;

  @Test
  void aReaderSeesAPrefixThatHoldsAllAppendedBeforeItBegan() throws Exception {
    // Short files, so that many readings meet a roll.
    JournalOptions options = new JournalOptions(5_000, 16384, store);
    AtomicBoolean stop = new AtomicBoolean();
    AtomicLong acknowledged = new AtomicLong();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    try (LineageAppender appender = LineageJournal.create(temp, Fixtures.header("run"), options)) {
      Thread writer =
          new Thread(
              () -> {
                try {
                  while (!stop.get() && appender.records() < 200_000) {
                    appender.commit().startTicks(appender.records());
                    acknowledged.set(appender.append());
                  }
                } catch (Throwable t) {
                  failure.set(t);
                }
              });
      writer.start();
      try {
        for (int i = 0; i < READINGS; i++) {
          long before = acknowledged.get();
          try (LineageReader reader = LineageReader.open(appender.directory())) {
            reader.forEach(record -> {});
            ReadReport report = reader.report();
            assertThat(report.damaged()).as("reading %d: %s", i, report).isFalse();
            assertThat(report.records()).isEqualTo(report.lastSequence() + 1);
            assertThat(report.lastSequence()).isGreaterThanOrEqualTo(before);
          }
        }
      } finally {
        stop.set(true);
        writer.join();
      }
      assertThat(failure.get()).isNull();
      assertThat(Fixtures.read(appender.directory()).report().lastSequence())
          .isEqualTo(acknowledged.get());
    }
  }
}
