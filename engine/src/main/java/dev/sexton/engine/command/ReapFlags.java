package dev.sexton.engine.command;

import dev.sexton.engine.reap.ReapOptions;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options of a reap, for {@code reap} and {@code watch --reap}. */
final class ReapFlags {
  private final OptionSpec grace =
      Arguments.duration("--grace")
          .defaultValue("2s")
          .description(
              "From SIGTERM to SIGKILL; 0 kills at once. Up to 1 day (default: ${DEFAULT-VALUE}).")
          .build();
  private final OptionSpec deadline =
      Arguments.duration("--deadline")
          .defaultValue("30s")
          .description(
              "After this the reap refuses instead of trying on. Up to 1 day (default:"
                  + " ${DEFAULT-VALUE}).")
          .build();
  private final OptionSpec allUsers =
      Arguments.flag(
          "--all-users",
          "Let undecided processes of every user stand in the way, not only those of users that"
              + " members were seen as.");
  private final OptionSpec known =
      OptionSpec.builder("--known")
          .type(List.class)
          .auxiliaryTypes(ReapOptions.Known.class)
          .converters(new KnownConverter())
          .paramLabel("PID@TICKS")
          .description(
              "You vouch that this process is not the run's. Copy it from the refusal; may be"
                  + " repeated.")
          .build();
  private final OptionSpec keep = Arguments.flag("--keep", "Keep the journal after its proof.");
  private final OptionSpec explain =
      Arguments.flag(
          "--explain", "Add the evidence that decided each process, and what the proof rests on.");

  List<ArgSpec> arguments() {
    return List.of(grace, deadline, allUsers, known, keep, explain);
  }

  boolean explain() {
    return Arguments.isSet(explain);
  }

  ReapOptions options() throws UsageException {
    List<ReapOptions.Known> vouchedFor = known.getValue();
    try {
      ReapOptions options =
          ReapOptions.DEFAULT
              .grace(Arguments.value(grace, Duration.class))
              .deadline(Arguments.value(deadline, Duration.class))
              .allUsers(Arguments.isSet(allUsers))
              .retire(!Arguments.isSet(keep));
      if (vouchedFor != null) {
        for (ReapOptions.Known process : vouchedFor) {
          options = options.vouchFor(process);
        }
      }
      return options;
    } catch (IllegalArgumentException e) {
      throw new UsageException(String.valueOf(e.getMessage()));
    }
  }
}
