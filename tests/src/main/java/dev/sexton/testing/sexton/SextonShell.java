package dev.sexton.testing.sexton;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapListener;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.journal.JournalException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Samples and reaps on request: the main class that {@link NamespaceSexton} runs inside a pid
 * namespace. Reads a command a line and answers with lines, the last of which is {@code done} or
 * begins with {@code failed}.
 */
final class SextonShell {

  static final String DONE = "done";
  static final String FAILED = "failed ";
  static final String EVENT = "event ";
  static final String REASON = "reason ";
  static final String PROCESS = "process ";
  static final String EVIDENCE = "evidence ";
  static final String SCANS = "scans ";
  static final String UNCOLLECTED = "uncollected ";
  static final String GO = "go";
  static final String ALL_USERS = "all-users";
  static final String KEEP = "keep";
  static final String DRY_RUN = "dry-run";

  private static final Duration ON_DEMAND = Duration.ofSeconds(60);

  private final BufferedReader input =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
  private final PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private @Nullable Sampler sampler;

  private SextonShell() {}

  public static void main(String[] arguments) throws IOException {
    new SextonShell().obey();
  }

  private void obey() throws IOException {
    output.println(DONE);
    String line = input.readLine();
    while (line != null && !line.equals("quit")) {
      try {
        obey(line.split(" ", -1));
        output.println(DONE);
      } catch (IOException
          | RunnerException
          | JournalException
          | ReapTargetException
          | RuntimeException e) {
        output.println(FAILED + e);
      }
      line = input.readLine();
    }
    closeSampler();
  }

  private void obey(String[] word)
      throws IOException, RunnerException, JournalException, ReapTargetException {
    switch (word[0]) {
      case "add" -> add(Path.of(word[1]), word[2], Integer.parseInt(word[3]));
      case "sample" -> requireSampler().sampleNow();
      case "close" -> closeSampler();
      case "reap" -> reap(word);
      default -> throw new IllegalArgumentException("unknown command " + word[0]);
    }
  }

  private void add(Path root, String runId, int pid)
      throws IOException, RunnerException, JournalException {
    Sampler current = sampler;
    if (current == null) {
      SamplerOptions options = SamplerOptions.DEFAULT.withIntervalNs(ON_DEMAND.toNanos());
      current = new Sampler(Host.open(), root, options, SamplerListener.NONE);
      sampler = current;
    }
    current.add(RunRequest.runner(runId, pid));
  }

  private Sampler requireSampler() {
    Sampler current = sampler;
    if (current == null) {
      throw new IllegalStateException("no sampler");
    }
    return current;
  }

  private void closeSampler() {
    Sampler current = sampler;
    if (current != null) {
      current.close();
      sampler = null;
    }
  }

  /** reap TARGET GRACE_MS DEADLINE_MS HOOKED [all-users] [keep] [dry-run] [PID@TICKS ...]. */
  private void reap(String[] word) throws IOException, ReapTargetException {
    ReapOptions options =
        ReapOptions.DEFAULT
            .grace(Duration.ofMillis(Long.parseLong(word[2])))
            .deadline(Duration.ofMillis(Long.parseLong(word[3])));
    for (int i = 5; i < word.length; i++) {
      options =
          switch (word[i]) {
            case ALL_USERS -> options.allUsers(true);
            case KEEP -> options.retire(false);
            case DRY_RUN -> options.dryRun(true);
            default -> options.vouchFor(ReapOptions.Known.parse(word[i]));
          };
    }
    Reaper reaper = Reaper.over(Path.of(word[1])).with(options);
    if (Boolean.parseBoolean(word[4])) {
      reaper = reaper.listener(new Hook());
    }
    ReapCheck check = ReapCheck.of(reaper.reap());
    for (RefusalReason reason : check.reasons()) {
      output.println(REASON + reason.name());
    }
    check.processes().forEach(process -> output.println(PROCESS + process.words()));
    check.evidence().forEach(sentence -> output.println(EVIDENCE + sentence));
    output.println(SCANS + check.scans());
    output.println(UNCOLLECTED + check.uncollected());
  }

  /** Tells of each event and waits for leave to go on. */
  private final class Hook implements ReapListener {
    @Override
    public void scanned(int scans, int alive, int undecided) {
      tell("scanned " + scans);
    }

    @Override
    public void signalled(String signal, int processes) {
      tell("signalled " + signal);
    }

    private void tell(String what) {
      output.println(EVENT + what);
      try {
        String answer = input.readLine();
        if (!GO.equals(answer)) {
          throw new IllegalStateException("expected " + GO + ", got " + answer);
        }
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
