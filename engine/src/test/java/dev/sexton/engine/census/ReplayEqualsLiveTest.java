package dev.sexton.engine.census;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.model.Attribution;
import dev.sexton.procfs.Environ;
import dev.sexton.procfs.ProcessTable;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The same code attributes beside the sampler and over its journal, with the same result. */
@Timeout(120)
class ReplayEqualsLiveTest {
  /** Each line read makes the runner do one thing more; who did it last answers. */
  private static final String RUNNER =
      """
      while read -r word; do
        case $word in
          child) sleep 600 & echo done ;;
          session) setsid sleep 600 & echo done ;;
          brood) setsid sh -c 'sleep 600 & sleep 600 & echo done; wait' & ;;
          orphan) (setsid sh -c 'sleep 600 & echo done; wait' &) ;;
          bare) env -i sleep 600 & echo done ;;
          short) true & wait $!; echo done ;;
        esac
      done
      """;

  private static final List<String> WORDS =
      List.of("child", "session", "brood", "short", "orphan", "bare", "brood", "short", "child");

  private static final String MARK = "REPLAY_EQUALS_LIVE_TEST";

  @TempDir private Path root;

  @Test
  void verdictsAreTheSame() throws Exception {
    SamplerOptions byHand =
        SamplerOptions.DEFAULT.withIntervalNs(60_000_000_000L).collectingAdopted(false);
    ProcessBuilder builder = new ProcessBuilder("setsid", "sh", "-c", RUNNER);
    String mark = UUID.randomUUID().toString();
    builder.environment().put(MARK, mark);
    Process runner = builder.start();
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
      assertThat(live.all().size()).isEqualTo(replayed.all().size());
      assertThat(describe(replayed)).isEqualTo(describe(live));
      // The runner, two children, one in a session of its own, two broods of three, a bare one.
      assertThat(live.owned()).hasSizeGreaterThanOrEqualTo(11);
    } finally {
      members.addAll(marked(mark));
      endAll(members);
      runner.waitFor();
    }
  }

  /** Which of several rules found a stranger may depend on whose status was read for others. */
  private static String verdict(KnownProcess p) {
    return p.attribution() == Attribution.FOREIGN ? p.identity() + " FOREIGN" : p.toString();
  }

  private static List<String> describe(Attributor attributor) {
    return attributor.all().stream()
        .sorted(Comparator.comparingInt(KnownProcess::pid))
        .map(
            p ->
                verdict(p) + " of " + p.parentPid() + " in " + p.session() + "/" + p.processGroup())
        .toList();
  }

  /** Those that the sampler may not have attributed; the mark is a fresh one. */
  private static List<Integer> marked(String mark) throws Exception {
    List<Integer> marked = new ArrayList<>();
    try (Host host = Host.open()) {
      Environ environ = new Environ(host.files());
      ProcessTable everybody = new ProcessTable(64);
      host.observer().scanner().scanAll(everybody);
      for (int row = 0; row < everybody.rows(); row++) {
        int pid = everybody.pid(row);
        if (environ.find(pid, MARK, mark) == Environ.Finding.PRESENT) {
          marked.add(pid);
        }
      }
    }
    return marked;
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
