package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@ExtendWith(NoSurvivors.class)
@MayOrphan
class TreeShapeTest {

  private ProcessWorld world;

  @BeforeEach
  void open() {
    world = ProcessWorld.open();
  }

  @AfterEach
  void close() {
    world.close();
  }

  @Test
  void rootsAreChildrenOfThisJvmAndLeadSessions() {
    for (Actor root : List.of(world.launcher(), world.stranger(), world.warden())) {
      assertThat(root.stat().ppid()).isEqualTo((int) ProcessHandle.current().pid());
      assertThat(root.stat().sid()).isEqualTo(root.pid());
      assertThat(root.stat().pgid()).isEqualTo(root.pid());
      assertThat(root.hostPid()).isEqualTo(root.pid());
    }
  }

  @Test
  void aPlainChildInheritsSessionAndGroup() {
    Actor child = world.launcher().fork("child");
    assertThat(child.stat().ppid()).isEqualTo(world.launcher().pid());
    assertThat(child.stat().sid()).isEqualTo(world.launcher().pid());
    assertThat(child.stat().pgid()).isEqualTo(world.launcher().pid());
    assertThat(child.startTicks()).isGreaterThanOrEqualTo(world.launcher().startTicks());
  }

  @Test
  void sessionsAndGroupsAreAsAskedFor() {
    Actor runner = world.launcher().fork("runner", ForkOptions.none().setsid());
    assertThat(runner.stat().sid()).isEqualTo(runner.pid());
    Actor leader = runner.fork("leader", ForkOptions.none().setpgid());
    assertThat(leader.stat().pgid()).isEqualTo(leader.pid());
    assertThat(leader.stat().sid()).isEqualTo(runner.pid());
    Actor joined = runner.fork("joined", ForkOptions.none().joinGroup(leader.pid()));
    assertThat(joined.stat().pgid()).isEqualTo(leader.pid());
    joined.setpgid(new ProcessGroupChange(0, runner.pid()));
    assertThat(joined.stat().pgid()).isEqualTo(runner.pid());
    joined.setsid();
    assertThat(joined.stat().sid()).isEqualTo(joined.pid());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"tmux: server", "a) S 1 1 1 (b", ")", "(((", "", "x\n1 2 3", "fifteen bytes!!"})
  void namesHoldWhateverWasAskedFor(String name) {
    Actor child = world.launcher().fork("child", ForkOptions.none().comm(name));
    assertThat(child.stat().comm()).isEqualTo(name);
    assertThat(child.stat().ppid()).isEqualTo(world.launcher().pid());
  }

  @Test
  void namesAreBytes() {
    byte[] name = new byte[15];
    Arrays.fill(name, (byte) 0xff);
    Actor child = world.launcher().fork("child");
    child.comm(name);
    assertThat(child.stat().comm()).isEqualTo(new String(name, StandardCharsets.ISO_8859_1));
  }

  @Test
  void anOrphanOfADoubleForkLandsAtTheSubreaper() {
    world.launcher().subreaper(true);
    Actor runner = world.launcher().fork("runner");
    Actor orphan = runner.fork("orphan", ForkOptions.none().doubleFork().setsid());
    assertThat(orphan.stat().ppid()).isEqualTo(world.launcher().pid());
    assertThat(orphan.stat().sid()).isEqualTo(orphan.pid());
    Actor daemon = runner.fork("daemon", ForkOptions.none().daemon());
    assertThat(daemon.stat().ppid()).isEqualTo(world.launcher().pid());
    assertThat(daemon.stat().sid()).isNotEqualTo(daemon.pid()).isNotEqualTo(world.launcher().pid());
  }

  @Test
  void aChildWhoseParentIsKilledGoesToTheNearestSubreaper() {
    Actor runner = world.launcher().fork("runner", ForkOptions.none().subreaper());
    Actor middle = runner.fork("middle");
    Actor child = middle.fork("child");
    middle.kill9();
    child.awaitParent(runner.pid());
    assertThat(middle.isGone()).isFalse();
    runner.collect();
    middle.awaitGone();
  }

  @Test
  void cloneParentMakesASibling() {
    Actor runner = world.launcher().fork("runner");
    Actor sibling = runner.fork("sibling", ForkOptions.none().cloneParent());
    assertThat(sibling.stat().ppid()).isEqualTo(world.launcher().pid());
    assertThat(sibling.fork("nephew").stat().ppid()).isEqualTo(sibling.pid());
  }

  @Test
  void aForkFromAThreadIsListedUnderThatThread() {
    Actor runner = world.launcher().fork("runner");
    Actor child = runner.fork("child", ForkOptions.none().fromThread());
    assertThat(world.proc().threads(runner.pid())).hasSize(2);
    assertThat(world.proc().children(runner.pid(), runner.pid())).isEmpty();
    int thread = world.proc().threads(runner.pid()).get(1);
    assertThat(world.proc().children(runner.pid(), thread)).containsExactly(child.pid());
  }

  @Test
  void aNestedNamespaceHasAnInitOfItsOwn() {
    Requirements.assumeRoot();
    Actor nested = world.stranger().fork("nested", ForkOptions.none().newPidNamespace());
    Actor inner = nested.fork("inner");
    assertThat(nested.ownPid()).isEqualTo(1);
    assertThat(inner.ownPid()).isEqualTo(2);
    assertThat(nested.stat().ppid()).isEqualTo(world.stranger().pid());
    assertThat(inner.stat().ppid()).isEqualTo(nested.pid());
    assertThat(Words.of(String.valueOf(world.proc().status(inner.pid(), "NSpid"))))
        .containsExactly(Integer.toString(inner.pid()), "2");
    nested.kill9();
    inner.awaitDead();
  }

  @Test
  void userFolderAndDispositionsAreAsAskedFor() {
    Requirements.assumeRoot();
    Actor child =
        world
            .launcher()
            .fork(
                "child",
                ForkOptions.none().chdir("/").uid(65534).nonDumpable().ignore(Signal.TERM));
    assertThat(world.proc().link(child.pid(), "cwd")).isEqualTo("/");
    assertThat(Words.of(String.valueOf(world.proc().status(child.pid(), "Uid"))))
        .containsExactly("65534", "65534", "65534", "65534");
    // A bit for each signal; others may be ignored since before the build.
    long ignored =
        Long.parseUnsignedLong(String.valueOf(world.proc().status(child.pid(), "SigIgn")), 16);
    assertThat(ignored & 1L << (Signal.TERM.number() - 1)).isNotZero();
    child.signal(Signal.TERM);
    assertThat(child.fork("grandchild").stat().ppid()).isEqualTo(child.pid());
  }

  @Test
  void execReplacesTheEnvironment() {
    Actor before = world.launcher().fork("before");
    Actor after =
        before.exec(
            "after", Environment.empty().with("A", "b c").fill("LONG=", 128 * 1024 - 16, 32));
    assertThat(after.pid()).isEqualTo(before.pid());
    assertThat(after.startTicks()).isEqualTo(before.startTicks());
    List<String> environment = world.proc().environment(after.pid());
    assertThat(environment).hasSize(33).startsWith("A=b c");
    assertThat(environment).last().asString().startsWith("LONG=xxx").hasSize(128 * 1024 - 11);
    assertThat(after.fork("child").stat().ppid()).isEqualTo(before.pid());
  }

  @Test
  void anOptionThatFailsIsReportedWithItsErrno() {
    // Often, because the report of the failure races with the answer of the parent; and the tag is
    // free again each time.
    for (int i = 0; i < 20; i++) {
      assertThatThrownBy(() -> world.launcher().fork("child", ForkOptions.none().joinGroup(1)))
          .isInstanceOfSatisfying(
              ActorException.class, e -> assertThat(e.errnoName()).isEqualTo("EPERM"));
    }
  }
}
