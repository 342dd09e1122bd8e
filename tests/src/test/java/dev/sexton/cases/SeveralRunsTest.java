package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapListener;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Several runs under one root, reaped together: none spoils the other's answer. */
@Timeout(120)
class SeveralRunsTest extends CaseWorld {
  private static final int SCANS_BY_WHICH_ONE_IS_PROVED = 8;

  @Test
  void whatIsBornLaterDoesNotTakeBackAProof() {
    SampledRunner doubtful =
        sample(SampledRunner.startRunner(world(), "doubtful", ForkOptions.none()));
    Actor orphan = world().stranger().fork("orphan", ForkOptions.none().daemon().record());
    SampledRunner.awaitTickAfter(orphan);
    SampledRunner clear = sample(SampledRunner.startRunner(world(), "clear", ForkOptions.none()));
    doubtful.killUnsampled();
    clear.killUnsampled();

    List<Actor> later = new ArrayList<>();
    ReapListener bearsAnother =
        new ReapListener() {
          @Override
          public void scanned(int scans, int alive, int undecided) {
            if (scans >= SCANS_BY_WHICH_ONE_IS_PROVED && later.isEmpty()) {
              later.add(world().stranger().fork("later", ForkOptions.none().daemon().record()));
            }
          }
        };
    ReapCheck check = doubtful.reapAll().expectingRefusal().listener(bearsAnother).go();

    check.refused(RefusalReason.UNATTRIBUTED_ORPHAN);
    assertThat(later).as("the reap came as far as the hook").hasSize(1);
    RunReport ofClear = runOf(check.report(), clear);
    assertThat(ofClear.verified()).as(check.toString()).isTrue();
    assertThat(ofClear.retired()).isTrue();
    assertThat(runOf(check.report(), doubtful).processes())
        .extracting(p -> p.identity().pid())
        .contains(orphan.pid(), later.get(0).pid());
    orphan.assertNeverTouched();
    later.get(0).assertNeverTouched();
  }

  private static RunReport runOf(ReapReport report, SampledRunner run) {
    return report.runs().stream()
        .filter(r -> r.run().equals(run.runner().tag()))
        .findFirst()
        .orElseThrow();
  }
}
