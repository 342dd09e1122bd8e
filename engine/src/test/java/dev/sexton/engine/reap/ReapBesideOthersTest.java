package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.DirectoryLock;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Another reaper is at the same runs. */
class ReapBesideOthersTest extends FakeHostReaps {
  /** A reaper that another precedes between its finding the runs and its opening them. */
  private Reaper overtaken(Path target) {
    return Reaper.over(target).with(AT_ONCE).on(this::openAfterAnotherReap);
  }

  private Host openAfterAnotherReap() throws ProcfsException, UnsupportedHostException {
    try {
      assertThat(Reaper.over(root).with(AT_ONCE).on(host::open).reap().verified()).isTrue();
    } catch (ReapTargetException e) {
      throw new AssertionError(e);
    }
    return host.open();
  }

  @Test
  void aRunThatAnotherHasProvedMeanwhileIsAsIfItHadNotBeenListed() throws Exception {
    recordAMember();
    host.collect(host.runner);

    ReapReport report = overtaken(root).reap();

    assertThat(report.runs()).isEmpty();
    assertThat(report.reasons()).isEmpty();
    assertThat(run).doesNotExist();
  }

  /** That it is gone is no proof: somebody may have removed it. */
  @Test
  void aRunThatWasNamedAndIsGoneIsToldSo() throws Exception {
    recordAMember();
    host.collect(host.runner);

    assertThatThrownBy(() -> overtaken(run).reap())
        .isInstanceOf(ReapTargetException.class)
        .hasMessageContaining("is gone since it was found");
  }

  @Test
  void aRunThatAnotherHoldsIsNotTouched() throws Exception {
    recordAMember();
    host.collect(host.runner);
    try (DirectoryLock other = DirectoryLock.tryLock(run)) {
      assertThat(other).isNotNull();
      assertRefused(reap(), RefusalReason.REAP_IN_PROGRESS);
      assertUntouched();
    }
    assertThat(reap().verified()).isTrue();
  }
}
