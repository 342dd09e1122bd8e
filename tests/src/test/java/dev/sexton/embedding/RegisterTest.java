package dev.sexton.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.RunRegister;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.Requirements;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a service finds at its start, records of itself, and hears while it runs. */
@ExtendWith(NoSurvivors.class)
@Timeout(180)
@NoForeignOrphans
class RegisterTest {

  /** With fewer, start ticks do not tell an ancestor that started in the runner's own tick. */
  private static final int MANY_NUMBERS = 32_768;

  private static final Duration OFTEN = Duration.ofMillis(5);

  @TempDir private Path temp;
  private final Sleepers sleepers = new Sleepers();
  private final PatientEnd patient = new PatientEnd(sleepers);

  @BeforeEach
  void assumeLinux() {
    Requirements.assumeLinux();
  }

  @AfterEach
  void endAll() {
    sleepers.endAll();
  }

  private Path root() {
    return temp.resolve("journals");
  }

  @Test
  void aServicesFirstLifeHasNoPredecessors() throws Exception {
    try (RunRegister register = RunRegister.at(root()).open()) {
      ReapReport missing = register.reapPredecessors();
      assertThat(missing.verified()).isTrue();
      assertThat(missing.journals()).isZero();
      assertThat(root()).doesNotExist();

      Files.createDirectory(root());
      ReapReport empty = register.reapPredecessors();
      assertThat(empty.verified()).isTrue();
      assertThat(empty.journals()).isZero();
      assertThat(empty.outcome().<Boolean>match(proof -> true, refusal -> false)).isTrue();
    }
  }

  @Test
  void aServiceIsNotItsOwnPredecessor() throws Exception {
    try (RunRegister register = RunRegister.at(root()).open()) {
      String first = register.recordSelf();
      String second = register.recordSelf();
      Job job = Job.start(register, sleepers.sleeping());

      Told told = Told.of(register.reapPredecessors());

      assertThat(told.runs())
          .extracting(Told.Run::id)
          .containsExactlyInAnyOrder(first, second, job.scope().runId());
      assertThat(told.runs())
          .allSatisfy(run -> assertThat(run.reasons()).containsExactly(RefusalReason.RUNNER_ALIVE));
      assertThat(job.scope().process().isAlive()).isTrue();
      assertThat(root().resolve(first)).isDirectory();
      patient.prove(job.scope());
    }
  }

  @Test
  @MayOrphan
  void aServiceThatRecordedItselfTwiceIsProvedGoneTwice() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Service former = Service.start(world.launcher(), "former").open(root());
      String first = former.record();
      ProcStat daemon = former.startDaemon("job", sleepers);
      String second = former.record();
      assertThat(second).isNotEqualTo(first);
      former.program().kill9();

      Service next = Service.start(world.warden(), "next").open(root());
      Told told = next.reapPredecessors();

      assertThat(told.verified()).as(told.toString()).isTrue();
      assertThat(told.runs()).hasSize(3).extracting(Told.Run::id).contains(first, second);
      assertThat(next.isAlive(daemon)).isFalse();
      assertThat(next.reapPredecessors().runs()).isEmpty();
    }
  }

  @Test
  @MayOrphan
  void aLivingServiceUnderTheSameRootIsLeftAloneAndADeadOneIsNot() {
    try (PidNamespace world = PidNamespace.open(MANY_NUMBERS)) {
      Service living = Service.start(world.stranger(), "living").open(root());
      String livingRun = living.record();
      ProcStat ofLiving = living.startDaemon("job", sleepers);
      Service dead = Service.start(world.launcher(), "dead").open(root());
      String deadRun = dead.record();
      ProcStat ofDead = dead.startDaemon("job", sleepers);
      dead.program().kill9();

      Service next = Service.start(world.warden(), "next").open(root());
      Told told = next.reapPredecessors();

      assertThat(told.verified()).as(told.toString()).isFalse();
      assertThat(told.reasons()).as(told.toString()).containsExactly(RefusalReason.RUNNER_ALIVE);
      List<String> proved =
          told.runs().stream().filter(Told.Run::verified).map(Told.Run::id).toList();
      assertThat(proved).as(told.toString()).hasSize(2).contains(deadRun);
      assertThat(told.runs()).hasSize(4);
      assertThat(next.isAlive(ofDead)).isFalse();
      assertThat(told.of(ofDead.pid()).orElseThrow().fate()).isEqualTo(Fate.ENDED);
      assertThat(told.of(ofLiving.pid())).as(told.toString()).isEmpty();
      assertThat(next.isAlive(ofLiving)).isTrue();
      assertThat(root().resolve(livingRun)).isDirectory();
      assertThat(root().resolve(deadRun)).doesNotExist();

      told = living.end("job");
      assertThat(told.verified()).as(told.toString()).isTrue();
      assertThat(next.isAlive(ofLiving)).isFalse();
    }
  }

  /** Two jobs end, one after the other; the listener fails at each, and hears of both. */
  @ParameterizedTest
  @ValueSource(classes = {IllegalStateException.class, AssertionError.class})
  void samplingOutlivesAListenerThatFails(Class<? extends Throwable> failure) throws Exception {
    Set<String> heard = ConcurrentHashMap.newKeySet();
    SamplerListener failing =
        new SamplerListener() {
          @Override
          public void runnerGone(String runId) {
            heard.add(runId);
            if (failure == AssertionError.class) {
              throw new AssertionError("a listener failed, as this test wants");
            }
            throw new IllegalStateException("a listener failed, as this test wants");
          }
        };
    RunRegister.Builder builder = RunRegister.at(root()).interval(OFTEN).listener(failing);
    try (RunRegister register = builder.open()) {
      for (int i = 0; i < 2; i++) {
        Job job = Job.start(register, sleepers.waiting());
        job.say("end");
        String runId = job.scope().runId();
        Deadline.standard().await(runId + " is found gone", () -> heard.contains(runId));
        patient.prove(job.scope());
      }
    }
  }
}
