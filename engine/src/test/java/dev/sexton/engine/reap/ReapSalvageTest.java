package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.journal.JournalSalvage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A reap over a salvage says what a reap over its source would have said. */
class ReapSalvageTest extends FakeHostReaps {

  private ReapReport reapSalvage() throws Exception {
    Path copy = folder.resolve("copy");
    try (JournalSalvage salvage = JournalSalvage.into(copy)) {
      salvage.salvage(run);
    }
    return Reaper.over(copy).on(host::open).with(AT_ONCE).reap();
  }

  @Test
  void aDamagedJournalsSalvageBuriesAndDoesNotSign() throws Exception {
    FakeTask member = recordAMember();
    spoilARowOfTheCensus();
    host.collect(host.runner);

    ReapReport report = reapSalvage();

    assertThat(report.verified()).isFalse();
    assertThat(report.reasons()).contains(RefusalReason.JOURNAL_DAMAGED);
    assertThat(host.touched()).containsExactly(member.pid);
    assertThat(folder.resolve("copy").resolve("run")).exists();
  }

  @Test
  void aWholeJournalsSalvageIsProvedAndLeavesItsSourceThere() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);

    ReapReport report = reapSalvage();

    assertThat(report.verified()).isTrue();
    assertThat(host.touched()).containsExactly(member.pid);
    assertThat(run).exists();
    assertThat(folder.resolve("copy").resolve("run")).doesNotExist();
  }
}
