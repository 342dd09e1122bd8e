package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.journal.DeathsEncoder;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.JournalStore;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageEventEncoder;
import dev.sexton.journal.LineageJournal;
import java.nio.file.Path;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Well-formed journals that say anything: whoever replays or checks one is told something, and in
 * no other way than documented.
 *
 * <p>{@code -Dsexton.fuzz.seconds=N} goes on for so long, {@code -Dsexton.seed=N} repeats a run.
 */
@Timeout(7_200)
class ReplayFuzzTest {
  private static final double SECONDS =
      Double.parseDouble(System.getProperty("sexton.fuzz.seconds", "3"));
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int RECORDS_MAX = 60;
  private static final int PIDS = 12;
  private static final int TICKS = 6;
  private static final int DEATHS_MAX = 4;

  private static final int[] INTERESTING = {
    0, 1, -1, 2, 300, 32_767, 32_768, 4_194_304, Integer.MAX_VALUE, Integer.MIN_VALUE
  };

  @TempDir Path temp;

  private final long seed = Long.getLong("sexton.seed", System.nanoTime());
  private final Random random = new Random(seed);

  @Test
  void whateverAJournalSaysItIsReplayed(TestReporter reporter) throws Exception {
    long executions = 0;
    long known = 0;
    JournalOptions plain = JournalOptions.defaults().withStore(JournalStore.PLAIN);
    for (long endNs = System.nanoTime() + (long) (SECONDS * NANOS_PER_SECOND);
        System.nanoTime() < endNs;
        executions++) {
      Path directory;
      try (LineageAppender journal = LineageJournal.create(temp, header(), plain)) {
        directory = journal.directory();
        int records = random.nextInt(RECORDS_MAX);
        for (int i = 0; i < records; i++) {
          append(journal);
        }
        known += replay(directory, executions);
        journal.discard();
      }
    }
    assertThat(known).isPositive();
    reporter.publishEntry("seed " + seed + ": " + executions + " journals");
  }

  private long replay(Path directory, long execution) {
    String repeat = "-Dsexton.seed=" + seed + ", execution " + execution;
    try {
      LineageReplay.Replayed replayed = LineageReplay.replay(directory);
      LineageCheck.check(directory);
      for (KnownProcess p : replayed.attributor().all()) {
        assertThat(p.pid()).as(repeat).isPositive();
        assertThat(p.verdict()).as(repeat).isNotNull();
      }
      return replayed.attributor().all().size();
    } catch (Exception e) {
      throw new AssertionError(repeat, e);
    }
  }

  private JournalHeader header() {
    return JournalHeader.builder("run", new UUID(1, 2))
        .runnerPid(pid())
        .runnerStartTicks(ticks())
        .runnerInode(ticks())
        .realUid(any())
        .savedUid(any())
        .ticksPerSecond(random.nextBoolean() ? 100 : any())
        .numbersPerSecondMax(random.nextBoolean() ? 100_000 : any())
        .pidMax(random.nextBoolean() ? 400 : any())
        .subreaperPid(pid())
        .subreaperStartTicks(ticks())
        .subreaperBeforeFirstFork(random.nextBoolean())
        .ancestryComplete(random.nextBoolean())
        .build();
  }

  private void append(LineageAppender journal) throws Exception {
    switch (random.nextInt(8)) {
      case 0, 1, 2 -> row(journal.birth());
      case 3 -> row(journal.change());
      case 4 -> {
        DeathsEncoder deaths = journal.deaths();
        for (int i = random.nextInt(DEATHS_MAX); i >= 0; i--) {
          deaths.add(pid(), ticks());
        }
      }
      case 5 ->
          journal
              .ancestor()
              .index(random.nextInt(3))
              .pid(pid())
              .startTicks(ticks())
              .runnerThread(pid());
      case 6 ->
          journal
              .commit()
              .flags(random.nextInt(1 << Byte.SIZE))
              .virtualBefore(number())
              .virtualAfter(number())
              .startTicks(ticks())
              .previousVirtualBefore(number())
              .previousStartTicks(ticks())
              .threads(any());
      default -> journal.event(random.nextBoolean() ? EventKind.RUNNER_GONE : EventKind.GAP);
    }
    journal.append();
  }

  private void row(LineageEventEncoder row) {
    row.pid(pid())
        .startTicks(ticks())
        .parentPid(pid())
        .parentStartTicks(ticks())
        .processGroup(pid())
        .session(pid())
        .state((byte) "SZTX".charAt(random.nextInt(4)))
        .flags(random.nextInt(1 << Character.SIZE))
        .listedUnderThread(pid())
        .pidfdInode(random.nextBoolean() ? 0 : ticks())
        .realUid(any())
        .savedUid(any());
  }

  private int pid() {
    return random.nextInt(20) == 0 ? any() : 1 + random.nextInt(PIDS);
  }

  private long ticks() {
    return random.nextInt(20) == 0 ? random.nextLong() : random.nextInt(TICKS);
  }

  private long number() {
    return random.nextInt(10) == 0 ? random.nextLong() : random.nextInt(2_000);
  }

  private int any() {
    return INTERESTING[random.nextInt(INTERESTING.length)];
  }
}
