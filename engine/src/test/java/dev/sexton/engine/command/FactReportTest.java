package dev.sexton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.procfs.FactFinding;
import dev.sexton.procfs.FactFinding.Outcome;
import dev.sexton.procfs.KernelFact;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FactReportTest {
  private static FactReport report(KernelFact fact, Outcome outcome, @Nullable String whyNotTried) {
    return new FactReport(List.of(new FactFinding(fact, outcome, "this was seen")), whyNotTried);
  }

  @Test
  void whatHoldsSaysWhatWasSeen() {
    FactReport report = report(KernelFact.NAME, Outcome.HOLDS, null);
    assertThat(report.text().lines().skip(1))
        .containsExactly(
            "holds       10 " + KernelFact.NAME.statement(), " ".repeat(15) + "this was seen.");
    assertThat(report.isAnyBroken()).isFalse();
    assertThat(report.canSign()).isTrue();
  }

  @Test
  void whatFailsSaysWhatIsDoneInstead() {
    FactReport report = report(KernelFact.NUMBERS_UPWARDS, Outcome.REPLACED, null);
    String text = report.text().replaceAll("\\s+", " ");
    assertThat(text)
        .contains("FAILS 5 ")
        .contains("this was seen, so " + KernelFact.NUMBERS_UPWARDS.otherwise() + ".");
    assertThat(report.text().lines()).allMatch(line -> line.length() <= 105);
    assertThat(report.isAnyBroken()).isFalse();
    assertThat(report.canSign()).isFalse();
  }

  @Test
  void whatIsBrokenMakesTheHostUseless() {
    FactReport report = report(KernelFact.NAME, Outcome.BROKEN, "no word from top.");
    assertThat(report.text())
        .contains("BROKEN ", "so nothing can be relied on", "no word from top.");
    assertThat(report.isAnyBroken()).isTrue();
    Diagnosis diagnosis = new Diagnosis();
    assertThat(diagnosis.canDoIt()).isTrue();
    diagnosis.examineKernel(report);
    assertThat(diagnosis.canDoIt()).isFalse();
  }

  @Test
  void theObjectHasOneOutcomeEach() throws Exception {
    Diagnosis diagnosis = new Diagnosis();
    diagnosis.examineKernel(report(KernelFact.LISTING_ASCENDS, Outcome.REPLACED, null));
    JsonNode fact = new ObjectMapper().readTree(diagnosis.json()).get("kernelFacts").get(0);
    assertThat(fact.get("number").asInt()).isEqualTo(6);
    assertThat(fact.get("fact").asText()).isEqualTo(KernelFact.LISTING_ASCENDS.statement());
    assertThat(fact.get("outcome").asText()).isEqualTo("replaced");
    assertThat(fact.get("found").asText()).isEqualTo("this was seen");
    assertThat(fact.get("otherwise").asText()).isEqualTo(KernelFact.LISTING_ASCENDS.otherwise());
  }
}
