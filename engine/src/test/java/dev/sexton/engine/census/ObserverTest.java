package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan.Doubt;
import dev.sexton.engine.attribution.ConclusiveScan.Kind;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.attribution.RunFacts;
import dev.sexton.engine.fake.FakeHost;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageReader;
import dev.sexton.procfs.Errno;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read of a world that moves between two readings, and what is made of it. */
class ObserverTest {
  private static final int STRANGERS_USER = 2000;

  private final FakeHost fake = new FakeHost();
  private Host host = open();
  private HostObserver looking = host.observer();
  private RunObserver observer = observe();

  private Host open() {
    try {
      return fake.open();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private RunObserver observe() {
    RunFacts facts =
        new RunFacts(
            "run",
            identity(fake.runner),
            List.of(identity(fake.shell), identity(fake.init)),
            true,
            fake.shell.pid,
            null,
            false,
            FakeHost.RUN_USER,
            FakeHost.RUN_USER,
            false,
            fake.pidMax);
    return new RunObserver(
        looking,
        fake,
        new Attributor(facts),
        new RunControlGroups(RunControlGroups.NONE, FakeHost.RUN_USER),
        LineageSink.NONE);
  }

  private static ProcessIdentity identity(FakeTask task) {
    return new ProcessIdentity(task.pid, task.startTicks, ProcessIdentity.UNKNOWN_INODE);
  }

  @AfterEach
  void close() {
    observer.close();
    looking.close();
    host.close();
  }

  private boolean census() throws Exception {
    observer.observe(looking.look(true), Pass.Kind.FULL);
    return observer.observe(looking.look(true), Pass.Kind.CENSUS);
  }

  private boolean births() throws Exception {
    return observer.observe(looking.look(false), Pass.Kind.BIRTHS);
  }

  private boolean scan() throws Exception {
    return observer.observe(looking.look(true), Pass.Kind.REAP);
  }

  private KnownProcess known(FakeTask task) {
    KnownProcess p = observer.attributor().known(task.pid);
    if (p == null || p.startTicks() != task.startTicks) {
      throw new AssertionError("process " + task + " is not known");
    }
    return p;
  }

  @Test
  void aQuietWorldIsScannedCleanly() throws Exception {
    assertThat(census()).isTrue();
    FakeTask member = fake.fork(fake.runner);
    births();
    assertThat(scan()).isTrue();
    assertThat(observer.conclusive().doubts()).isEmpty();
    assertThat(known(member).attribution()).isEqualTo(Attribution.OWNED);
  }

  /** The child is a stranger's, whose number goes to a member after the child was read. */
  @Test
  void aParentWhoseNumberWasHandedOnMeanwhileIsNotTheParent() throws Exception {
    census();
    FakeTask stranger = fake.add(500, fake.service.pid).leads();
    FakeTask child = fake.add(450, stranger.pid).leads();
    List<FakeTask> member = new ArrayList<>();
    fake.beforeStat =
        pid -> {
          if (pid == stranger.pid && member.isEmpty()) {
            member.add(fake.reuse(stranger, fake.runner));
          }
        };
    births();

    assertThat(known(member.get(0)).attribution()).isEqualTo(Attribution.OWNED);
    assertThat(known(child).attribution()).isNotEqualTo(Attribution.OWNED);
  }

  @Test
  void aMarkReadFromTheNextBearerOfTheNumberIsNotBelieved() throws Exception {
    census();
    FakeTask orphan = fake.fork(fake.init).leads().user(FakeHost.RUN_USER);
    fake.beforeEnvironment =
        pid -> {
          if (pid == orphan.pid && orphan.isThere()) {
            fake.reuse(orphan, fake.runner).environment = RunRequest.MARKER + "=run\0";
          }
        };
    births();

    assertThat(known(orphan).attribution()).isEqualTo(Attribution.UNDECIDED);
  }

  @Test
  void aStatusReadFromTheNextBearerOfTheNumberIsNotBelieved() throws Exception {
    census();
    FakeTask orphan = fake.fork(fake.init).leads().user(FakeHost.RUN_USER);
    fake.beforeStatus =
        pid -> {
          if (pid == orphan.pid && orphan.isThere()) {
            fake.reuse(orphan, fake.service).user(STRANGERS_USER);
          }
        };
    births();

    assertThat(known(orphan).realUid()).isEqualTo(Observation.UID_UNKNOWN);
  }

  @Test
  void whereTheKernelDoesNotSayEveryParentMayBeAnInit() throws Exception {
    fake.oldKernel = true;
    census();
    FakeTask parent = fake.fork(fake.service).leads();
    births();
    FakeTask child = fake.fork(parent).leads();
    births();

    assertThat(known(child).attribution()).isEqualTo(Attribution.UNDECIDED);
  }

  @Test
  void whoseCapabilitiesAreNotKnownIsPrivileged() throws Exception {
    census();
    assertThat(observer.attributor().everPrivileged()).isFalse();
    fake.oldKernel = true;
    fake.fork(fake.runner);
    births();

    assertThat(observer.attributor().everPrivileged()).isTrue();
  }

  @Test
  void whoVanishesBetweenListingAndReadingIsADoubt() throws Exception {
    census();
    FakeTask passing = fake.fork(fake.runner);
    fake.beforeStat =
        pid -> {
          if (pid == passing.pid) {
            fake.collect(passing);
          }
        };

    assertThat(scan()).isFalse();
    assertThat(observer.conclusive().doubts())
        .containsExactly(new Doubt(Kind.VANISHED, passing.pid));
  }

  @Test
  void aMemberThatWasListedAliveAndIsGoneWhenReadAgainIsADoubt() throws Exception {
    census();
    FakeTask member = fake.fork(fake.runner);
    births();
    int[] readings = new int[1];
    fake.beforeStat =
        pid -> {
          if (pid == member.pid && ++readings[0] == 2) {
            fake.collect(member);
          }
        };

    assertThat(scan()).isFalse();
    assertThat(readings[0]).isGreaterThanOrEqualTo(2);
    assertThat(observer.conclusive().doubts())
        .containsExactly(new Doubt(Kind.VANISHED, member.pid));
  }

  /** Who could not be read may have been another already, and may be whoever is gone now. */
  @Test
  void whoVanishesAfterItCouldNotBeReadIsADoubtThoughItWasForeign() throws Exception {
    census();
    FakeTask foreign = fake.fork(fake.service);
    births();
    assertThat(known(foreign).attribution()).isEqualTo(Attribution.FOREIGN);
    foreign.statError = -Errno.EACCES;
    scan();
    foreign.statError = 0;
    fake.beforeStat =
        pid -> {
          if (pid == foreign.pid) {
            fake.collect(foreign);
          }
        };

    assertThat(scan()).isFalse();
    assertThat(observer.conclusive().doubts())
        .containsExactly(new Doubt(Kind.VANISHED, foreign.pid));
  }

  @Test
  void whoCannotBeReadIsADoubt() throws Exception {
    census();
    fake.service.statError = -Errno.EACCES;

    assertThat(scan()).isFalse();
    assertThat(observer.conclusive().doubts())
        .containsExactly(new Doubt(Kind.UNREADABLE, fake.service.pid));
  }

  @Test
  void aPassIsNotCleanIfTheNumbersBeganAnewSinceTheOneBefore() throws Exception {
    assertThat(census()).isTrue();
    assertThat(scan()).isTrue();
    fake.lastPid = 320;

    assertThat(scan()).as("anew since the one before").isFalse();
    assertThat(observer.conclusive().doubts()).isEmpty();
    assertThat(scan()).isTrue();
  }

  @Test
  void numbersThatBeginAnewAfterTheListingAreADoubt() throws Exception {
    census();
    fake.fork(fake.runner);
    births();
    int[] readings = new int[1];
    fake.beforeStat =
        pid -> {
          if (pid == fake.runner.pid && ++readings[0] == 2) {
            fake.lastPid = 320;
          }
        };

    assertThat(scan()).isFalse();
    assertThat(observer.conclusive().doubts()).containsExactly(new Doubt(Kind.WRAPPED, 0));
  }

  @Test
  void aSubreaperOfTheRunnersOwnTickDoesNotCount(@TempDir Path root) throws Exception {
    assertThat(header(root.resolve("tie"), fake.runner.startTicks).subreaperBeforeFirstFork())
        .isFalse();
    assertThat(
            header(root.resolve("before"), fake.runner.startTicks - 1).subreaperBeforeFirstFork())
        .isTrue();
  }

  private JournalHeader header(Path root, long subreaperSinceTicks) throws Exception {
    RunRequest request = new RunRequest("run", fake.runner.pid, true, subreaperSinceTicks, null);
    SamplerOptions byHand = SamplerOptions.DEFAULT.withIntervalNs(60_000_000_000L);
    try (Sampler sampler = new Sampler(fake.open(), root, byHand, SamplerListener.NONE)) {
      try (LineageReader reader = LineageReader.open(sampler.add(request))) {
        return reader.header();
      }
    }
  }
}
