package dev.sexton.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.engine.RunRegister;
import dev.sexton.engine.Scope;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.journal.CheckReport;
import dev.sexton.journal.JournalCheck;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.WriterState;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.Requirements;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The jobs of a service, which this JVM is. It is no subreaper: {@link SubreaperScopeTest} is. */
@ExtendWith(NoSurvivors.class)
@Timeout(180)
@NoForeignOrphans
class ScopeTest {

  private static final int MANY_SHORT_JOBS = 15;
  private static final int KILLED = 128 + 9;
  private static final Duration SHORT = Duration.ofMillis(1500);
  private static final Duration ON_DEMAND = Duration.ofSeconds(60);

  @TempDir private Path temp;
  private final Sleepers sleepers = new Sleepers();
  private final PatientEnd patient = new PatientEnd(sleepers);
  private RunRegister register;

  @BeforeEach
  void open() throws IOException {
    Requirements.assumeLinux();
    register = RunRegister.at(root()).interval(ON_DEMAND).open();
  }

  @AfterEach
  void endAll() {
    register.close();
    sleepers.endAll();
  }

  private Path root() {
    return temp.resolve("journals");
  }

  private Job start(String script) throws Exception {
    return Job.start(register, script);
  }

  /** Its daemon was sampled while its parent lived, and is an orphan now. */
  private ProcStat orphanDaemon(Job job) throws IOException {
    job.say("fork");
    ProcStat daemon = ProcText.host().requireStat(job.hearPid());
    register.sampleNow();
    job.say("orphan");
    assertThat(job.hear()).isEqualTo("orphaned");
    return daemon;
  }

  private static ProcStat unseenDaemon(Job job) {
    job.say("fork");
    ProcStat daemon = ProcText.host().requireStat(job.hearPid());
    assertThat(job.hear()).isEqualTo("orphaned");
    return daemon;
  }

  private static boolean isAlive(ProcStat process) {
    return Liveness.isAlive(ProcText.host(), process);
  }

  private static boolean isAlive(Job job) {
    return Liveness.isAlive(job.scope().process());
  }

  private Path journal(Job job) {
    return root().resolve(job.scope().runId());
  }

  private List<String> journals() throws IOException {
    List<String> names = new ArrayList<>();
    if (Files.isDirectory(root())) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(root())) {
        entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
      }
    }
    return names;
  }

  @Test
  void aJobsEndTakesItsDaemonAndLeavesTheOthers() throws Exception {
    Job one = start(sleepers.daemon());
    Job two = start(sleepers.daemon());
    ProcStat ofOne = orphanDaemon(one);
    ProcStat ofTwo = orphanDaemon(two);

    Told told = patient.prove(one.scope()).told();

    assertThat(told.of(ofOne.pid()).orElseThrow().fate()).as(told.toString()).isEqualTo(Fate.ENDED);
    assertThat(isAlive(ofOne)).isFalse();
    assertThat(isAlive(one)).isFalse();
    assertThat(told.of(ofTwo.pid())).as(told.toString()).isEmpty();
    assertThat(isAlive(ofTwo)).isTrue();
    assertThat(isAlive(two)).isTrue();
    assertThat(journals()).containsExactly(two.scope().runId());

    patient.prove(two.scope());
    assertThat(isAlive(ofTwo)).isFalse();
    assertThat(journals()).isEmpty();
  }

  /** The sampler writes the journal until the proof; its certificate is of what it was then. */
  @Test
  void aCertificateOfAJobOutlivesItsJournal() throws Exception {
    Job job = start(sleepers.daemon());
    orphanDaemon(job);

    PatientEnd.Ended ended = patient.prove(job.scope(), options -> options.keepCertificates(2));

    RunReport run = ended.report().runs().get(0);
    assertThat(run.retired()).as(ended.told().toString()).isTrue();
    assertThat(run.settlement().failure()).isEmpty();
    Path certificate = Path.of(run.settlement().certificate());
    assertThat(certificate).hasParent(root().resolve("certificates"));
    assertThat(Files.readString(certificate))
        .contains("\"certificate\":1", "\"run\":\"" + job.scope().runId() + "\"");
    assertThat(journals()).containsExactly("certificates");
    assertThat(job.scope().end()).isSameAs(ended.report());
  }

  @Test
  void jobsEndAtTheSameTime() throws Exception {
    Job one = start(sleepers.daemon());
    Job two = start(sleepers.daemon());
    ProcStat ofOne = orphanDaemon(one);
    ProcStat ofTwo = orphanDaemon(two);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<PatientEnd.Ended> endOfOne = threads.submit(() -> patient.prove(one.scope()));
      Future<PatientEnd.Ended> endOfTwo = threads.submit(() -> patient.prove(two.scope()));
      Told told = endOfOne.get().told();
      assertThat(told.of(ofTwo.pid())).as(told.toString()).isEmpty();
      told = endOfTwo.get().told();
      assertThat(told.of(ofOne.pid())).as(told.toString()).isEmpty();
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(List.of(ofOne, ofTwo)).noneMatch(ScopeTest::isAlive);
  }

  @Test
  void theMarkOfAJobIsInItsEnvironmentAndSettlesWhatDescentLeftOpen() throws Exception {
    Job job = start("echo $SEXTON_RUN; " + sleepers.unseenDaemon());
    assertThat(job.hear()).isEqualTo(job.scope().runId());
    ProcStat daemon = unseenDaemon(job);

    Told told = patient.prove(job.scope()).told();

    Told.Fact fact = told.of(daemon.pid()).orElseThrow();
    assertThat(fact.rule()).as(told.toString()).isEqualTo(Rule.MARKER);
    assertThat(fact.fate()).isEqualTo(Fate.ENDED);
    assertThat(isAlive(daemon)).isFalse();
  }

  /** A mark that stayed in the builder would declare it the job's, and be its end. */
  @Test
  void whatTheServiceStartsLaterByTheSameBuilderIsNotTheJobs() throws Exception {
    ProcessBuilder builder = Job.builder(sleepers.sleeping());
    Job job = new Job(register.start(builder));
    Process other = builder.start();
    try {
      Told told = patient.end(job.scope(), ReapOptions.DEFAULT.deadline(SHORT)).told();
      assertThat(isAlive(job)).as(told.toString()).isFalse();
      assertThat(other.isAlive()).as(told.toString()).isTrue();
      assertThat(builder.environment().containsKey(RunRegister.MARKER)).as("marked").isFalse();
    } finally {
      other.destroyForcibly().waitFor();
    }
    patient.prove(job.scope());
  }

  @Test
  void whatNothingSettlesIsRefusedOnceAndProvedOnceItIsGone() throws Exception {
    Job job = start(sleepers.unseenDaemonWithoutMark());
    ProcStat daemon = unseenDaemon(job);

    PatientEnd.Ended refused = patient.refuse(job.scope());

    Told told = refused.told();
    assertThat(refused.report().reasons())
        .as(told.toString())
        .containsExactly(RefusalReason.UNATTRIBUTED_ORPHAN);
    Told.Fact fact = told.of(daemon.pid()).orElseThrow();
    assertThat(fact.startTicks()).isEqualTo(daemon.startTicks());
    assertThat(fact.fate()).isEqualTo(Fate.NOT_TOUCHED);
    assertThat(fact.signals()).isZero();
    assertThat(isAlive(daemon)).isTrue();
    assertThat(isAlive(job)).as("the job, of which nobody doubts").isFalse();
    assertThat(journal(job)).isDirectory();

    sleepers.endAll();
    PatientEnd.Ended proved = patient.prove(job.scope());

    assertThat(journal(job)).doesNotExist();
    assertThat(job.scope().end()).isSameAs(proved.report());
    assertThat(job.scope().end(ReapOptions.DEFAULT.dryRun(true))).isSameAs(proved.report());
  }

  @Test
  void anOrphanOfOneJobThatNothingSettlesIsInTheWayOfTheOthersProofToo() throws Exception {
    Job one = start(sleepers.unseenDaemonWithoutMark());
    Job two = start(sleepers.sleeping());
    ProcStat daemon = unseenDaemon(one);

    for (Job job : List.of(two, one)) {
      Told told = patient.refuse(job.scope()).told();
      assertThat(told.reasons())
          .as(told.toString())
          .containsExactly(RefusalReason.UNATTRIBUTED_ORPHAN);
      assertThat(told.of(daemon.pid())).as(told.toString()).isPresent();
      assertThat(isAlive(daemon)).isTrue();
      assertThat(isAlive(job)).isFalse();
    }
    sleepers.endAll();
    patient.prove(one.scope());
    patient.prove(two.scope());
  }

  @Test
  void aRehearsedEndTouchesNobody() throws Exception {
    Job job = start(sleepers.daemon());
    ProcStat daemon = orphanDaemon(job);

    ReapOptions rehearsal = ReapOptions.DEFAULT.dryRun(true);
    Told told = patient.end(job.scope(), rehearsal).told();

    assertThat(told.of(daemon.pid()).orElseThrow().fate())
        .as(told.toString())
        .isEqualTo(Fate.PLANNED);
    assertThat(told.verified()).isFalse();
    assertThat(isAlive(daemon)).isTrue();
    assertThat(isAlive(job)).isTrue();
    patient.prove(job.scope());
    assertThat(isAlive(daemon)).isFalse();
  }

  @Test
  void aJournalIsKeptAfterAProofIfAskedTo() throws Exception {
    Job job = start(sleepers.sleeping());
    patient.prove(job.scope(), options -> options.retire(false));
    assertThat(JournalCheck.check(journal(job)).verdict()).isEqualTo(CheckReport.Verdict.CLEAN);
    assertThat(LineageJournal.writerState(journal(job))).isEqualTo(WriterState.GONE);
  }

  /** Whether it is recorded, over before or ended first is a race that each may win. */
  @Test
  void aJobThatEndsAtOnceIsProvedOrHasNoSample() throws Exception {
    for (int i = 0; i < MANY_SHORT_JOBS; i++) {
      Scope job = register.start(new ProcessBuilder("true"));
      if (job.isRecorded()) {
        patient.prove(job);
      } else {
        assertThat(patient.refuse(job).report().reasons()).containsExactly(RefusalReason.NO_SAMPLE);
      }
      assertThat(job.process().waitFor()).isIn(0, KILLED);
    }
    assertThat(journals()).isEmpty();
  }

  @Test
  void aJobThatHasEndedIsNoScope() throws Exception {
    Process process = new ProcessBuilder("true").start();
    assertThat(process.waitFor()).isZero();
    assertThatThrownBy(() -> register.scope(process))
        .isInstanceOf(RunnerException.class)
        .hasMessageContaining(Long.toString(process.pid()));
    assertThat(journals()).isEmpty();
  }

  /** Nothing tells its journal from one whose service died: the next life deals with it. */
  @Test
  void closingTwiceLeavesWhatRunsAndItsJournal() throws Exception {
    Job job = start(sleepers.daemon());
    ProcStat daemon = orphanDaemon(job);
    register.close();
    register.close();
    assertThat(isAlive(daemon)).isTrue();
    assertThat(isAlive(job)).isTrue();
    assertThat(journal(job)).isDirectory();
    try (RunRegister next = RunRegister.at(root()).open()) {
      Told told = Told.of(next.reapPredecessors());
      assertThat(told.reasons())
          .as("this service lives: " + told)
          .containsExactly(RefusalReason.RUNNER_ALIVE);
    }
    assertThat(isAlive(daemon)).isTrue();
    sleepers.endAll();
    awaitCollected(job);
  }

  @Test
  void aJobCanBeEndedThoughItsRegisterIsClosed() throws Exception {
    Job job = start(sleepers.daemon());
    ProcStat daemon = orphanDaemon(job);
    register.close();
    patient.prove(job.scope());
    assertThat(isAlive(daemon)).isFalse();
    assertThat(isAlive(job)).isFalse();
    assertThat(journals()).isEmpty();
  }

  @Test
  void aRegisterThatIsClosedStartsNothing() throws Exception {
    register.close();
    ProcessBuilder builder = Job.builder(sleepers.waiting());
    assertThatThrownBy(() -> register.start(builder)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> register.recordSelf()).isInstanceOf(IllegalStateException.class);
    List<String> children =
        ProcessHandle.current()
            .children()
            .filter(child -> !sleepers.isOther(Math.toIntExact(child.pid())))
            .map(ProcessHandle::toString)
            .toList();
    assertThat(children).as("processes that nobody holds").isEmpty();
  }

  /** Its descriptors may be another file's by now. */
  @Test
  void aRegisterThatIsClosedReadsNothing() {
    register.close();
    assertThatThrownBy(() -> register.sampleNow()).isInstanceOf(IllegalStateException.class);
  }

  private static void awaitCollected(Job job) {
    Deadline.standard().await("the job is collected", () -> !job.scope().process().isAlive());
  }
}
