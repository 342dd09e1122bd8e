package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.fake.FakeHost;
import dev.sexton.procfs.PidNumbers;
import org.junit.jupiter.api.Test;

/** What is tried of a host before anything rests on it. */
class HostTest {
  private static final int KEPT_MAX = 10;

  private final FakeHost fake = new FakeHost();

  /** This host is made up, so a thread that this test begins does not move its numbers. */
  @Test
  void aLastNumberThatStandsStillIsNotBelieved() throws Exception {
    try (Host host = Host.over(fake.files, fake, KEPT_MAX)) {
      assertThat(host.facts().numbers().lastPid()).isEqualTo(PidNumbers.LAST_PID_UNKNOWN);
      assertThat(host.observer().scanner().lastPid()).isEqualTo(PidNumbers.LAST_PID_UNKNOWN);
    }
  }
}
