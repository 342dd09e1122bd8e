package dev.sexton.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcessWorld;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of a service that is a subreaper, in a JVM of its own. */
@ExtendWith(NoSurvivors.class)
@Timeout(180)
@NoForeignOrphans
class SubreaperScopeTest {

  private static final int CHILDREN = 50;
  private static final Duration OFTEN = Duration.ofMillis(5);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final int MANY_NUMBERS = 32_768;
  private static final Duration REFUSAL_DEADLINE = Duration.ofMillis(1500);

  @TempDir private Path root;
  private final Sleepers sleepers = new Sleepers();
  private ProcessWorld world;
  private Service service;

  @BeforeEach
  void start() {
    world = ProcessWorld.open();
    service = Service.start(world.launcher(), "service");
  }

  @AfterEach
  void end() {
    sleepers.endAll();
    world.close();
  }

  @Test
  void aJobsEndTakesItsDaemonAndLeavesTheOthers() {
    service.openAsSubreaper(root);
    service.record();
    ProcStat ofOne = service.startDaemon("one", sleepers);
    ProcStat ofTwo = service.startDaemon("two", sleepers);
    assertThat(world.proc().requireStat(ofOne.pid()).ppid()).isEqualTo(service.program().pid());

    Told told = prove("one");
    assertThat(told.of(ofOne.pid()).orElseThrow().fate()).as(told.toString()).isEqualTo(Fate.ENDED);
    assertThat(service.isAlive(ofOne)).isFalse();
    assertThat(told.of(ofTwo.pid())).as(told.toString()).isEmpty();
    assertThat(service.isAlive(ofTwo)).isTrue();
    prove("two");
    assertThat(service.isAlive(ofTwo)).isFalse();
  }

  /** Sampled on demand, so that nobody but the end itself could have collected them. */
  @Test
  void whatAnEndKilledIsCollected() {
    service.openAsSubreaper(root);
    service.startDaemon("one", sleepers);
    service.startDaemon("two", sleepers);
    for (String job : List.of("one", "two")) {
      prove(job);
      awaitNoDeadChildren();
    }
  }

  @Test
  void orphansThatDieAreCollectedAndTheServicesOwnChildrenAreNot() {
    service.openAsSubreaper(root, OFTEN);
    service.record();
    service.startJob("job", sleepers.daemons(CHILDREN));
    service.say("job", "fork");
    List<ProcStat> orphans = new ArrayList<>();
    for (int i = 0; i < CHILDREN; i++) {
      orphans.add(service.hearProcess("job"));
    }
    service.sample();
    service.say("job", "orphan");
    assertThat(service.hear("job")).isEqualTo("orphaned");

    List<String> statuses = service.childrenBeside(orphans);

    assertThat(statuses).isEqualTo(Collections.nCopies(CHILDREN, "7"));
    Deadline.standard()
        .await("the orphans are dead", () -> orphans.stream().noneMatch(service::isAlive));
    awaitNoDeadChildren();
    prove("job");
    assertThat(service.status("job")).as("killed by SIGKILL").isEqualTo(128 + 9);
    awaitNoDeadChildren();
  }

  /** A job's first process is often the first that ends. */
  @Test
  void orphansOfAJobThatHasEndedAreCollectedToo() {
    service.openAsSubreaper(root, OFTEN);
    ProcStat daemon = service.startDaemon("job", sleepers.daemonThatOutlivesItsJob());
    assertThat(service.status("job")).isZero();
    service.awaitGone("job");
    assertThat(service.isAlive(daemon)).isTrue();
    sleepers.endAll();
    awaitNoDeadChildren();
    prove("job");
  }

  @Test
  void aJobsOwnExitStatusIsTheServices() {
    service.openAsSubreaper(root, OFTEN);
    service.startJob("job", sleepers.waiting() + "; exit 7");
    service.say("job", "end");
    assertThat(service.status("job")).isEqualTo(7);
    prove("job");
    assertThat(service.status("job")).isEqualTo(7);
  }

  @Test
  void anOrphanThatNothingSettlesIsInTheWayOfEveryJobsProof() {
    service.openAsSubreaper(root);
    int one = service.startJob("one", sleepers.unseenDaemonWithoutMark());
    int two = service.startJob("two", sleepers.sleeping());
    service.say("one", "fork");
    ProcStat daemon = service.hearProcess("one");
    assertThat(service.hear("one")).isEqualTo("orphaned");
    assertThat(world.proc().requireStat(daemon.pid()).ppid()).isEqualTo(service.program().pid());

    for (String job : List.of("two", "one")) {
      Told told = service.endAmongOthers(job, sleepers, REFUSAL_DEADLINE);
      assertThat(told.reasons())
          .as(told.toString())
          .containsExactly(RefusalReason.UNATTRIBUTED_ORPHAN);
      Told.Fact fact = told.of(daemon.pid()).orElseThrow();
      assertThat(fact.fate()).isEqualTo(Fate.NOT_TOUCHED);
      assertThat(fact.signals()).isZero();
      assertThat(service.isAlive(daemon)).isTrue();
    }
    assertThat(List.of(one, two)).allMatch(this::isDead);

    sleepers.endAll();
    for (String job : List.of("one", "two")) {
      prove(job);
    }
  }

  /**
   * What would be a doubt for a service that is no subreaper: born during the run, adopted by the
   * init.
   */
  @Test
  void aStrangersOrphanIsInNobodysWay() {
    try (PidNamespace alone = PidNamespace.open(MANY_NUMBERS)) {
      Service inside = Service.start(alone.launcher(), "service").openAsSubreaper(root);
      inside.record();
      inside.startJob("job", sleepers.sleeping());
      Actor between = alone.stranger().fork("between");
      Actor stranger = between.fork("orphan", ForkOptions.none().setsid().record());
      between.exit();

      Told told = inside.end("job");

      assertThat(told.verified()).as(told.toString()).isTrue();
      assertThat(told.of(stranger.pid())).isEmpty();
      stranger.assertNeverTouched();
    }
  }

  private Told prove(String job) {
    Told told = service.endAmongOthers(job, sleepers, DEADLINE);
    assertThat(told.verified()).as(told.toString()).isTrue();
    return told;
  }

  private boolean isDead(int pid) {
    ProcStat stat = world.proc().stat(pid);
    return stat == null || stat.isDead();
  }

  private void awaitNoDeadChildren() {
    if (!Deadline.standard().holdsInTime(() -> service.deadChildren().isEmpty())) {
      throw new AssertionError("nobody collects " + service.deadChildren());
    }
  }
}
