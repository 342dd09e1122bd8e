package dev.sexton.engine.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.procfs.KernelFact;
import dev.sexton.procfs.linux.Subreaper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandTest {
  @TempDir Path directory;

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  @Test
  void anEmptyRootIsProved() throws IOException {
    Called text = Called.with("reap", directory);
    assertThat(text.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(text.out()).startsWith("Proved: ").hasLineCount(1);

    Called json = Called.with("reap", directory, "--json");
    assertThat(json.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(json.out()).hasLineCount(1);
    JsonNode report = new ObjectMapper().readTree(json.out());
    assertThat(names(report))
        .containsExactly(
            "schema",
            "verified",
            "reason",
            "reasons",
            "journals",
            "signalled",
            "remaining",
            "dryRun",
            "elapsedMs",
            "runs");
    assertThat(report.get("verified").asBoolean()).isTrue();
    assertThat(report.get("reason").isNull()).isTrue();
    assertThat(report.get("journals").asInt()).isZero();
  }

  @Test
  void aLivingRunnerIsRefusedShownAndVerified() throws Exception {
    int self = (int) ProcessHandle.current().pid();
    try (Sampler sampler =
        new Sampler(Host.open(), directory, SamplerOptions.DEFAULT, SamplerListener.NONE)) {
      sampler.add(RunRequest.runner("alive", self));

      Called reap = Called.with("reap", directory, "--json");
      assertThat(reap.status()).isEqualTo(ExitStatus.REFUSED.code());
      JsonNode run = new ObjectMapper().readTree(reap.out()).get("runs").get(0);
      assertThat(run.get("reason").asText()).isEqualTo("runner_alive");
      assertThat(run.get("runner").get("pid").asInt()).isEqualTo(self);

      Called show = Called.with("show", directory, "--json");
      assertThat(show.status()).isEqualTo(ExitStatus.DONE.code());
      JsonNode shown = new ObjectMapper().readTree(show.out()).get("runs").get(0);
      JsonNode runner = shown.get("processes").get(0);
      assertThat(runner.get("pid").asInt()).isEqualTo(self);
      assertThat(runner.get("rule").asText()).isEqualTo("runner");
      assertThat(runner.get("now").asText()).isEqualTo("alive");

      Called beside = Called.with("verify", directory);
      assertThat(beside.status()).isEqualTo(ExitStatus.DONE.code());
      assertThat(beside.out()).contains("clean, partial: 1 run");
    }
    Called after = Called.with("verify", directory);
    assertThat(after.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(after.out()).contains("clean: 1 run").doesNotContain("partial");
  }

  @Test
  void damageIsFoundSaidAndNotRepaired() throws Exception {
    int self = (int) ProcessHandle.current().pid();
    Path run;
    try (Sampler sampler =
        new Sampler(Host.open(), directory, SamplerOptions.DEFAULT, SamplerListener.NONE)) {
      run = sampler.add(RunRequest.runner("hurt", self));
    }
    Path file = run.resolve("20000101F.cq4");
    byte[] bytes = Files.readAllBytes(file);
    int within = indexOf(bytes, "hurt") + 400;
    bytes[within] ^= 1;
    Files.write(file, bytes);
    Called called = Called.with("verify", directory, "--json");
    assertThat(called.status()).isEqualTo(ExitStatus.DAMAGED.code());
    assertThat(called.out()).contains("\"clean\":false", "\"kind\":\"hole\"");
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
  }

  private static int indexOf(byte[] bytes, String text) {
    byte[] wanted = text.getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    for (int i = 0; i < bytes.length; i++) {
      if (java.util.Arrays.equals(bytes, i, i + wanted.length, wanted, 0, wanted.length)) {
        return i;
      }
    }
    throw new AssertionError(text + " is not in the file");
  }

  @Test
  void doctorCanDoItWhereTheTestsRun() throws IOException {
    Called called = Called.with("doctor", "--json", "--journal", directory);
    assertThat(called.status()).as(called.out()).isEqualTo(ExitStatus.DONE.code());
    JsonNode report = new ObjectMapper().readTree(called.out());
    assertThat(report.get("able").asBoolean()).isTrue();
    assertThat(report.get("facts").findValuesAsText("fact"))
        .contains("pidfd", "proc", "boot-id", "jvm", "journal-root");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void doctorTriesTheKernelFacts(boolean withProcesses) throws Exception {
    Called called =
        withProcesses
            ? Called.with("doctor", "--json", "--try-facts")
            : Called.with("doctor", "--json");
    assertThat(called.status()).as(called.out()).isEqualTo(ExitStatus.DONE.code());
    JsonNode facts = new ObjectMapper().readTree(called.out()).get("kernelFacts");
    Set<Integer> held = new TreeSet<>();
    for (JsonNode fact : facts) {
      assertThat(fact.get("outcome").asText()).as(fact.toString()).isIn("holds", "relied-on");
      assertThat(fact.get("otherwise").asText()).isEmpty();
      if (fact.get("outcome").asText().equals("holds")) {
        held.add(fact.get("number").asInt());
      }
    }
    assertThat(facts).hasSameSizeAs(KernelFact.values());
    assertThat(held).contains(3, 4, 5, 6, 9);
    if (withProcesses) {
      assertThat(held).contains(1, 2, 7, 10, 12, 14);
    }
    assertThat(ProcessHandle.current().children()).isEmpty();
    assertThat(Subreaper.isSet()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"watch", "reap", "show", "verify", "doctor", "demo"})
  void everySubcommandExplainsItself(String subcommand) {
    Called called = Called.with(subcommand, "--help");
    assertThat(called.status()).isEqualTo(ExitStatus.DONE.code());
    assertThat(called.out())
        .startsWith("Usage: sexton " + subcommand)
        .contains("Example", "Exit status:", "sexton " + subcommand);
    assertThat(Called.with("--help").out()).contains("  " + subcommand);
  }

  @ParameterizedTest
  @EnumSource
  void theManualHasTheSameStatuses(ExitStatus status) throws IOException {
    String manual = Files.readString(Path.of("..", "docs", "command.md"));
    assertThat(manual)
        .contains(String.format(Locale.ROOT, "| %d | %s |", status.code(), status.meaning()));
  }
}
