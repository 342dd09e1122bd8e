package dev.sexton.embedding;

import dev.sexton.engine.JobNotRecordedException;
import dev.sexton.engine.RunRegister;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.journal.JournalException;
import dev.sexton.testing.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A service that does what the test says. Reads a command a line and answers with lines, the last
 * of which is {@code done} or begins with {@code failed}; see {@link Service}.
 */
final class ServiceMain {

  static final String DONE = "done";
  static final String FAILED = "failed ";
  static final String SUBREAPER = "subreaper";

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final Map<String, Job> jobs = new HashMap<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  private @Nullable RunRegister register;

  private ServiceMain() {}

  public static void main(String[] arguments) throws IOException {
    new ServiceMain().obeyAll();
  }

  private void obeyAll() throws IOException {
    output.println(DONE);
    String line = input.readLine();
    while (line != null) {
      try {
        obey(line.split(" ", -1));
        output.println(DONE);
      } catch (Exception e) { // the test decides what was to be expected
        output.println(FAILED + describe(e));
      }
      line = input.readLine();
    }
  }

  private static String describe(Exception e) {
    String kind = kind(e) + kind(e.getCause());
    String pid = e instanceof JobNotRecordedException job ? " job " + job.process().pid() : "";
    String message = String.valueOf(e.getMessage()).replace('\n', ' ');
    return e.getClass().getSimpleName() + kind + pid + ": " + message;
  }

  private static String kind(@Nullable Throwable e) {
    return e instanceof JournalException journal ? " " + journal.kind() : "";
  }

  private void obey(String[] word) throws Exception {
    switch (word[0]) {
      case "open" -> open(word);
      case "record" -> output.println(register().recordSelf());
      case "start" -> start(word[1], word[2]);
      case "say" -> job(word[1]).say(word[2]);
      case "hear" -> output.println(job(word[1]).hear());
      case "sample" -> register().sampleNow();
      case "end" -> print(Told.of(job(word[1]).scope().end()));
      case "end-among-others" -> print(endAmongOthers(job(word[1]), word[2], word[3]));
      case "gone" -> awaitGone(job(word[1]).scope().runId());
      case "status" -> output.println(job(word[1]).scope().process().waitFor());
      case "predecessors" -> print(Told.of(register().reapPredecessors()));
      case "beside" -> childrenBesideDyingOrphans(word);
      case "close" -> register().close();
      default -> throw new IllegalArgumentException("unknown command " + word[0]);
    }
  }

  /** open ROOT INTERVAL_MS DEADLINE_MS [subreaper]. */
  private void open(String[] word) throws IOException {
    register =
        RunRegister.at(Path.of(word[1]))
            .interval(Duration.ofMillis(Long.parseLong(word[2])))
            .grace(Duration.ZERO)
            .deadline(Duration.ofMillis(Long.parseLong(word[3])))
            .listener(
                new SamplerListener() {
                  @Override
                  public void runnerGone(String runId) {
                    gone.add(runId);
                  }
                })
            .subreaper(word.length > 4 && word[4].equals(SUBREAPER))
            .open();
  }

  private void awaitGone(String runId) {
    Deadline.standard().await("the sampler finds " + runId + " gone", () -> gone.contains(runId));
  }

  private void start(String name, String script) throws IOException, JobNotRecordedException {
    byte[] bytes = HexFormat.of().parseHex(script);
    Job job = Job.start(register(), new String(bytes, StandardCharsets.UTF_8));
    jobs.put(name, job);
    output.println(job.scope().process().pid());
  }

  /** For each pid, an orphan dies while a child of another's ends with 7; says with what. */
  private void childrenBesideDyingOrphans(String[] word) throws Exception {
    for (int i = 1; i < word.length; i++) {
      Process child = new ProcessBuilder("sh", "-c", "exit 7").start();
      ProcessHandle.of(Long.parseLong(word[i])).orElseThrow().destroyForcibly();
      register().sampleNow();
      output.println(child.waitFor());
    }
  }

  private static Told endAmongOthers(Job job, String mark, String deadlineMs) throws Exception {
    Duration deadline = Duration.ofMillis(Long.parseLong(deadlineMs));
    PatientEnd patient = new PatientEnd(new Sleepers(Integer.parseInt(mark)));
    return patient.end(job.scope(), ReapOptions.DEFAULT.deadline(deadline)).told();
  }

  private void print(Told told) {
    told.lines().forEach(output::println);
  }

  private Job job(String name) {
    Job job = jobs.get(name);
    if (job == null) {
      throw new IllegalArgumentException("no job " + name);
    }
    return job;
  }

  private RunRegister register() {
    RunRegister opened = register;
    if (opened == null) {
      throw new IllegalStateException("not opened");
    }
    return opened;
  }
}
