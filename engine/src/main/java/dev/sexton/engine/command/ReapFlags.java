package dev.sexton.engine.command;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.journal.RunId;
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
  private final OptionSpec keepCertificates =
      Arguments.flag(
          "--keep-certificates",
          "Keep a certificate of each proof under the root, in '" + RunId.CERTIFICATES + "'.");
  private final OptionSpec certificatesMax =
      OptionSpec.builder("--certificates-max")
          .type(Integer.class)
          .paramLabel("N")
          .description(
              "With --keep-certificates: how many stay, the oldest go first (default: "
                  + ReapOptions.CERTIFICATES_DEFAULT
                  + ").")
          .build();
  private final OptionSpec explain =
      Arguments.flag(
          "--explain", "Add the evidence that decided each process, and what the proof rests on.");

  List<ArgSpec> arguments() {
    return List.of(
        grace, deadline, allUsers, known, keep, keepCertificates, certificatesMax, explain);
  }

  boolean explain() {
    return Arguments.isSet(explain);
  }

  private int certificates() throws UsageException {
    Integer max = Arguments.valueOrNull(certificatesMax, Integer.class);
    boolean keeps = Arguments.isSet(keepCertificates);
    if (max == null) {
      return keeps ? ReapOptions.CERTIFICATES_DEFAULT : 0;
    }
    if (!keeps) {
      throw new UsageException(
          "--certificates-max says how many are kept: add --keep-certificates.");
    }
    if (max < 1) {
      throw new UsageException(
          "--certificates-max must be at least 1: leave --keep-certificates out to keep none.");
    }
    return max;
  }

  ReapOptions options() throws UsageException {
    List<ReapOptions.Known> vouchedFor = known.getValue();
    try {
      ReapOptions options =
          ReapOptions.DEFAULT
              .grace(Arguments.value(grace, Duration.class))
              .deadline(Arguments.value(deadline, Duration.class))
              .allUsers(Arguments.isSet(allUsers))
              .retire(!Arguments.isSet(keep))
              .keepCertificates(certificates());
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
