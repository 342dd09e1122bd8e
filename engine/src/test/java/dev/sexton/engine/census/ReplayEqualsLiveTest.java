package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same code attributes beside the sampler and over its journal, with the same result. */
@Timeout(120)
class ReplayEqualsLiveTest {
  /** Each line read makes the runner do one thing more; it answers when that is done. */
  private static final String RUNNER =
      """
      while read -r word; do
        case $word in
          child) sleep 600 & ;;
          session) setsid sleep 600 & ;;
          brood) setsid sh -c 'sleep 600 & sleep 600 & wait' & ;;
          orphan) (setsid sh -c 'sleep 600 & sleep 600' &) ;;
          bare) env -i sleep 600 & ;;
          short) true & wait $! ;;
        esac
        echo done
      done
      kill 0
      """;

  private static final List<String> WORDS =
      List.of("child", "session", "brood", "short", "orphan", "bare", "brood", "short", "child");

  @TempDir private Path root;

  @Test
  void verdictsAreTheSame() throws Exception {
    SamplerOptions byHand =
        SamplerOptions.DEFAULT.withIntervalNs(60_000_000_000L).collectingAdopted(false);
    Process runner = new ProcessBuilder("setsid", "sh", "-c", RUNNER).start();
    List<Integer> members = new ArrayList<>();
    try (Sampler sampler = new Sampler(Host.open(), root, byHand, SamplerListener.NONE);
        BufferedReader answers = runner.inputReader();
        BufferedWriter words = runner.outputWriter()) {
      Path directory = sampler.add(RunRequest.runner("run", (int) runner.pid()));
      for (String word : WORDS) {
        words.write(word + "\n");
        words.flush();
        assertThat(answers.readLine()).isEqualTo("done");
        sampler.sampleNow();
      }
      sampler.sampleNow();

      Attributor live = sampler.attributorOf("run");
      Attributor replayed = LineageReplay.replay(directory).attributor();
      live.owned().forEach(p -> members.add(p.pid()));
      assertThat(describe(replayed)).isEqualTo(describe(live));
      assertThat(live.owned()).hasSizeGreaterThan(10);
    } finally {
      endAll(members);
      runner.waitFor();
    }
  }

  private static List<String> describe(Attributor attributor) {
    return attributor.all().stream()
        .sorted(Comparator.comparingInt(KnownProcess::pid))
        .map(p -> p + " of " + p.parentPid() + " in " + p.session() + "/" + p.processGroup())
        .toList();
  }

  /** By pidfd, so that no number is signalled that is another's by now. */
  private static void endAll(List<Integer> pids) throws Exception {
    try (Host host = Host.open()) {
      for (int pid : pids) {
        int pidfd = host.pidfds().open(pid);
        if (pidfd >= 0) {
          host.pidfds().signal(pidfd, 9);
          host.pidfds().awaitExit(new int[] {pidfd}, 1, 10_000_000_000L, new boolean[1]);
          host.pidfds().close(pidfd);
        }
      }
    }
  }
}
