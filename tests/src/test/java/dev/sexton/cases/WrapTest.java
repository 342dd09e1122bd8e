package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.Signal;
import dev.sexton.testing.Storm;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Numbers that are handed out again, for real: in a pid namespace with few of them. No stranger is
 * signalled, no proof is wrong.
 */
@ExtendWith(NoSurvivors.class)
@MayOrphan
class WrapTest {

  private static final int NUMBERS = Behind.fewNumbers();
  private static final int NUMBER = 2_000;
  private static final int OTHER_NUMBER = 1_000;
  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration GRACE = Duration.ofMillis(1500);
  private static final Duration DEADLINE = Duration.ofSeconds(25);
  private static final Duration REFUSAL = Duration.ofMillis(2500);

  @TempDir Path root;

  private static ForkOptions recordingAt(int number) {
    return ForkOptions.none().at(number).record();
  }

  private static void end(Actor actor) {
    actor.kill9();
    actor.awaitGone();
  }

  @Test
  void numbersThatWereRecycledDuringTheRun() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R", ForkOptions.none().collectChildren());
      sexton.add(runner);
      Actor sampled = runner.fork("sampled", ForkOptions.none().at(NUMBER));
      Actor unsampled = runner.fork("unsampled", ForkOptions.none().at(OTHER_NUMBER));
      Actor kept = runner.fork("kept", ForkOptions.none().setsid());
      sexton.sample();
      end(sampled);
      Actor first = world.stranger().fork("first", recordingAt(NUMBER));
      sexton.sample();
      end(unsampled);
      Actor second = world.stranger().fork("second", recordingAt(OTHER_NUMBER));
      // And more than a whole round that no sample saw.
      world.stranger().burnPids(2 * NUMBERS);
      Actor young = runner.fork("young");
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(kept, young).notNamed(first, second);
      first.assertNeverTouched();
      second.assertNeverTouched();
    }
  }

  /** The reverse: a stranger's number becomes a member's. */
  @Test
  void aStrangersNumberBecomesAMembers() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      world.stranger().collectChildren(true);
      Actor before = world.stranger().fork("before", ForkOptions.none().at(NUMBER).setsid());
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      end(before);
      Actor member = runner.fork("member", ForkOptions.none().at(NUMBER));
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(member);
    }
  }

  @Test
  void aNumberThatWasRecycledAfterTheLastSample() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor gone = runner.fork("gone", ForkOptions.none().at(NUMBER));
      Actor kept = runner.fork("kept", ForkOptions.none().setsid());
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      end(gone);
      Actor stranger = world.stranger().fork("double", recordingAt(NUMBER));
      sexton.reap(NO_GRACE, DEADLINE).verified().ended(kept).notNamed(stranger);
      stranger.assertNeverTouched();
    }
  }

  /**
   * The number of a member's session becomes that of a stranger's, in which an orphan of the
   * stranger lives: under the init, born during the run, in a session that bears the number of one
   * that a member made. It must not be taken for a member; nothing shows whose it is.
   */
  @Test
  void aMembersSessionNumberBecomesAStrangers() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor leader = runner.fork("leader", ForkOptions.none().at(NUMBER).setsid());
      Actor kept = runner.fork("kept");
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      end(leader);
      world.stranger().collectChildren(true);
      Actor other = world.stranger().fork("other", ForkOptions.none().at(NUMBER).setsid());
      Actor orphan = other.fork("orphan", ForkOptions.none().record());
      end(other);
      assertThat(orphan.stat().sid()).isEqualTo(leader.pid());
      sexton
          .reap(NO_GRACE, REFUSAL)
          .refused(RefusalReason.UNATTRIBUTED_ORPHAN)
          .ended(kept)
          .undecided(orphan);
      orphan.assertNeverTouched();
      orphan.exit();
      sexton.reap(NO_GRACE, DEADLINE).verified();
    }
  }

  @Test
  void aNumberThatIsRecycledBetweenTheScanAndTheSignal() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().at(NUMBER));
      Actor kept = runner.fork("kept", ForkOptions.none().setsid());
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      ReapCheck check =
          sexton.reapHooked(
              NO_GRACE,
              DEADLINE,
              event -> {
                if (event.equals("scanned 1")) {
                  end(member);
                  world.stranger().fork("double", recordingAt(NUMBER));
                }
              });
      Actor stranger = world.actor("double");
      check.verified().ended(kept).notNamed(stranger);
      assertThat(check.of(member).signals()).isEmpty();
      stranger.assertNeverTouched();
    }
  }

  @Test
  void aNumberThatIsRecycledDuringTheGrace() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor member = runner.fork("member", ForkOptions.none().at(NUMBER));
      Actor deaf = runner.fork("deaf", ForkOptions.none().ignore(Signal.TERM));
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      ReapCheck check =
          sexton.reapHooked(
              GRACE,
              DEADLINE,
              event -> {
                if (event.equals("signalled TERM")) {
                  member.awaitGone();
                  world.stranger().fork("double", recordingAt(NUMBER));
                }
              });
      Actor stranger = world.actor("double");
      check.verified().ended(member, deaf).notNamed(stranger);
      assertThat(check.of(deaf).signals()).endsWith("KILL");
      assertThat(check.of(member).signals()).doesNotContain("KILL");
      stranger.assertNeverTouched();
    }
  }

  /**
   * Of which one member lives at any time, under a number above or below the last scan's cursor,
   * and whose last one stays: whatever a scan happens to miss, there is no proof.
   */
  @Test
  void aChainThroughAllNumbersIsNeverProvedGone() {
    try (PidNamespace world = PidNamespace.open(NUMBERS)) {
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      sexton.closeSampler();
      Actor stormy = runner.fork("stormy");
      stormy.storm(Storm.of(NUMBERS + NUMBERS / 2).setsid().linger());
      runner.kill9();
      stormy.kill9();
      for (int attempt = 0; attempt < 3; attempt++) {
        ReapCheck check = sexton.reap(NO_GRACE, Duration.ofSeconds(1));
        if (check.isVerified()) {
          assertThat(othersAlive(world, sexton)).as(check.toString()).isEmpty();
        }
      }
    }
  }

  /** Whoever lives beside the world's own first processes and the product's. */
  private static List<ProcStat> othersAlive(PidNamespace world, NamespaceSexton sexton) {
    Set<Integer> known = new HashSet<>();
    for (String tag : List.of("init", "launcher", "stranger", "warden")) {
      known.add(world.actor(tag).pid());
    }
    known.add(sexton.program().pid());
    known.add(sexton.program().parent().pid());
    List<ProcStat> others = new ArrayList<>();
    for (int pid : world.proc().pids()) {
      ProcStat stat = world.proc().stat(pid);
      if (stat != null && !stat.isDead() && !known.contains(pid)) {
        others.add(stat);
      }
    }
    return others;
  }
}
