package dev.sexton.trees;

import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.MayOrphan;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.ProcessGroupChange;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * When the last process dies that ties a process group to the rest of its session while somebody in
 * the group is stopped, the kernel sends SIGHUP and SIGCONT to all of the group ({@code
 * kill_orphaned_pgrp} in kernel/exit.c, as POSIX has it). Members may share a group with strangers,
 * as in {@code runner | peer}: who ends a tied member while another one in there is stopped has the
 * kernel end the peer. A random tree found it.
 */
@ExtendWith(NoSurvivors.class)
@MayOrphan
class OrphanedGroupTest {

  private static final Duration NO_GRACE = Duration.ZERO;
  private static final Duration GRACE = Duration.ofMillis(500);
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  @TempDir Path root;

  @Test
  void thatTheReapStopsMembersEndsNoPeer() {
    assertPeersUntouched(false, NO_GRACE);
  }

  @Test
  void thatAMemberWasStoppedEndsNoPeer() {
    assertPeersUntouched(true, NO_GRACE);
  }

  @Test
  void thatAMemberWasStoppedEndsNoPeerOfOneEndedPolitely() {
    assertPeersUntouched(true, GRACE);
  }

  private void assertPeersUntouched(boolean elderStops, Duration grace) {
    try (PidNamespace world = PidNamespace.open(Numbers.USUAL.pidMax())) {
      world.launcher().record();
      NamespaceSexton sexton = NamespaceSexton.start(world, "sexton", root);
      Actor peer = world.launcher().fork("peer", ForkOptions.none().record());
      SampledRunner.awaitTickAfter(peer);
      Actor runner = world.launcher().fork("R");
      sexton.add(runner);
      Actor elder = runner.fork("elder");
      Actor tie = elder.fork("tie");
      // Stays in the group that the launcher, the peer and the elder are in.
      tie.fork("child");
      tie.setpgid(new ProcessGroupChange(0, 0));
      sexton.sample();
      sexton.closeSampler();
      runner.kill9();
      if (elderStops) {
        elder.stop();
      }
      sexton.reap(grace, DEADLINE).verified().notNamed(peer);
      peer.assertNeverTouched();
      world.launcher().assertNeverTouched();
    }
  }
}
