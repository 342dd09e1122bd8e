package dev.sexton.mutants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The product broken on purpose, one assumption at a time: each time a test must notice.
 *
 * <p>{@code -Dsexton.mutants=ID,ID} tries these only, {@code -Dsexton.mutants=off} none; {@code
 * -Dsexton.mutants.parallel=N} sets how many are tried at a time. They take all processors, so no
 * other test runs meanwhile.
 */
@Isolated
class MutantsTest {
  private static final String CHOSEN = System.getProperty("sexton.mutants", "");
  private static final int PARALLEL = Integer.getInteger("sexton.mutants.parallel", 2);
  private static final String HEADING = "## Mutants";

  @TempDir private Path scratch;

  private static List<Mutant> chosen() {
    return Mutants.named(CHOSEN.isEmpty() ? List.of() : List.of(CHOSEN.split(",", -1)));
  }

  /** A mutant that no longer changes anything would be caught by nobody, and none would notice. */
  @Test
  void everyMutantChangesWhatItSaysAndNamesItsTests() {
    assertThat(MutantCheck.in(scratch, 1).complaints(Mutants.all())).isEmpty();
  }

  @Test
  void everyMutantHasANameOfItsOwn() {
    assertThat(Mutants.all().stream().map(Mutant::id)).doesNotHaveDuplicates();
  }

  @Test
  @Timeout(900)
  void everyMutantIsCaught(TestReporter reporter) throws InterruptedException {
    assumeFalse(CHOSEN.equals("off"), "-Dsexton.mutants=off");
    MutantCheck check = MutantCheck.in(scratch, PARALLEL);
    List<Mutant> mutants = chosen();
    long startNs = System.nanoTime();
    assertThat(check.withoutMutant(mutants)).isEmpty();
    List<Outcome> outcomes = check.run(mutants);
    reporter.publishEntry(
        "mutants", "\n" + MutantTable.text(outcomes, (System.nanoTime() - startNs) / 1e9));
    assertThat(outcomes.stream().filter(Outcome::isFailure).map(Outcome::complaint)).isEmpty();
  }

  @Test
  void theTableInTheDocumentationIsThisOne() throws Exception {
    List<String> page = Files.readAllLines(ProjectFiles.find().page("soundness.md"));
    List<String> section = page.subList(page.indexOf(HEADING) + 1, page.size());
    List<String> table =
        section.stream()
            .takeWhile(line -> !line.startsWith("## "))
            .filter(line -> line.startsWith("|"))
            .toList();
    assertThat(table)
        .as("tests/bin/mutants --table prints what belongs there")
        .isEqualTo(MutantTable.markdown(Mutants.all()));
  }
}
