package dev.sexton.engine.command;

import dev.sexton.engine.reap.ReapOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options of a reap, for {@code reap} and {@code watch --reap}. */
final class ReapFlags {
  @Option(
      names = "--grace",
      paramLabel = "TIME",
      defaultValue = "2s",
      converter = DurationConverter.class,
      description =
          "From SIGTERM to SIGKILL; 0 kills at once. Up to 1 day (default: ${DEFAULT-VALUE}).")
  private Duration grace = Duration.ZERO;

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description =
          "After this the reap refuses instead of trying on. Up to 1 day (default:"
              + " ${DEFAULT-VALUE}).")
  private Duration deadline = Duration.ZERO;

  @Option(
      names = "--all-users",
      description =
          "Let undecided processes of every user stand in the way, not only those of users that"
              + " members were seen as.")
  private boolean allUsers;

  @Option(
      names = "--known",
      paramLabel = "PID@TICKS",
      converter = KnownConverter.class,
      description =
          "You vouch that this process is not the run's. Copy it from the refusal; may be"
              + " repeated.")
  private List<ReapOptions.Known> known = new ArrayList<>();

  @Option(names = "--keep", description = "Keep the journal after its proof.")
  private boolean keep;

  @Option(
      names = "--explain",
      description = "Add the evidence that decided each process, and what the proof rests on.")
  private boolean explain;

  boolean explain() {
    return explain;
  }

  ReapOptions options() throws UsageException {
    try {
      ReapOptions options =
          ReapOptions.DEFAULT.grace(grace).deadline(deadline).allUsers(allUsers).retire(!keep);
      for (ReapOptions.Known process : known) {
        options = options.vouchFor(process);
      }
      return options;
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
