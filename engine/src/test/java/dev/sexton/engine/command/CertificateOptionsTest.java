package dev.sexton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.model.Settlement;
import dev.sexton.engine.report.ReapJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options for certificates, and what the command says of what became of a journal. */
class CertificateOptionsTest {
  @TempDir Path root;

  private static ReapReport proved(Settlement settlement) {
    RunReport run =
        new RunReport(
            "run",
            "/runs/run",
            new ProcessIdentity(4711, 99, 0),
            "",
            List.of(),
            10,
            20,
            2,
            IdentityStrength.PIDFD_INODE,
            List.of("a fact"),
            List.of(),
            List.of(),
            0,
            Settlement.NONE);
    return new ReapReport(List.of(run.settled(settlement)), false, 5);
  }

  private static JsonNode jsonOf(ReapReport report) throws IOException {
    return new ObjectMapper().readTree(ReapJson.of(report)).get("runs").get(0);
  }

  @Test
  void whereTheCertificateIsIsSaid() throws IOException {
    ReapReport report = proved(new Settlement(true, "/runs/certificates/run.x.json", ""));
    assertThat(ReapText.of(report, false))
        .contains("journal removed\n  Certificate: /runs/certificates/run.x.json\n");
    assertThat(jsonOf(report).get("certificate").asText())
        .isEqualTo("/runs/certificates/run.x.json");
    assertThat(jsonOf(proved(Settlement.NONE)).get("certificate").isNull()).isTrue();
  }

  @Test
  void whyAJournalStaysIsSaidOnce() throws IOException {
    ReapReport report = proved(new Settlement(false, "", "no room for it"));
    for (boolean explain : new boolean[] {false, true}) {
      assertThat(ReapText.of(report, explain))
          .contains("proved gone", "journal kept: /runs/run", "- no room for it\n")
          .containsOnlyOnce("no room for it");
    }
    assertThat(jsonOf(report).get("retired").asBoolean()).isFalse();
    assertThat(jsonOf(report).get("evidence").get(1).asText()).isEqualTo("no room for it");
  }

  @Test
  void howManyStayIsABoundOnWhatIsKept() {
    assertUsage("add --keep-certificates", "--certificates-max", "5");
    assertUsage("at least 1", "--keep-certificates", "--certificates-max", "0");
    assertUsage("between 0 and", "--keep-certificates", "--certificates-max", "100001");
    assertUsage("--certificates-max", "--keep-certificates", "--certificates-max", "many");
    Called good = Called.with("reap", root, "--keep-certificates", "--certificates-max", "5");
    assertThat(good.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(root).as("without a proof of a run there is none to keep").isEmptyDirectory();
  }

  private void assertUsage(String complaint, String... options) {
    Object[] args = new Object[options.length + 2];
    args[0] = "reap";
    args[1] = root;
    System.arraycopy(options, 0, args, 2, options.length);
    Called called = Called.with(args);
    assertThat(called.status()).as(called.err()).isEqualTo(ExitStatus.USAGE.code());
    assertThat(called.err()).contains(complaint);
  }
}
