package dev.sexton.example;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.testing.Deadline;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The example service, as a process of its own: jobs, a crash, and the life after it. */
@ExtendWith(NoSurvivors.class)
@Timeout(180)
@NoForeignOrphans
class JobRunnerTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir private Path temp;
  private final HttpClient http = HttpClient.newHttpClient();

  @Test
  void provesTheJobsOfItsFormerLifeGone() throws Exception {
    Path journals = temp.resolve("journals");
    List<Path> pidFiles = List.of(temp.resolve("a"), temp.resolve("b"), temp.resolve("c"));
    Service first = Service.start(journals);
    List<ProcStat> orphans = new ArrayList<>();
    try {
      // One stays in its group, one calls setsid and outlives its parent, one forgets its mark.
      request(
          first,
          "POST",
          "/jobs",
          """
          sleep 600 & echo $! > %1$s.new; mv %1$s.new %1$s
          setsid sh -c 'sleep 600 & echo $! > %2$s.new; mv %2$s.new %2$s; wait' &
          env -i sh -c 'cd /; sleep 600 & echo $! > %3$s.new; mv %3$s.new %3$s; wait' &
          wait
          """
              .formatted(pidFiles.get(0), pidFiles.get(1), pidFiles.get(2)));
      for (Path file : pidFiles) {
        orphans.add(processIn(file));
      }
      // Three samples at the default interval have come and gone once a second job is recorded.
      request(first, "POST", "/jobs", "exec sleep 600");
    } finally {
      first.kill();
    }
    assertThat(orphans).allMatch(JobRunnerTest::isAlive);

    Service second = Service.start(journals);
    try {
      assertThat(request(second, "GET", "/predecessors", "")).startsWith("proved: 3 runs");
      assertThat(orphans).noneMatch(JobRunnerTest::isAlive);
    } finally {
      second.stop();
    }
  }

  @Test
  void endsOneJobAndLeavesTheOther() throws Exception {
    Path one = temp.resolve("one");
    Path two = temp.resolve("two");
    Service service = Service.start(temp.resolve("journals"));
    try {
      String first = request(service, "POST", "/jobs", job(one)).trim();
      String second = request(service, "POST", "/jobs", job(two)).trim();
      ProcStat ofFirst = processIn(one);
      ProcStat ofSecond = processIn(two);

      assertThat(end(service, first)).startsWith("proved");
      assertThat(isAlive(ofFirst)).isFalse();
      assertThat(isAlive(ofSecond)).isTrue();
      assertThat(end(service, second)).startsWith("proved");
      assertThat(isAlive(ofSecond)).isFalse();
    } finally {
      service.stop();
    }
  }

  /** On a host where much else comes and goes, a scan may have to be made once more. */
  private String end(Service service, String job) throws IOException, InterruptedException {
    Deadline deadline = Deadline.after(PATIENCE);
    String answer = request(service, "DELETE", "/jobs/" + job, "");
    while (answer.startsWith("refused: scan_inconclusive") && !deadline.passed()) {
      answer = request(service, "DELETE", "/jobs/" + job, "");
    }
    return answer;
  }

  private static String job(Path pidFile) {
    return "setsid sh -c 'sleep 600 & echo $! > %1$s.new; mv %1$s.new %1$s; wait' & wait"
        .formatted(pidFile);
  }

  private String request(Service service, String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .timeout(PATIENCE)
            .build();
    return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static ProcStat processIn(Path file) throws IOException {
    Awaitility.await().atMost(PATIENCE).until(() -> Files.exists(file));
    return ProcText.host().requireStat(Integer.parseInt(Files.readString(file).trim()));
  }

  /** A zombie that nobody has collected yet is dead. */
  private static boolean isAlive(ProcStat then) {
    ProcStat now = ProcText.host().stat(then.pid());
    return now != null && now.startTicks() == then.startTicks() && !now.isDead();
  }

  /** The service in a JVM of its own. */
  private record Service(Process process, int port) {
    static Service start(Path journals) throws IOException {
      List<String> command = new ArrayList<>();
      command.add(ProcessHandle.current().info().command().orElse("java"));
      for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
        if (flag.startsWith("--add-") || flag.startsWith("-Dchronicle")) {
          command.add(flag);
        }
      }
      command.add("-cp");
      command.add(System.getProperty("java.class.path"));
      command.add(JobRunnerMain.class.getName());
      command.add(journals.toString());
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      BufferedReader out = process.inputReader();
      String line = out.readLine();
      while (line != null && !line.startsWith("port ")) {
        line = out.readLine();
      }
      assertThat(line).as("the service's first word").isNotNull();
      return new Service(process, Integer.parseInt(line.substring("port ".length())));
    }

    void kill() throws InterruptedException {
      process.destroyForcibly();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    void stop() throws IOException, InterruptedException {
      process.getOutputStream().close();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }
}
