package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapAttempt;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Records that are damaged, and records that must not be thrown away. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
class CasesRecordsTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final int DAMAGE_BYTES = 64;
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path root;

  @Test
  @Tag("case-77")
  void case77_oneDamagedJournalDoesNotHinderTheOthers() {
    reapWithOneDamaged(
        CasesRecordsTest::damagedInTheMiddle,
        true,
        damaged -> {
          assertThat(damaged.reasons()).containsExactly(RefusalReason.JOURNAL_DAMAGED);
          assertThat(damaged.evidence()).isNotEmpty();
        });
  }

  /**
   * What holds no header says nothing. If members of that run lived they would be doubts of the
   * others' too, so they are dead here.
   */
  @Test
  @Tag("case-77")
  void case77_oneEmptyJournalDoesNotHinderTheOthers() {
    reapWithOneDamaged(
        content -> new byte[0],
        false,
        damaged ->
            assertThat(damaged.reasons())
                .hasSize(1)
                .isSubsetOf(RefusalReason.JOURNAL_DAMAGED, RefusalReason.NO_SAMPLE));
  }

  private interface DamagedCheck {
    void accept(RunReport damaged);
  }

  private void reapWithOneDamaged(
      UnaryOperator<byte[]> damage, boolean allLive, DamagedCheck check) {
    try (ProcessWorld world = ProcessWorld.open()) {
      List<Actor> members = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        Actor runner = world.launcher().fork("R" + i);
        try (SampledRunner sampled = SampledRunner.onDemand(root, runner)) {
          members.add(runner.fork("member" + i));
          sampled.sample();
          members.add(runner.fork("escaped" + i, ForkOptions.none().setsid()));
          sampled.sample();
          sampled.killUnsampled();
        }
      }
      change(root.resolve("R2"), damage);
      if (!allLive) {
        world.actor("member2").kill9();
        world.actor("escaped2").kill9();
      }
      ReapCheck all = ReapAttempt.over(world, root).noGrace().options(o -> o.retire(false)).go();
      for (RunReport run : all.report().runs()) {
        if (run.run().equals("R2")) {
          check.accept(run);
        } else {
          assertThat(run.reasons()).as(run.run() + ": " + all).isEmpty();
        }
      }
      assertThat(all.report().runs()).hasSize(4);
      for (Actor member : members) {
        assertThat(member.isAlive()).as(member + ": " + all).isFalse();
      }
    }
  }

  /** Garbles what is well behind the header, however short the census is, and not the end. */
  private static byte[] damagedInTheMiddle(byte[] content) {
    int end = content.length;
    while (content[end - 1] == 0) {
      end--;
    }
    byte[] damaged = content.clone();
    int begin = end - end / 4;
    for (int at = begin; at < begin + DAMAGE_BYTES; at++) {
      damaged[at] ^= 0x55;
    }
    return damaged;
  }

  private static void change(Path directory, UnaryOperator<byte[]> change) {
    int changed = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.cq4")) {
      for (Path file : files) {
        Files.write(file, change.apply(Files.readAllBytes(file)));
        changed++;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    assertThat(changed).isPositive();
  }

  @Test
  @MayOrphan
  @Tag("case-79")
  void case79_theJournalStaysAsLongAsAMemberDoes() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path owned = Behind.rootOf(Behind.NOBODY, root);
      Path journal = owned.resolve("R");
      NamespaceSexton sexton = Behind.start(world, "sexton", owned, Behind.user(Behind.NOBODY));
      Actor runner = world.launcher().fork("R");
      Actor asRoot = runner.fork("root", ForkOptions.none().record());
      runner.uid(Behind.NOBODY);
      sexton.add(runner);
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      // Retiring after a proof is the default.
      for (int attempt = 0; attempt < 2; attempt++) {
        ReapCheck check = sexton.reap(NO_GRACE, DEADLINE).refused(RefusalReason.NOT_PERMITTED);
        assertThat(check.of(asRoot).fate().isAlive()).isTrue();
        assertThat(Files.isDirectory(journal)).isTrue();
      }
      asRoot.assertNeverTouched();
      NamespaceSexton permitted = NamespaceSexton.start(world, "permitted", owned);
      // Root does not take the word of another user's journal.
      permitted.reap(NO_GRACE, DEADLINE).refused(RefusalReason.JOURNAL_UNTRUSTED);
      asRoot.kill9();
      sexton.reap(NO_GRACE, DEADLINE).verified();
      assertThat(Files.exists(journal)).isFalse();
    }
  }
}
