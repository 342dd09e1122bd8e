package dev.sexton.mutants;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Mutants and what became of them, for people. */
public final class MutantTable {
  private static final double MILLIS_PER_SECOND = 1_000.0;

  private MutantTable() {}

  /** The lines of the table in the documentation. */
  public static List<String> markdown(List<Mutant> mutants) {
    List<String> lines = new ArrayList<>();
    lines.add("| mutant | what it does | promise | caught by |");
    lines.add("| --- | --- | --- | --- |");
    for (Mutant mutant : mutants) {
      lines.add(
          "| `%s` | %s | %s | `%s` |"
              .formatted(
                  mutant.id(),
                  mutant.weakened(),
                  mutant.promise().text(),
                  String.join("`, `", mutant.killers())));
    }
    return lines;
  }

  /** One line for each mutant that was tried, and one for all. */
  public static String text(List<Outcome> outcomes, double elapsedSeconds) {
    StringBuilder text = new StringBuilder();
    int caught = 0;
    for (Outcome outcome : outcomes) {
      boolean isCaught = outcome.kind() == Outcome.Kind.CAUGHT;
      caught += isCaught ? 1 : 0;
      text.append(
          String.format(
              Locale.ROOT,
              "%-34s %5.1f s  %s%n",
              outcome.mutant().id(),
              outcome.time().toMillis() / MILLIS_PER_SECOND,
              isCaught ? outcome.killer() : outcome.complaint()));
    }
    text.append(
        String.format(
            Locale.ROOT,
            "%d of %d mutants caught in %.0f s%n",
            caught,
            outcomes.size(),
            elapsedSeconds));
    return text.toString();
  }
}
