package dev.sexton.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.testing.NoForeignOrphans;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Watch, kill, reap and the demonstration, on each JDK that is installed beside the build's. */
class CommandEndToEndTest {
  private static final Path LAUNCHER =
      Path.of("..", "engine", "bin", "sexton").toAbsolutePath().normalize();
  private static final Path TARGET = Path.of("..", "engine", "target").toAbsolutePath().normalize();
  private static final Path GOLDEN =
      Path.of("..", "journal", "src", "test", "resources", "golden").toAbsolutePath().normalize();
  private static final long PATIENCE_S = 120;

  @TempDir Path directory;

  @BeforeAll
  static void isPackaged() {
    assumeTrue(
        Files.isDirectory(TARGET.resolve("lib")),
        "the command is packaged by 'mvn package'; 'mvn test' alone does not");
  }

  /** The build's JDK, and a JDK 25 where one stands beside it. */
  static List<Path> javaHomes() throws IOException {
    Path ours = Path.of(System.getProperty("java.home"));
    List<Path> homes = new ArrayList<>(List.of(ours));
    Path besides = ours.getParent();
    if (besides != null) {
      try (Stream<Path> others = Files.list(besides)) {
        others
            .filter(home -> String.valueOf(home.getFileName()).contains("25"))
            .filter(home -> Files.isExecutable(home.resolve("bin/java")))
            .findFirst()
            .ifPresent(homes::add);
      }
    }
    return homes;
  }

  private static ProcessBuilder sexton(Path javaHome, Object... args) {
    List<String> command = new ArrayList<>(List.of(LAUNCHER.toString()));
    for (Object arg : args) {
      command.add(arg.toString());
    }
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SEXTON_JAVA_HOME", javaHome.toString());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    return builder;
  }

  private static String outputOf(Process process) throws Exception {
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
    return text;
  }

  @ParameterizedTest
  @NoForeignOrphans
  @MethodSource("javaHomes")
  void watchesUntilTheRunnerIsKilledAndReapsWhatItLeft(Path javaHome) throws Exception {
    Path root = directory.resolve("journals");
    Process runner =
        new ProcessBuilder(
                "sh",
                "-c",
                "read go; setsid sh -c 'echo child $$; exec sleep 300' & read end; kill -9 $$")
            .start();
    Process watch =
        sexton(
                javaHome,
                "watch",
                "--pid",
                runner.pid(),
                "--journal",
                root,
                "--json",
                "--store",
                "plain",
                "--reap",
                "--grace",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    ProcessHandle escaped = runner.toHandle();
    try (BufferedReader said = watch.inputReader(StandardCharsets.UTF_8);
        BufferedReader child = runner.inputReader(StandardCharsets.UTF_8)) {
      JsonNode ready = new ObjectMapper().readTree(said.readLine());
      assertThat(ready.get("event").asText()).isEqualTo("ready");
      assertThat(ready.get("pid").asLong()).isEqualTo(runner.pid());
      assertThat(ready.get("store").asText()).isEqualTo("plain");
      assertThat(ready.get("storeReason").asText()).isNotEmpty();
      tell(runner);
      int childPid = Integer.parseInt(child.readLine().replace("child ", ""));
      escaped = ProcessHandle.of(childPid).orElseThrow();
      awaitOwned(javaHome, root, childPid);
      tell(runner);
      assertThat(runner.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      assertThat(new ObjectMapper().readTree(said.readLine()).get("event").asText())
          .isEqualTo("ended");
      JsonNode report = new ObjectMapper().readTree(said.readLine());
      assertThat(watch.waitFor(PATIENCE_S, TimeUnit.SECONDS)).isTrue();
      JsonNode ended = report.get("runs").get(0).get("processes");
      assertThat(ended.findValuesAsText("pid")).contains(Integer.toString(childPid));
      // Whatever else starts on this host under an ancestor of the runner may stand in the way of a
      // proof. It never stands in the way of ending what is the run's.
      assertThat(watch.exitValue()).isEqualTo(report.get("verified").asBoolean() ? 0 : 3);
      List<Integer> remaining = new ArrayList<>();
      report.get("remaining").forEach(pid -> remaining.add(pid.asInt()));
      assertThat(remaining).doesNotContain(childPid);
      assertThat(isDead(childPid)).isTrue();
    } finally {
      escaped.destroyForcibly();
      runner.destroyForcibly();
      watch.destroyForcibly();
    }
  }

  /** What was never sampled beside its parent is nobody's for certain, and would not be ended. */
  private static void awaitOwned(Path javaHome, Path root, int pid) throws Exception {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_S);
    while (System.nanoTime() < endNs) {
      String shown = outputOf(sexton(javaHome, "show", root, "--json").start());
      for (JsonNode run : new ObjectMapper().readTree(shown).get("runs")) {
        for (JsonNode process : run.get("processes")) {
          if (process.get("pid").asInt() == pid
              && process.get("attribution").asText().equals("owned")) {
            return;
          }
        }
      }
    }
    throw new AssertionError("process " + pid + " was never shown as a member");
  }

  /** Gone, or a zombie that its new parent has yet to collect. */
  private static boolean isDead(int pid) throws IOException {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      return "ZX".indexOf(stat.charAt(stat.lastIndexOf(')') + 2)) >= 0;
    } catch (NoSuchFileException e) {
      return true;
    }
  }

  private static void tell(Process process) throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
  }

  @ParameterizedTest
  @NoForeignOrphans
  @MethodSource("javaHomes")
  void theDemonstrationGoesAsTold(Path javaHome) throws Exception {
    Process demo = sexton(javaHome, "demo").redirectErrorStream(true).start();
    String text = outputOf(demo);
    assertThat(demo.exitValue()).as(text).isZero();
    assertThat(text)
        .contains("Proved: ", "Refused (unattributed_orphan)", "All of it went as told");
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void verifiesAndSalvagesJournalsOfEveryVersion(Path javaHome) throws Exception {
    for (String version : List.of("v1-chronicle", "v2-plain")) {
      Path root = unpack(version);
      Path copy = directory.resolve(version + "-copy");
      Process verify = sexton(javaHome, "verify", "--salvage", copy, root, "--json").start();
      JsonNode run = new ObjectMapper().readTree(outputOf(verify)).get("runs").get(0);
      assertThat(verify.exitValue()).as(run.toString()).isZero();
      assertThat(run.get("lineage").get("records")).isEqualTo(run.get("records"));
      assertThat(run.get("salvage").get("records")).isEqualTo(run.get("records"));
      Process again = sexton(javaHome, "verify", "--level", "records", copy).start();
      assertThat(outputOf(again)).contains("clean, level records: 1 run, ");
      assertThat(again.exitValue()).isZero();
    }
  }

  private Path unpack(String name) throws IOException {
    Path root = Files.createDirectory(directory.resolve(name));
    try (FileSystem archive = FileSystems.newFileSystem(GOLDEN.resolve(name + ".zip"))) {
      Path run = archive.getPath("/golden");
      Path to = Files.createDirectory(root.resolve("golden"));
      try (Stream<Path> files = Files.list(run)) {
        for (Path file : files.toList()) {
          Files.copy(file, to.resolve(String.valueOf(file.getFileName())));
        }
      }
    }
    return root;
  }

  @ParameterizedTest
  @MethodSource("javaHomes")
  void onlyWhatWasAskedForIsPrinted(Path javaHome) throws Exception {
    Process first = sexton(javaHome, "reap", directory, "--json").start();
    String json = outputOf(first);
    assertThat(new ObjectMapper().readTree(json).get("verified").asBoolean()).isTrue();
    Process second = sexton(javaHome, "doctor").redirectErrorStream(true).start();
    assertThat(outputOf(second)).contains("This host can do it").doesNotContain("WARNING");
    assertThat(second.exitValue()).isZero();
  }
}
