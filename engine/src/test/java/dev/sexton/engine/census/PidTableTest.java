package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PidTableTest {
  @Test
  void behavesLikeAMapUnderRandomUse() {
    long seed = Long.getLong("sexton.seed", System.nanoTime());
    Random random = new Random(seed);
    PidTable table = new PidTable();
    Map<Integer, Long> model = new HashMap<>();
    for (int step = 0; step < 200_000; step++) {
      int pid = 1 + random.nextInt(3_000);
      if (random.nextInt(3) > 0) {
        long ticks = random.nextInt(1_000_000);
        table.put(pid, ticks, 1);
        model.put(pid, ticks);
      } else {
        table.remove(pid);
        model.remove(pid);
      }
      assertThat(table.size()).as("seed %d, step %d", seed, step).isEqualTo(model.size());
    }
    for (int pid = 1; pid <= 3_000; pid++) {
      assertThat(table.get(pid))
          .as("seed %d, pid %d", seed, pid)
          .isEqualTo(model.getOrDefault(pid, PidTable.ABSENT));
    }
  }

  @Test
  void removesWhatBearsAnotherMarkAndNothingElse() {
    PidTable table = new PidTable();
    for (int pid = 1; pid <= 5_000; pid++) {
      table.put(pid, pid * 10L, pid % 2);
    }
    Map<Integer, Long> removed = new HashMap<>();
    table.removeUnmarked(1, removed::put);

    assertThat(removed).hasSize(2_500).allSatisfy((pid, ticks) -> assertThat(pid % 2).isZero());
    assertThat(table.size()).isEqualTo(2_500);
    assertThat(table.get(4_999)).isEqualTo(49_990);
    assertThat(table.contains(5_000)).isFalse();
  }

  @Test
  void anEntryOfAnEarlierPassIsNotTakenForOneOfThis() {
    PidTable table = new PidTable();
    table.put(7, 70, 1);

    assertThat(table.getMarked(7, 1)).isEqualTo(70);
    assertThat(table.getMarked(7, 2)).isEqualTo(PidTable.ABSENT);
  }
}
