package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which process it is: by nothing that a clock can move, and by more than its number. */
@ExtendWith(NoSurvivors.class)
@MayOrphan
class CasesIdentityMoreTest {

  private static final int MANY_NUMBERS = 20_000;
  private static final int FEW_NUMBERS = Behind.fewNumbers();
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration GRACE = Duration.ofMillis(200);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Duration REFUSAL = Duration.ofMillis(1500);
  private static final Pattern BTIME = Pattern.compile("(?m)^btime (\\d+)$");
  private static final String BOOT_ID = "/proc/sys/kernel/random/boot_id";

  @TempDir Path folder;

  /** A copy of the host's {@code /proc/stat} whose boot was so much later. */
  private Path statWithBootTimeMovedBy(int seconds) throws IOException {
    String text = Files.readString(ProcText.host().root().resolve("stat"));
    String moved =
        BTIME.matcher(text).replaceAll((MatchResult m) -> "btime " + add(m.group(1), seconds));
    assertThat(moved).isNotEqualTo(text);
    return Files.writeString(folder.resolve("stat" + seconds), moved);
  }

  private static long add(String number, int more) {
    return Long.parseLong(number) + more;
  }

  @Test
  @Tag("case-38")
  void case38_startTimesDoNotMoveWithTheClock() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", folder);
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor member = runner.fork("member");
      Actor escaped = runner.fork("escaped", ForkOptions.none().setsid());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      Path later = statWithBootTimeMovedBy(3600);
      NamespaceSexton reaper =
          Behind.start(world, "reaper", folder, Behind.mount(later, "/proc/stat"));
      reaper.reap(NO_GRACE, DEADLINE).verified().ended(member, escaped);
    }
  }

  @Test
  @Tag("case-39")
  void case39_twoReadersSeeOneIdentity() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path oneSecondOff = statWithBootTimeMovedBy(-1);
      NamespaceSexton writer =
          Behind.start(world, "writer", folder, Behind.mount(oneSecondOff, "/proc/stat"));
      Actor runner = world.launcher().fork("R");
      writer.add(runner);
      Actor member = runner.fork("member");
      writer.sample();
      writer.closeSampler();
      runner.kill9();
      NamespaceSexton reaper = NamespaceSexton.start(world, "reaper", folder);
      // The check finds a process by number and start ticks as a third reader gives them.
      reaper.reap(NO_GRACE, DEADLINE).verified().ended(member);
    }
  }

  @Test
  @Tag("case-40")
  void case40_reuseWithinOneSecondIsNoIdentity() {
    int withinTicks = 100;
    for (int attempt = 0; attempt < 5; attempt++) {
      try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
        Path root = folder.resolve("root" + attempt);
        NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
        Actor runner = world.launcher().fork("R");
        sexton.add(runner);
        Actor member = runner.fork("member", ForkOptions.none().at(2_000));
        sexton.sample();
        sexton.closeSampler();
        runner.kill9();
        member.kill9();
        member.awaitGone();
        Actor stranger =
            world.stranger().fork("double", ForkOptions.none().at(member.pid()).record());
        assertThat(stranger.pid()).isEqualTo(member.pid());
        ReapCheck check = sexton.reap(GRACE, DEADLINE).verified();
        stranger.assertNeverTouched();
        check.notNamed(stranger);
        if (stranger.startTicks() - member.startTicks() < withinTicks) {
          return;
        }
      }
    }
    Assumptions.abort("too slow to hand a number out again within a second");
  }

  @Test
  @Tag("case-41")
  void case41_anUnreadableStartTimeIsNoProofOfReuse() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      NamespaceSexton sexton =
          Behind.start(world, "sexton", folder.resolve("root"), Behind.script("true"));
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().record());
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      String stat = "/proc/" + member.pid() + "/stat";
      Path nothing = Files.createFile(folder.resolve("nothing"));
      Behind.inside(sexton, "mount", "--bind", nothing.toString(), stat);
      sexton.reap(NO_GRACE, REFUSAL).refused(RefusalReason.IDENTITY_UNKNOWN);
      member.assertNeverTouched();
      Behind.inside(sexton, "umount", stat);
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(member);
    }
  }

  /**
   * The strangers who have the recorded numbers are the harshest there can be: the very processes,
   * same ticks and all. An identity of another boot names nobody.
   */
  @Test
  @Tag("case-42")
  void case42_aJournalOfAnotherBootNamesNobody() throws IOException {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Path root = folder.resolve("root");
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", root);
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor own = runner.fork("own", ForkOptions.none().record());
      Actor other = runner.fork("other", ForkOptions.none().uid(Behind.NOBODY).record());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      Path nothing = Files.createFile(folder.resolve("nothing"));
      NamespaceSexton unsure = Behind.start(world, "unsure", root, Behind.mount(nothing, BOOT_ID));
      unsure.reap(NO_GRACE, DEADLINE).refused(RefusalReason.OTHER_HOST);
      Path another = Files.writeString(folder.resolve("boot"), UUID.randomUUID() + "\n");
      NamespaceSexton later = Behind.start(world, "later", root, Behind.mount(another, BOOT_ID));
      ReapCheck check = later.reap(NO_GRACE, DEADLINE).verified();
      assertThat(check.evidence()).anySatisfy(line -> assertThat(line).contains("boot id"));
      check.notNamed(own, other);
      own.assertNeverTouched();
      other.assertNeverTouched();
    }
  }

  @Test
  @Tag("case-43")
  void case43_aRecordThatNamesTheReapersOwnNumber() {
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", folder);
      int number = 2_000;
      Actor runner = world.launcher().fork("R", ForkOptions.none().at(number));
      sampler.add(runner);
      Actor member = runner.fork("member");
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      world.launcher().collect();
      runner.awaitGone();
      NamespaceSexton reaper = startAt(world, number);
      reaper.reap(NO_GRACE, DEADLINE).verified().ended(member);
      assertThat(reaper.program().isAlive()).isTrue();
    }
  }

  @Test
  @Tag("case-43")
  void case43_aRecordThatNamesTheReapersOwnNumberAsAMembers() {
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      NamespaceSexton sampler = NamespaceSexton.start(world, "sampler", folder);
      int number = 2_000;
      Actor runner = world.launcher().fork("R");
      sampler.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().at(number));
      Actor rest = runner.fork("rest", ForkOptions.none().setsid());
      sampler.sample();
      sampler.closeSampler();
      runner.kill9();
      member.kill9();
      member.awaitGone();
      NamespaceSexton reaper = startAt(world, number);
      reaper.reap(GRACE, DEADLINE).verified().ended(rest).notNamed(member);
      assertThat(reaper.program().isAlive()).isTrue();
    }
  }

  /** The product in a JVM with this process number. */
  private NamespaceSexton startAt(PidNamespace world, int number) {
    Actor shell = world.warden().fork("shell", ForkOptions.none().setsid());
    shell.burnTo(number);
    NamespaceSexton reaper = NamespaceSexton.startUnder(shell, "reaper", folder);
    assertThat(reaper.program().pid()).isEqualTo(number);
    return reaper;
  }
}
