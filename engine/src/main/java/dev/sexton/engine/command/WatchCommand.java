package dev.sexton.engine.command;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.engine.report.JsonLine;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.JournalStore;
import dev.sexton.journal.LineageReader;
import dev.sexton.journal.RunId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code sexton watch}. */
final class WatchCommand extends Subcommand {
  private final OptionSpec pid =
      OptionSpec.builder("--pid")
          .type(int.class)
          .required(true)
          .paramLabel("PID")
          .description("The runner: the process whose descendants are recorded.")
          .build();
  private final OptionSpec root =
      Arguments.path("--journal")
          .required(true)
          .paramLabel("ROOT")
          .description("The journal root; made if it is missing, for its owner alone.")
          .build();
  private final OptionSpec interval =
      Arguments.duration("--interval")
          .description("From one sample to the next, 1ms to 60s (default: 25ms).")
          .build();
  private final OptionSpec runId =
      OptionSpec.builder("--run-id")
          .type(String.class)
          .paramLabel("ID")
          .description("The run's id and its directory's name (default: one from the time).")
          .build();
  private final OptionSpec store =
      OptionSpec.builder("--store")
          .type(JournalStore.class)
          .converters(new StoreConverter())
          .paramLabel("STORE")
          .description(
              "What the journal is kept in: auto, chronicle or plain (default: auto, which is"
                  + " chronicle where this JVM and the file system allow it).")
          .build();
  private final OptionSpec reap =
      Arguments.flag(
          "--reap", "Reap the run as soon as the runner is dead, and exit as 'reap' would.");
  private final OptionSpec json =
      Arguments.json("Print a JSON object a line: ready, ended, the reap.");
  private final ReapFlags flags = new ReapFlags();

  WatchCommand(Output output) {
    super(output);
  }

  @Override
  String[] description() {
    return new String[] {
      "Records everything that a running process starts, from outside, until it is dead.",
      "",
      "Prints a line once the census is committed: from then on the run can be reaped. Ends when"
          + " the runner does. TERM and INT close the journal cleanly.",
      "Start it from outside the runner's own tree: what the runner started is what a reap ends.",
      ""
    };
  }

  @Override
  String[] footer() {
    return new String[] {
      "",
      "Examples:",
      "  sexton watch --pid 4711 --journal /var/lib/sexton",
      "  sexton watch --pid 4711 --journal /var/lib/sexton --reap --grace 5s",
      "  sexton watch --pid 4711 --journal /var/lib/sexton --json     a line of JSON for each event"
    };
  }

  @Override
  List<ArgSpec> arguments() {
    List<ArgSpec> all = new ArrayList<>(List.of(pid, root, interval, runId, store, reap, json));
    all.addAll(flags.arguments());
    return all;
  }

  @Override
  List<ExitStatus> statuses() {
    return List.of(
        ExitStatus.DONE,
        ExitStatus.INTERNAL_ERROR,
        ExitStatus.USAGE,
        ExitStatus.REFUSED,
        ExitStatus.HOST_CANNOT);
  }

  @Override
  ExitStatus execute() throws Exception {
    ReapOptions reapOptions = flags.options();
    SamplerOptions options = samplerOptions();
    RunRequest request = request();
    Path directory = record(options, request);
    if (directory == null) {
      // Whoever ended it by a signal sees the signal's status: the JVM is on its way out.
      return ExitStatus.INTERNAL_ERROR;
    }
    return Arguments.isSet(reap)
        ? new ReapCall(output(), Arguments.isSet(json), flags.explain())
            .reap(directory, reapOptions)
        : ExitStatus.DONE;
  }

  private int pid() {
    return Arguments.value(pid, Integer.class);
  }

  private SamplerOptions samplerOptions() throws UsageException {
    Duration asked = Arguments.valueOrNull(interval, Duration.class);
    try {
      return asked == null
          ? SamplerOptions.DEFAULT
          : SamplerOptions.DEFAULT.withIntervalNs(asked.toNanos());
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }

  private JournalOptions journals() {
    JournalStore asked = Arguments.valueOrNull(store, JournalStore.class);
    return asked == null ? JournalOptions.defaults() : JournalOptions.defaults().withStore(asked);
  }

  private RunRequest request() throws UsageException {
    String id = Arguments.valueOrNull(runId, String.class);
    if (id == null) {
      id = RunId.fresh(HostClock.SYSTEM.wallMillis());
    } else if (!RunId.isValid(id)) {
      throw new UsageException(
          "'"
              + id
              + "' is not a run id: a letter or digit, then up to 62 letters, digits, dots,"
              + " underscores or hyphens, and not '"
              + RunId.CERTIFICATES
              + "'.");
    }
    return RunRequest.runner(id, pid());
  }

  /** Records until the runner is dead; null if a signal ended that earlier. */
  private @Nullable Path record(SamplerOptions options, RunRequest request) throws Exception {
    AtomicLong failedPasses = new AtomicLong();
    SamplerListener listener =
        new SamplerListener() {
          @Override
          public void passFailed(Exception why) {
            failedPasses.incrementAndGet();
          }
        };
    Reaper.finishRetirements(Arguments.value(root, Path.class));
    try (Sampler sampler =
            new Sampler(
                Host.open(), Arguments.value(root, Path.class), options, journals(), listener);
        Termination termination = new Termination(sampler::close)) {
      Path directory = sampler.add(request);
      termination.report(() -> sayReady(request.runId(), directory, options));
      while (!termination.isRequested() && !hasEnded(sampler, request.runId())) {
        // Only a termination interrupts the waiting.
      }
      if (termination.isRequested()) {
        return null;
      }
      sayEnded(LineageReplay.replay(directory), directory, failedPasses.get());
      return directory;
    }
  }

  private static boolean hasEnded(Sampler sampler, String run) {
    try {
      return sampler.awaitEnd(run, Long.MAX_VALUE);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private void sayReady(String run, Path directory, SamplerOptions options) {
    JournalHeader header = headerOf(directory);
    long ticks = header == null ? ProcessIdentity.UNKNOWN_TICKS : header.runnerStartTicks();
    long intervalMs = Duration.ofNanos(options.intervalNs()).toMillis();
    if (Arguments.isSet(json)) {
      output()
          .line(
              JsonLine.of(
                  line -> {
                    line.writeStringField("event", "ready");
                    line.writeStringField("run", run);
                    line.writeNumberField("pid", pid());
                    line.writeNumberField("startTicks", ticks);
                    line.writeStringField("journal", directory.toString());
                    line.writeStringField("store", header == null ? "" : nameOf(header.store()));
                    line.writeStringField(
                        "storeReason", header == null ? "" : header.storeReason());
                    line.writeNumberField("intervalMs", intervalMs);
                  }));
    } else {
      output()
          .line(
              "Watching "
                  + new ProcessIdentity(pid(), ticks, ProcessIdentity.UNKNOWN_INODE)
                  + " every "
                  + intervalMs
                  + " ms; the census is committed. Journal"
                  + (header == null ? "" : " (" + nameOf(header.store()) + ")")
                  + ": "
                  + directory);
    }
  }

  private static String nameOf(JournalStore store) {
    return store.name().toLowerCase(Locale.ROOT);
  }

  /** Null only if the journal vanished under our hands. */
  private static @Nullable JournalHeader headerOf(Path directory) {
    try (var reader = LineageReader.open(directory)) {
      return reader.header();
    } catch (JournalException e) {
      return null;
    }
  }

  private void sayEnded(LineageReplay.Replayed seen, Path directory, long failedPasses) {
    int living = 0;
    for (KnownProcess p : seen.attributor().owned()) {
      living += p.isDead() ? 0 : 1;
    }
    int undecided = 0;
    for (KnownProcess p : seen.attributor().undecided()) {
      undecided += p.isDead() ? 0 : 1;
    }
    int left = living;
    int open = undecided;
    if (Arguments.isSet(json)) {
      output()
          .line(
              JsonLine.of(
                  line -> {
                    line.writeStringField("event", "ended");
                    line.writeStringField("run", seen.header().runId());
                    line.writeNumberField("pid", pid());
                    line.writeStringField("journal", directory.toString());
                    line.writeNumberField("samples", seen.samples());
                    line.writeNumberField("failedPasses", failedPasses);
                    line.writeNumberField("membersLeft", left);
                    line.writeNumberField("undecided", open);
                  }));
    } else {
      output()
          .line(
              ("The runner is dead. At the last of %d committed samples %d members were alive and"
                      + " %d processes undecided; %d passes failed.")
                  .formatted(seen.samples(), left, open, failedPasses));
    }
  }
}
