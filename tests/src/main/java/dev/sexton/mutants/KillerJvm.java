package dev.sexton.mutants;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A JVM that runs tests against one mutant after the other ({@link KillerMain}). One that does not
 * answer in time, or ends, is replaced by another. Not thread-safe.
 */
final class KillerJvm implements AutoCloseable {
  /** For all tests of one mutant. A test that can hang has a deadline of its own, below this. */
  static final Duration MUTANT_MAX = Duration.ofMinutes(2);

  /** For the tests of all mutants together. */
  static final Duration ALL_MAX = Duration.ofMinutes(5);

  private static final String END = "";
  private static final int LOG_CHARACTERS_MAX = 2_000;
  private static final int FIELDS = 3;

  /** Before too many classes are loaded. */
  private static final int REQUESTS_MAX = 40;

  /** Says whose what a test leaves behind is: not that JVM's, which may be running others. */
  private static final String TEST_JVM = "SEXTON_TEST_JVM";

  /** The same histories each time, whatever generator a test has. */
  private static final String SEED = "-Dsexton.seed=1";

  private final ProjectFiles project;
  private final Path folder;
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private volatile @Nullable Process process;
  private int requests;

  /**
   * None is started yet.
   *
   * @param folder takes what the tests write
   */
  KillerJvm(ProjectFiles project, Path folder) {
    this.project = project;
    this.folder = folder;
  }

  /**
   * What a JVM reported.
   *
   * @param killer the test that decided, or an empty text
   * @param text what it said, in one line
   */
  record Answer(KillerMain.Result result, String killer, String text) {}

  /** Runs tests with the classes in a folder before the product's, and waits for their end. */
  Answer run(Path classes, List<String> killers, Duration longest)
      throws MutantException, InterruptedException {
    List<String> request = new ArrayList<>();
    request.add(classes.toString());
    request.addAll(Killers.resolve(project, killers));
    try {
      Process running = started();
      byte[] line = (String.join("\t", request) + "\n").getBytes(StandardCharsets.UTF_8);
      running.getOutputStream().write(line);
      running.getOutputStream().flush();
      String answer = answers.poll(longest.toMillis(), TimeUnit.MILLISECONDS);
      if (answer == null) {
        throw broken("its tests did not end within " + longest.toSeconds() + " s");
      }
      if (answer.equals(END)) {
        throw broken("the JVM of its tests ended with status " + running.waitFor());
      }
      return parsed(answer);
    } catch (IOException e) {
      throw broken("the JVM of its tests does not listen: " + e);
    }
  }

  private Process started() throws IOException {
    Process running = process;
    if (running != null && running.isAlive() && requests < REQUESTS_MAX) {
      requests++;
      return running;
    }
    close();
    answers.clear();
    Files.createDirectories(folder.resolve("tmp"));
    ProcessBuilder builder = new ProcessBuilder(words());
    builder.directory(project.workingDirectory().toFile());
    builder.environment().remove(TEST_JVM);
    builder.redirectError(folder.resolve("log").toFile());
    Process started = builder.start();
    process = started;
    requests = 1;
    Thread reading = new Thread(() -> read(started), "killer-answers");
    reading.setDaemon(true);
    reading.start();
    return started;
  }

  private void read(Process from) {
    try (BufferedReader lines = from.inputReader(StandardCharsets.UTF_8)) {
      lines.lines().filter(line -> line.startsWith(KillerMain.ANSWER)).forEach(answers::add);
    } catch (IOException | UncheckedIOException e) {
      // The same as the end of its output.
    }
    if (from == process) {
      answers.add(END);
    }
  }

  private List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--add-") || flag.startsWith("-Dchronicle.")) {
        words.add(flag);
      }
    }
    words.addAll(List.of("-XX:+UseSerialGC", "-Xmx512m", "-XX:TieredStopAtLevel=1", SEED));
    words.add("-Djava.io.tmpdir=" + folder.resolve("tmp"));
    words.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=error");
    words.addAll(List.of("-cp", project.classPath(), KillerMain.class.getName()));
    project.classFolders().forEach(classes -> words.add(classes.toString()));
    return words;
  }

  private static Answer parsed(String line) {
    String[] fields = line.substring(KillerMain.ANSWER.length()).split("\t", -1);
    return new Answer(
        KillerMain.Result.valueOf(fields[0]),
        fields.length > 1 ? Killers.shortName(fields[1]) : "",
        fields.length >= FIELDS ? fields[2] : "");
  }

  private MutantException broken(String what) {
    close();
    String said;
    try {
      said = Files.readString(folder.resolve("log")).strip();
    } catch (IOException e) {
      said = e.toString();
    }
    int from = Math.max(0, said.length() - LOG_CHARACTERS_MAX);
    return new MutantException(
        MutantException.Kind.BROKEN, what + "; it said: " + said.substring(from));
  }

  /** Ends the JVM, and waits for its end. */
  @Override
  public void close() {
    Process running = process;
    process = null;
    if (running != null) {
      running.destroyForcibly().onExit().join();
    }
  }
}
