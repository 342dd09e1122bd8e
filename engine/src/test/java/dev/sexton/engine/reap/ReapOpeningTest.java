package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageAppender;
import dev.sexton.journal.LineageJournal;
import dev.sexton.journal.LineageReader;
import dev.sexton.procfs.Errno;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.DirectoryLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Whether a run may be reaped at all: whose it is, of which host, on whose word. */
class ReapOpeningTest extends FakeHostReaps {
  private static final int CENSUS_FULL_CLEAN = 7;

  @Test
  void aLivingRunnerIsNotTouched() throws Exception {
    recordAMember();

    assertRefused(reap(), RefusalReason.RUNNER_ALIVE);
    assertUntouched();
  }

  @Test
  void aRunnerThatOnlyWaitsToBeCollectedIsDead() throws Exception {
    FakeTask member = recordAMember();
    host.exit(host.runner);

    assertThat(reap().verified()).isTrue();
    assertThat(host.touched()).containsExactly(member.pid);
  }

  @Test
  void aRunnerWhoseLeadingThreadHasExitedIsAlive() throws Exception {
    recordAMember();
    host.runner.state = 'Z';
    host.runner.threads = 2;

    assertRefused(reap(), RefusalReason.RUNNER_ALIVE);
    assertUntouched();
  }

  @Test
  void aRunnerThatCannotBeReadIsNotTakenForDead() throws Exception {
    recordAMember();
    host.runner.statError = -Errno.EACCES;

    ReapReport report = reap();

    assertThat(report.reasons()).contains(RefusalReason.IDENTITY_UNKNOWN);
    assertUntouched();
  }

  /** A round of so few numbers fits into one tick, so that ticks alone do not name the runner. */
  @Test
  void aRunnerWithoutAnInodeIsNotKnownAmongFewNumbers() throws Exception {
    host.uniqueInodes = false;
    host.pidMax = ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX - 1;
    FakeTask member = recordAMember();
    host.collect(member);
    host.collect(host.runner);

    ReapReport report = reap();

    assertThat(report.reasons()).contains(RefusalReason.IDENTITY_UNKNOWN);
    assertUntouched();
  }

  @Test
  void aJobIsNotTouchedWhileItsServiceLives() throws Exception {
    FakeTask job = host.fork(host.shell).leads();
    RunRequest scope = new RunRequest("run", job.pid, true, RunRequest.NO_SUBREAPER, null);
    FakeTask[] member = new FakeTask[1];
    run = record(scope, () -> member[0] = host.fork(job));
    host.collect(job);

    assertRefused(reap(), RefusalReason.RUNNER_ALIVE);
    assertUntouched();

    host.collect(host.shell);
    reap();
    assertThat(host.touched()).containsExactly(member[0].pid);
  }

  @Test
  void aRunThatAnotherReaperIsAtIsLeftAlone() throws Exception {
    recordAMember();
    host.collect(host.runner);
    try (DirectoryLock lock = DirectoryLock.tryLock(run)) {
      assertThat(lock).isNotNull();
      assertRefused(reap(), RefusalReason.REAP_IN_PROGRESS);
    }
    assertUntouched();
  }

  @Test
  void anotherBootOfThisMachineIsProvedWithoutAScan() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.bootId = "2e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c12";

    ReapReport report = reap();

    assertThat(report.verified()).isTrue();
    assertThat(report.runs().get(0).scans()).isZero();
    assertUntouched();
  }

  @Test
  void anotherMachinesRunIsNotJudged() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.bootId = "2e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c12";
    host.machineId = "fedcba9876543210fedcba9876543210";

    assertRefused(reap(), RefusalReason.OTHER_HOST);
    assertUntouched();
  }

  @Test
  void machinesWithoutAnIdAreNotTheSame() throws Exception {
    host.machineId = "";
    recordAMember();
    host.collect(host.runner);
    host.bootId = "2e6a0e4c-6a43-4b0e-9d5b-6d2f2f7a9c12";

    assertRefused(reap(), RefusalReason.OTHER_HOST);
  }

  @Test
  void anotherNamespacesRunIsNotJudged() throws Exception {
    recordAMember();
    host.collect(host.runner);

    host.pidNamespace++;
    assertRefused(reap(), RefusalReason.OTHER_NAMESPACE);
    host.pidNamespace--;
    host.timeNamespace++;
    assertRefused(reap(), RefusalReason.OTHER_NAMESPACE);

    assertUntouched();
  }

  @Test
  void namespacesThatCannotBeReadAreNotTheSame() throws Exception {
    host.pidNamespace = -Errno.EACCES;
    host.timeNamespace = -Errno.EACCES;
    recordAMember();
    host.collect(host.runner);

    assertRefused(reap(), RefusalReason.OTHER_NAMESPACE);
    assertUntouched();
  }

  @Test
  void theProcOfAnotherNamespaceIsNoGround() throws Exception {
    recordAMember();
    host.collect(host.runner);
    host.reaper.nestedPid = 5;

    assertThatThrownBy(this::reap).isInstanceOf(UnsupportedHostException.class);
    assertUntouched();
  }

  @Test
  void aJournalThatOthersCanWriteToIsNotActedOn() throws Exception {
    recordAMember();
    host.collect(host.runner);
    Files.setPosixFilePermissions(run, PosixFilePermissions.fromString("rwxrwx---"));

    assertRefused(reap(), RefusalReason.JOURNAL_UNTRUSTED);
    assertUntouched();
  }

  @Test
  void aRunThatWasRemovedAfterTheListingIsLeftOut() throws Exception {
    recordAMember();
    ReapReport report =
        Reaper.over(root)
            .with(AT_ONCE)
            .on(
                () -> {
                  assertThat(Reaper.retire(run)).isTrue();
                  return host.open();
                })
            .reap();
    assertThat(report.verified()).isTrue();
    assertThat(report.journals()).isZero();
    assertUntouched();
  }

  @Test
  void aSingleRunThatWasRemovedMeanwhileIsNoProof() throws Exception {
    recordAMember();
    Reaper reaper =
        Reaper.over(run)
            .with(AT_ONCE)
            .on(
                () -> {
                  assertThat(Reaper.retire(run)).isTrue();
                  return host.open();
                });
    assertThatThrownBy(reaper::reap)
        .isInstanceOf(ReapTargetException.class)
        .hasMessageContaining("gone");
    assertUntouched();
  }

  @Test
  void aFolderPlantedDuringTheReapIsNotEmptied() throws Exception {
    recordAMember();
    host.collect(host.runner);
    Path planted = run.resolve("lineage-00000000.sxj");
    Path moved = root.resolve("moved");
    ReapListener swap =
        new ReapListener() {
          @Override
          public void scanned(int scans, int alive, int undecided) {
            try {
              if (Files.notExists(moved)) {
                Files.move(run, moved);
                Files.createDirectory(run);
                Files.writeString(planted, "planted");
              }
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
        };
    ReapReport report = Reaper.over(root).with(AT_ONCE).on(host::open).listener(swap).reap();
    assertThat(report.verified()).isTrue();
    assertThat(report.runs().get(0).retired()).isFalse();
    assertThat(planted).hasContent("planted");
    assertThat(moved).isNotEmptyDirectory();
  }

  @Test
  void anotherUsersJournalIsNotActedOnByRoot() throws Exception {
    Assumptions.assumeTrue(host.reaper.realUid == 0, "needs root");
    recordAMember();
    host.collect(host.runner);
    Files.setAttribute(run, "unix:uid", STRANGERS_USER);

    assertRefused(reap(), RefusalReason.JOURNAL_UNTRUSTED);
    assertUntouched();
  }

  @Test
  void aJournalWhoseRunnerCannotBeOneIsDamaged() throws Exception {
    recordAMember();
    JournalHeader header = header();
    host.collect(host.runner);
    root = folder.resolve("forged");
    JournalHeader forged =
        JournalHeader.builder("run", header.bootId())
            .runnerPid(1)
            .runnerStartTicks(header.runnerStartTicks())
            .pidNamespace(header.pidNamespace())
            .timeNamespace(header.timeNamespace())
            .pidMax(header.pidMax())
            .ancestryComplete(true)
            .build();
    try (LineageAppender journal = LineageJournal.create(root, forged)) {
      commitCensus(journal);
    }

    ReapReport report = reap();

    assertThat(report.reasons()).containsExactly(RefusalReason.JOURNAL_DAMAGED);
    assertThat(report.runs().get(0).scans()).isZero();
  }

  @Test
  void aJournalWithoutACensusIsNotSignedFor() throws Exception {
    recordAMember();
    JournalHeader header = header();
    host.collect(host.runner);
    root = folder.resolve("bare");
    try (LineageAppender journal = LineageJournal.create(root, header)) {
      assertThat(journal.records()).isOne();
    }

    assertThat(reap().reasons()).contains(RefusalReason.NO_SAMPLE);
  }

  @Test
  void aRowThatNoKernelGivesIsInTheWayOfAProof() throws Exception {
    recordAMember();
    JournalHeader header = header();
    host.tasks.values().stream()
        .filter(t -> t.pid > host.runner.pid)
        .toList()
        .forEach(host::collect);
    host.collect(host.runner);
    root = folder.resolve("forged");
    try (LineageAppender journal = LineageJournal.create(root, header)) {
      journal.birth().pid(header.pidMax()).parentPid(1).startTicks(1);
      journal.append();
      commitCensus(journal);
    }

    assertRefused(reap(), RefusalReason.JOURNAL_DAMAGED);
  }

  private JournalHeader header() throws Exception {
    try (LineageReader reader = LineageReader.open(run)) {
      return reader.header();
    }
  }

  private void commitCensus(LineageAppender journal) throws Exception {
    journal
        .commit()
        .flags(CENSUS_FULL_CLEAN)
        .virtualBefore(host.lastPid)
        .virtualAfter(host.lastPid)
        .startTicks(4_000);
    journal.append();
  }

  @Test
  void aDamagedJournalBuriesAndDoesNotSign() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);
    spoilARowOfTheCensus();

    ReapReport report = reap();

    assertThat(report.reasons()).contains(RefusalReason.JOURNAL_DAMAGED);
    assertThat(host.touched()).containsExactly(member.pid);
    assertThat(run).isDirectory();
  }
}
