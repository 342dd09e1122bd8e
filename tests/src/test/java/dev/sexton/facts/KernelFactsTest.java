package dev.sexton.facts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sexton.procfs.FactFinding;
import dev.sexton.procfs.FactFinding.Outcome;
import dev.sexton.procfs.HostFactProbes;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.KernelFact;
import dev.sexton.procfs.OwnThreadProbes;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessProbes;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.linux.LinuxPidfds;
import dev.sexton.procfs.linux.LinuxProcFileSystem;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ActorException;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.Environment;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.ProcessGroupChange;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Program;
import dev.sexton.testing.Requirements;
import dev.sexton.testing.Signal;
import dev.sexton.testing.Storm;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * One test for each {@link KernelFact}, named by its number, on the kernel that runs here. What is
 * looked at is looked at by the product's own probes, which the command's {@code doctor} uses too.
 */
@ExtendWith(NoSurvivors.class)
@MayOrphan
class KernelFactsTest {
  private static final int FEW_NUMBERS = 400;

  @TempDir Path folder;

  private final ProcFileSystem files;
  private final LinuxPidfds pidfds;
  private final HostFacts facts;
  private final List<ProcFileSystem> opened = new ArrayList<>();
  private ProcessScanner scanner;
  private ProcessProbes probes;

  KernelFactsTest() throws Exception {
    Requirements.assumeLinux();
    files = LinuxProcFileSystem.open();
    pidfds = LinuxPidfds.open();
    facts = HostFacts.read(files, pidfds);
    scanner = new ProcessScanner(files, facts, System::nanoTime);
    probes = new ProcessProbes(files, pidfds, facts, scanner);
  }

  private static void assertHolds(KernelFact fact, FactFinding finding) {
    assertThat(finding.fact()).isEqualTo(fact);
    assertThat(finding.outcome()).as(finding.detail()).isEqualTo(Outcome.HOLDS);
  }

  private static void assertFailsWith(String errnoName, ThrowingCallable call) {
    ActorException failure = catchThrowableOfType(ActorException.class, call);
    assertThat(failure).isNotNull();
    assertThat(failure.errnoName()).isEqualTo(errnoName);
  }

  private FactFinding ofThisHost(KernelFact fact) throws Exception {
    return new HostFactProbes(files, pidfds, facts, System::nanoTime).all().get(fact.number() - 1);
  }

  /** From now on the probes look at what a namespace's own processes see. */
  private void lookInto(PidNamespace world) throws Exception {
    ProcFileSystem inside = LinuxProcFileSystem.open(world.proc().root().toString());
    opened.add(inside);
    scanner = new ProcessScanner(inside, facts, System::nanoTime);
    probes = new ProcessProbes(inside, pidfds, facts, scanner);
  }

  @AfterEach
  void closeAll() {
    opened.forEach(ProcFileSystem::close);
    files.close();
  }

  @Test
  void fact01_descentIsFixedAtBirth() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor stranger = world.stranger();
      stranger.subreaper(true);
      world.launcher().subreaper(true);
      Actor parent = world.launcher().fork("parent");
      Actor child = parent.fork("child");
      List<Runnable> calls =
          List.of(
              child::setsid,
              parent::setsid,
              () -> child.subreaper(true),
              () -> stranger.fork("other").setsid(),
              () -> child.fork("below", ForkOptions.none().doubleFork()),
              parent::stop,
              () -> parent.signal(Signal.CONT));
      for (int i = 0; i < calls.size(); i++) {
        calls.get(i).run();
        assertHolds(
            KernelFact.DESCENT, probes.descent(child.pid(), parent.pid(), "after call " + i));
      }
      Actor executed = child.exec("executed", Environment.empty());
      assertHolds(
          KernelFact.DESCENT, probes.descent(executed.pid(), parent.pid(), "after its exec"));
      // What the parent's death changes is who is above, never whether the launcher is.
      parent.kill9();
      assertHolds(
          KernelFact.DESCENT,
          probes.descent(executed.pid(), world.launcher().pid(), "after its parent's death"));
    }
  }

  @Test
  void fact02_aSessionIsInheritedOrMade() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor creator = world.launcher().fork("creator", ForkOptions.none().setsid());
      Actor heir = creator.fork("heir");
      assertHolds(KernelFact.SESSION, probes.session(creator.pid(), heir.pid()));
      assertFailsWith("EPERM", creator::setsid);
      creator.kill9();
      assertThat(heir.stat().sid()).isEqualTo(creator.pid());
      heir.setsid();
      Actor heirsHeir = heir.fork("heir's-heir");
      assertHolds(KernelFact.SESSION, probes.session(heir.pid(), heirsHeir.pid()));
    }
  }

  @Test
  void fact03_aGroupIsWithinOneSession() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor other = world.stranger().fork("other", ForkOptions.none().setpgid());
      Actor outsider = world.launcher().fork("outsider");
      assertThat(other.stat().sid()).isNotEqualTo(outsider.stat().sid());
      assertFailsWith("EPERM", () -> outsider.setpgid(new ProcessGroupChange(0, other.pid())));
      assertFailsWith(
          "EPERM",
          () -> world.launcher().setpgid(new ProcessGroupChange(outsider.pid(), other.pid())));
      assertHolds(KernelFact.GROUP, probes.group(outsider.pid(), other.pid()));
      Actor leader = world.launcher().fork("leader", ForkOptions.none().setpgid());
      outsider.setpgid(new ProcessGroupChange(0, leader.pid()));
      assertThat(outsider.stat().pgid()).isEqualTo(leader.pid());
      assertHolds(KernelFact.GROUP, ofThisHost(KernelFact.GROUP));
    }
  }

  @Test
  void fact04_aNumberInUseIsNotHandedOut() throws Exception {
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      lookInto(world);
      Actor launcher = world.launcher();
      Actor session = launcher.fork("session", ForkOptions.none().at(320).setsid());
      Actor member = session.fork("member", ForkOptions.none().setpgid());
      Actor group = launcher.fork("group", ForkOptions.none().at(340).setpgid());
      Actor groupMember = launcher.fork("group-member", ForkOptions.none().joinGroup(340));
      for (Actor leader : List.of(session, group)) {
        leader.exit();
        launcher.waitFor(leader.pid());
      }
      assertHolds(KernelFact.NUMBER_KEPT, probes.numberKept(320, member.pid()));
      assertHolds(KernelFact.NUMBER_KEPT, probes.numberKept(340, groupMember.pid()));
      for (int round = 0; round < 3; round++) {
        assertThat(nextAfter(launcher, 319)).isGreaterThan(320);
        assertThat(nextAfter(launcher, 339)).isGreaterThan(340);
      }
      member.kill9();
      groupMember.kill9();
      launcher.collect();
      member.awaitGone();
      // The kernel frees a number a moment after its entry is gone (release_task, Linux 6.16).
      for (int freed : new int[] {320, 340}) {
        Deadline.standard()
            .await(freed + " is handed out again", () -> nextAfter(launcher, freed - 1) == freed);
      }
    }
  }

  /** The number that is handed out after {@code number} was. */
  private static int nextAfter(Actor parent, int number) {
    parent.burnTo(number);
    assertThat(parent.burnPids(1)).isEqualTo(number);
    return parent.burnPids(1);
  }

  @Test
  void fact05_numbersGoUpwardsAndBeginAnew() throws Exception {
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      lookInto(world);
      Actor launcher = world.launcher();
      int lastBefore = world.lastPid();
      int[] pids = new int[5];
      for (int i = 0; i < pids.length; i++) {
        pids[i] = launcher.fork("child" + i).pid();
        assertThat(world.lastPid()).isEqualTo(pids[i]);
      }
      assertHolds(KernelFact.NUMBERS_UPWARDS, probes.upwards(lastBefore, world.lastPid(), pids));
      for (int round = 0; round < 3; round++) {
        launcher.burnTo(FEW_NUMBERS - 1);
        assertThat(launcher.burnPids(1)).isEqualTo(FEW_NUMBERS - 1);
        assertThat(world.lastPid()).isEqualTo(FEW_NUMBERS - 1);
        assertThat(launcher.burnPids(1)).isEqualTo(PidNamespace.FIRST_REUSED_PID);
        assertThat(world.lastPid()).isEqualTo(PidNamespace.FIRST_REUSED_PID);
      }
    }
    OwnThreadProbes own = new OwnThreadProbes(files, facts, System::nanoTime);
    assertHolds(KernelFact.NUMBERS_UPWARDS, own.numbersUpwards());
  }

  @Test
  void fact06_theListingAscendsAndCanBeginAnywhere() throws Exception {
    try (ProcessWorld world = ProcessWorld.open()) {
      List<Integer> children = world.launcher().forkSilent(40, ForkOptions.none());
      int first = world.stranger().fork("stormy").storm(Storm.of(20_000));
      ProcessTable table = new ProcessTable(256);
      int[] chunk = new int[64];
      for (int round = 0; round < 20; round++) {
        assertThat(scanner.scanAll(table).ascending()).isTrue();
        for (int child : children) {
          files.startListing(child);
          assertThat(files.list(chunk)).isPositive();
          assertThat(chunk[0]).isEqualTo(child);
          files.startListing(child + 1);
          int count = files.list(chunk);
          assertThat(count == 0 || chunk[0] > child).isTrue();
        }
      }
      assertHolds(KernelFact.LISTING_ASCENDS, ofThisHost(KernelFact.LISTING_ASCENDS));
      assertThat(first).isPositive();
    }
  }

  @Test
  void fact07_aKeptDescriptorStaysWithItsProcess() throws Exception {
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      lookInto(world);
      Actor launcher = world.launcher();
      Actor first = launcher.fork("first", ForkOptions.none().at(320));
      int descriptor = probes.keep(320);
      assertThat(probes.readKept(320, descriptor)).isEqualTo(ReadResult.OK);
      first.exit();
      assertThat(probes.readKept(320, descriptor)).isEqualTo(ReadResult.OK);
      launcher.waitFor(320);
      assertHolds(KernelFact.KEPT_DESCRIPTOR, probes.endOf(320, descriptor));
      Actor second = world.stranger().fork("second", ForkOptions.none().at(320));
      assertThat(second.stat().startTicks()).isGreaterThanOrEqualTo(first.startTicks());
      assertThat(scanner.readOne(320, new ProcessTable(1))).isEqualTo(ReadResult.OK);
      assertHolds(KernelFact.KEPT_DESCRIPTOR, probes.endOf(320, descriptor));
      probes.close(descriptor);
    }
    OwnThreadProbes own = new OwnThreadProbes(files, facts, System::nanoTime);
    assertThat(own.keptDescriptorIsLive().outcome().fails()).isFalse();
    assertThat(own.keptDescriptorEnds().outcome().fails()).isFalse();
  }

  /** The moment is shorter than a reading, so whether it is caught is luck: bounded tries. */
  @Test
  void fact08_whoIsBeingReleasedShowsNoGroupAndSession() throws Exception {
    int triesMax = 2_000;
    int readsMax = 1_000_000;
    Deadline deadline = Deadline.after(Duration.ofSeconds(20));
    int tries = 0;
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.collectChildren(true);
      FactFinding finding = null;
      while (tries < triesMax && !deadline.passed()) {
        tries++;
        int pid = launcher.forkSilent(1, ForkOptions.none()).get(0);
        int descriptor = probes.keep(pid);
        CompletableFuture<Void> kill =
            CompletableFuture.runAsync(() -> launcher.kill(pid, Signal.KILL));
        finding = probes.release(pid, descriptor, readsMax);
        kill.get(Deadline.DEFAULT.toSeconds(), TimeUnit.SECONDS);
        probes.close(descriptor);
        if (finding.outcome() != Outcome.RELIED_ON) {
          break;
        }
      }
      boolean caught = finding != null && finding.outcome() != Outcome.RELIED_ON;
      Assumptions.assumeTrue(caught, "nobody was caught in " + tries + " tries");
      assertHolds(KernelFact.RELEASING, Objects.requireNonNull(finding));
    }
  }

  @Test
  void fact09_deadAreThoseWithoutAnyThread() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor corpse = world.launcher().fork("corpse");
      corpse.exit();
      FactFinding dead = probes.corpse(corpse.pid());
      assertHolds(KernelFact.DEATH, dead);
      assertThat(dead.detail()).endsWith("signal 0 is taken");
      Actor leaderless = world.launcher().fork("leaderless");
      leaderless.exitLeader();
      assertHolds(KernelFact.DEATH, probes.leaderless(leaderless.pid()));
      assertThat(leaderless.fork("child").stat().ppid()).isEqualTo(leaderless.pid());
    }
  }

  @Test
  void fact10_aNameMayHoldAnything() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor actor = world.launcher().fork("named");
      int parent = world.launcher().pid();
      for (String name :
          List.of(") S 1 1 (", "a b", "x\ny) R 0 0 0", "((((", "))))", ")", " ", "1) Z 1")) {
        actor.comm(name);
        assertHolds(KernelFact.NAME, probes.name(actor.pid(), name, parent));
      }
    }
  }

  @Test
  void fact11_aPidfdsInodeIsOneProcess() {
    Assumptions.assumeTrue(facts.abilities().uniquePidfdInodes(), "a kernel before 6.9");
    try (ProcessWorld world = ProcessWorld.open()) {
      int[] living =
          world.launcher().forkSilent(50, ForkOptions.none()).stream()
              .mapToInt(Integer::intValue)
              .toArray();
      assertHolds(KernelFact.PIDFD_INODE, probes.inodes(living));
      Set<Long> seen = new HashSet<>();
      for (int i = 0; i < 100; i++) {
        Actor passing = world.launcher().fork("passing" + i);
        int pidfd = pidfds.open(passing.pid());
        assertThat(seen.add(pidfds.inode(pidfd))).isTrue();
        pidfds.close(pidfd);
        passing.exit();
        world.launcher().waitFor(passing.pid());
      }
    }
  }

  @Test
  void fact12_whoAdopts() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor launcher = world.launcher();
      launcher.subreaper(true);
      world.stranger().subreaper(true);
      Actor above = launcher.fork("above", ForkOptions.none().subreaper());
      Actor between = above.fork("between");
      Actor parent = between.fork("parent");
      Actor orphan = parent.fork("orphan", ForkOptions.none().setsid());
      parent.exit();
      assertHolds(
          KernelFact.ADOPTION,
          probes.adopter(orphan.pid(), above.pid(), "past one that is no subreaper"));
      above.kill9();
      assertHolds(
          KernelFact.ADOPTION,
          probes.adopter(orphan.pid(), launcher.pid(), "the next subreaper above"));
      assertHolds(KernelFact.ADOPTION, probes.init(orphan.pid(), false));
    }
    assertNestedInitAdopts();
  }

  /**
   * Its own orphans past a subreaper above it, and those of a visitor that it is no ancestor of.
   */
  private void assertNestedInitAdopts() {
    Requirements.assumePidNamespace();
    try (ProcessWorld world = ProcessWorld.open()) {
      world.launcher().subreaper(true);
      Actor init = world.launcher().fork("init", ForkOptions.none().newPidNamespace());
      Actor parent = init.fork("parent");
      Actor orphan = parent.fork("orphan");
      parent.exit();
      assertHolds(
          KernelFact.ADOPTION, probes.adopter(orphan.pid(), init.pid(), "its namespace's init"));
      assertHolds(KernelFact.ADOPTION, probes.init(init.pid(), true));
      assertHolds(KernelFact.ADOPTION, probes.init(orphan.pid(), false));
      Program visitor =
          world
              .launcher()
              .launch(
                  "visitor",
                  List.of(
                      "/usr/bin/env",
                      "nsenter",
                      "--pid",
                      "--target",
                      Integer.toString(init.pid()),
                      "sh",
                      "-c",
                      "sleep 30 >/dev/null & echo left"));
      visitor.awaitLine("left");
      assertThat(visitor.awaitEnding().exitCode()).isZero();
      List<Integer> adopted =
          new ArrayList<>(Objects.requireNonNull(ProcText.host().children(init.pid(), init.pid())));
      adopted.remove(Integer.valueOf(orphan.pid()));
      adopted.removeIf(pid -> ProcText.host().requireStat(pid).isDead());
      assertThat(adopted).hasSize(1);
      assertHolds(
          KernelFact.ADOPTION,
          probes.adopter(adopted.get(0), init.pid(), "no ancestor of who left it there"));
    }
  }

  @Test
  void fact13_cloneParentMakesASibling() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor forker = world.launcher().fork("forker");
      Actor sibling = forker.fork("sibling", ForkOptions.none().cloneParent());
      assertHolds(KernelFact.CLONE_PARENT, probes.sibling(sibling.pid(), forker.pid()));
      assertThat(forker.isAlive()).isTrue();
    }
  }

  @Test
  void fact14_whoIsListedUnderWhichThread() {
    try (ProcessWorld world = ProcessWorld.open()) {
      Actor adopter = world.launcher().fork("adopter", ForkOptions.none().subreaper());
      List<Integer> before = ProcText.host().threads(adopter.pid());
      Actor own = adopter.fork("own", ForkOptions.none().fromThread());
      List<Integer> after = new ArrayList<>(ProcText.host().threads(adopter.pid()));
      after.removeAll(before);
      assertThat(after).hasSize(1);
      KernelFact fact = KernelFact.LISTED_UNDER_THREAD;
      assertHolds(fact, probes.listedUnder(adopter.pid(), own.pid(), after.get(0)));
      assertHolds(fact, probes.listedUnderForker(adopter.pid(), own.pid()));
      for (int i = 0; i < 20; i++) {
        ForkOptions forking = i % 2 == 0 ? ForkOptions.none() : ForkOptions.none().fromThread();
        Actor parent = adopter.fork("parent" + i, forking);
        Actor orphan = parent.fork("orphan" + i, forking);
        parent.exit();
        assertHolds(
            KernelFact.ADOPTION, probes.adopter(orphan.pid(), adopter.pid(), "a subreaper"));
        assertHolds(fact, probes.listedUnder(adopter.pid(), orphan.pid(), adopter.pid()));
      }
      assertHolds(fact, probes.listedUnder(adopter.pid(), own.pid(), after.get(0)));
    }
  }

  /**
   * A host cannot be brought down here: the id is one, everywhere; and a file outlives a writer.
   */
  @Test
  void fact15_theBootHasAnIdAndThePageCacheOutlivesAWriter() throws Exception {
    assertThat(facts.identity().bootId()).isNotNull();
    assertThat(ofThisHost(KernelFact.BOOT).outcome().fails()).isFalse();
    Path written = folder.resolve("written");
    try (PidNamespace world = PidNamespace.open(FEW_NUMBERS)) {
      String script = "cat /proc/sys/kernel/random/boot_id; printf all-of-it > \"$1\"; kill -9 $$";
      Program program =
          world
              .launcher()
              .launch("writer", List.of("/bin/sh", "-c", script, "sh", written.toString()));
      assertThat(program.readLine()).isEqualTo(String.valueOf(facts.identity().bootId()));
      assertThat(program.awaitEnding().signalNumber()).isEqualTo(Signal.KILL.number());
    }
    assertThat(Files.readString(written, StandardCharsets.US_ASCII)).isEqualTo("all-of-it");
  }
}
