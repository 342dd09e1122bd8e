package dev.sexton.engine.reap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.fake.FakeTask;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.RetirementSteps.Step;
import dev.sexton.journal.JournalDirectories;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a proof leaves: the certificate, and the journal whole or gone, wherever a kill falls. */
class RetirementTest extends FakeHostReaps {
  private static final ReapOptions CERTIFIED = AT_ONCE.keepCertificates(100);

  /** What a step throws in place of the kill. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  private void recordADeadRun() throws Exception {
    FakeTask member = recordAMember();
    host.collect(member);
    host.collect(host.runner);
  }

  private Path certificates() {
    return root.resolve("certificates");
  }

  private static List<Path> listed(Path directory) throws IOException {
    try (Stream<Path> entries = Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  private static Map<String, String> contents(Path directory) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Path file : listed(directory)) {
      contents.put(
          file.getFileName().toString(),
          new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
    }
    return contents;
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  /** A verified report of a run whose journal is still there. */
  private RunReport prove() throws Exception {
    ReapReport report = reap(AT_ONCE.retire(false));
    assertThat(report.verified()).as(report.toString()).isTrue();
    return report.runs().get(0);
  }

  private RunReport settle(RunReport proof, ReapOptions options, RetirementSteps steps)
      throws Exception {
    try (Host opened = host.open()) {
      return new Retirement(options, opened, host.reaper.realUid, steps)
          .settle(proof, run, Graves.key(run));
    }
  }

  private void assertNothingIsLeftOfTheRun() throws IOException {
    assertThat(listed(root)).filteredOn(path -> !path.equals(certificates())).isEmpty();
  }

  private void assertCertificatesAreWhole(int atLeast) throws IOException {
    List<Path> all = listed(certificates());
    assertThat(all).hasSizeGreaterThanOrEqualTo(atLeast);
    for (Path file : all) {
      assertThat(file.getFileName().toString())
          .matches("run\\.[0-9]{8}-[0-9]{6}-[0-9]{3}-[0-9a-f]{8}\\.json");
      assertThat(mode(file)).isEqualTo("rw-------");
      JsonNode certificate = new ObjectMapper().readTree(file.toFile());
      assertThat(certificate.get("run").get("verified").asBoolean()).isTrue();
    }
  }

  @Test
  void aProofKeepsItsCertificateAndThenRetiresTheJournal() throws Exception {
    recordADeadRun();

    ReapReport report = reap(CERTIFIED);

    RunReport settled = report.runs().get(0);
    assertThat(report.verified()).isTrue();
    assertThat(settled.retired()).isTrue();
    assertThat(settled.settlement().failure()).isEmpty();
    assertThat(settled.settlement().certificate())
        .isEqualTo(listed(certificates()).get(0).toString());
    assertNothingIsLeftOfTheRun();
    assertCertificatesAreWhole(1);
    assertThat(mode(certificates())).isEqualTo("rwx------");
  }

  @Test
  void aCertificateSaysWhatWasProvedWhereAndFromWhat() throws Exception {
    recordADeadRun();
    ReapReport report = reap(CERTIFIED.retire(false));

    Path file = Path.of(report.runs().get(0).settlement().certificate());
    JsonNode certificate = new ObjectMapper().readTree(file.toFile());

    List<String> names = new ArrayList<>();
    certificate.fieldNames().forEachRemaining(names::add);
    assertThat(names)
        .containsExactly("schema", "certificate", "writtenAt", "sexton", "host", "journal", "run");
    assertThat(certificate.get("certificate").asInt()).isOne();
    JsonNode where = certificate.get("host");
    assertThat(where.get("bootId").asText()).isEqualTo(host.bootId);
    assertThat(where.get("machineId").asText()).isEqualTo(host.machineId);
    assertThat(where.get("pidNamespace").asLong()).isEqualTo(host.pidNamespace);
    assertThat(where.get("pidMax").asInt()).isEqualTo(host.pidMax);
    assertThat(where.get("kernel").asText()).isNotEmpty();
    assertThat(certificate.get("run").get("run").asText()).isEqualTo("run");
    assertThat(certificate.get("run").get("runner").get("pid").asInt()).isEqualTo(host.runner.pid);
    assertThat(Files.readString(file)).hasLineCount(1).endsWith("\n").isASCII();
  }

  /** As docs/reaping.md says that anyone can. */
  @Test
  void theJournalsHashIsWhatSha256sumSays() throws Exception {
    recordADeadRun();
    ReapReport report = reap(CERTIFIED.retire(false));
    Path file = Path.of(report.runs().get(0).settlement().certificate());
    JsonNode journal = new ObjectMapper().readTree(file.toFile()).get("journal");

    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "cd \"$0\" && LC_ALL=C && export LC_ALL && sha256sum $(ls | grep -v '^writer.lock$')"
                    + " | tee /dev/stderr | sha256sum",
                run.toString())
            .start();
    String all = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
    String each = new String(shell.getErrorStream().readAllBytes(), StandardCharsets.US_ASCII);
    assertThat(shell.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(shell.exitValue()).isZero();

    StringBuilder lines = new StringBuilder();
    for (JsonNode stamp : journal.get("files")) {
      lines.append(stamp.get("sha256").asText()).append("  ");
      lines.append(stamp.get("file").asText()).append('\n');
      assertThat(stamp.get("sizeBytes").asLong())
          .isEqualTo(Files.size(run.resolve(stamp.get("file").asText())));
    }
    assertThat(lines).hasToString(each);
    assertThat(each).isNotEmpty();
    assertThat(all).startsWith(journal.get("sha256").asText() + " ");
  }

  static Stream<RetirementSteps> kills() {
    return Stream.concat(
        Stream.of(Step.values()).map(step -> killedAfter(step, 1)),
        Stream.of(killedAfter(Step.FILE_DELETED, 2)));
  }

  private static RetirementSteps killedAfter(Step last, int times) {
    int[] left = {times};
    return new RetirementSteps() {
      @Override
      public void made(Step step) {
        if (step == last && --left[0] == 0) {
          throw new Killed();
        }
      }

      @Override
      public String toString() {
        return last + " " + times;
      }
    };
  }

  @ParameterizedTest
  @MethodSource("kills")
  void whereverAKillFallsTheNextReapFindsAllOrNothing(RetirementSteps steps) throws Exception {
    recordADeadRun();
    RunReport proof = prove();
    Map<String, String> before = contents(run);

    assertThat(catchThrowable(() -> settle(proof, CERTIFIED, steps))).isInstanceOf(Killed.class);
    boolean isThere = Files.exists(run);
    if (isThere) {
      assertThat(contents(run)).isEqualTo(before);
    } else {
      assertCertificatesAreWhole(1);
      assertThat(JournalDirectories.list(root).runs()).isEmpty();
    }
    ReapReport again = reap(CERTIFIED);

    assertThat(again.verified()).as(again.toString()).isTrue();
    assertThat(again.journals()).isEqualTo(isThere ? 1 : 0);
    assertNothingIsLeftOfTheRun();
    assertCertificatesAreWhole(1);
  }

  @ParameterizedTest
  @EnumSource(
      value = Step.class,
      names = {"JOURNAL_BURIED", "FILE_DELETED"})
  void aSamplersStartFinishesAGraveAsWell(Step last) throws Exception {
    recordADeadRun();
    RunReport proof = prove();
    assertThat(catchThrowable(() -> settle(proof, AT_ONCE, killedAfter(last, 1))))
        .isInstanceOf(Killed.class);
    assertThat(Graves.under(root)).hasSize(1);

    Retirement.finishInterrupted(root, host::open);

    assertThat(listed(root)).isEmpty();
  }

  @Test
  void aRehearsalKeepsNoCertificateAndLeavesGraves() throws Exception {
    recordADeadRun();
    Path grave = Files.createDirectory(root.resolve(".retired-old-0123456789abcdef"));

    assertThat(reap(CERTIFIED.dryRun(true)).verified()).isTrue();

    assertThat(listed(root)).containsExactly(grave, run);
  }

  @Test
  void aRefusalKeepsEverything() throws Exception {
    FakeTask member = recordAMember();
    host.collect(host.runner);
    host.signalsPend = true;
    Map<String, String> before = contents(run);

    ReapReport report = reap(CERTIFIED);

    assertRefused(report, RefusalReason.SURVIVORS);
    assertThat(report.remaining()).containsExactly(member.pid);
    assertThat(listed(root)).containsExactly(run);
    assertThat(contents(run)).isEqualTo(before);
  }

  @Test
  void whereTheCertificateCannotBeKeptTheJournalIs() throws Exception {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    recordADeadRun();
    Map<String, String> before = contents(run);
    List<String> complaints = new ArrayList<>();
    List<Obstacle> obstacles =
        List.of(
            () -> Files.writeString(certificates(), "not a directory"),
            () -> Files.createSymbolicLink(certificates(), elsewhere),
            () -> {
              Files.createDirectory(certificates());
              return Files.setPosixFilePermissions(
                  certificates(), PosixFilePermissions.fromString("rwxrwxrwx"));
            });
    for (Obstacle obstacle : obstacles) {
      obstacle.put();
      ReapReport report = reap(CERTIFIED);
      assertThat(report.verified()).as("the proof stands").isTrue();
      RunReport settled = report.runs().get(0);
      assertThat(settled.retired()).isFalse();
      assertThat(settled.settlement().certificate()).isEmpty();
      assertThat(settled.evidence()).contains(settled.settlement().failure());
      complaints.add(settled.settlement().failure());
      assertThat(contents(run)).isEqualTo(before);
      Files.delete(certificates());
    }
    assertThat(complaints).allMatch(said -> said.contains("certificate could not be kept"));
    assertThat(complaints.get(0)).contains("is not a directory");
    assertThat(complaints.get(1)).contains("is not a directory");
    assertThat(complaints.get(2)).contains("written to by group or others");
    assertThat(elsewhere).isEmptyDirectory();
  }

  /** Something in the certificates' place. */
  private interface Obstacle {
    Path put() throws IOException;
  }

  @Test
  void aDirectoryWithOtherFilesIsLeftAsItIs() throws Exception {
    recordADeadRun();
    Files.writeString(run.resolve("notes.txt"), "mine");
    Map<String, String> before = contents(run);

    RunReport settled = reap(CERTIFIED).runs().get(0);

    assertThat(settled.verified()).isTrue();
    assertThat(settled.retired()).isFalse();
    assertThat(settled.settlement().failure()).contains("notes.txt");
    assertThat(settled.settlement().certificate()).isNotEmpty();
    assertThat(contents(run)).isEqualTo(before);
  }

  @Test
  void neitherALinkNorADirectoryIsAJournalsFile() throws Exception {
    recordADeadRun();
    Path victim = Files.writeString(folder.resolve("victim"), "here");
    Path link = Files.createSymbolicLink(run.resolve("20991231F.cq4"), victim);
    assertThat(Graves.bury(run, Graves.key(run), RetirementSteps.NONE).retired()).isFalse();
    Files.delete(link);
    Files.createDirectory(link);
    assertThat(Graves.bury(run, Graves.key(run), RetirementSteps.NONE).retired()).isFalse();
    assertThat(run).isDirectory();
    assertThat(victim).hasContent("here");
  }

  @Test
  void aDirectoryInItsPlaceIsNotTakenForTheOneThatWasProved() throws Exception {
    recordADeadRun();
    RunReport proof = prove();
    Object proved = Graves.key(run);
    Path aside = Files.move(run, folder.resolve("aside"));
    Files.createDirectory(run);
    Path file = Files.writeString(run.resolve("20000101F.cq4"), "another run's");

    try (Host opened = host.open()) {
      RunReport settled =
          new Retirement(CERTIFIED, opened, host.reaper.realUid, RetirementSteps.NONE)
              .settle(proof, run, proved);
      assertThat(settled.retired()).isFalse();
      assertThat(settled.settlement().failure()).contains("another directory");
    }
    assertThat(file).hasContent("another run's");
    assertThat(certificates()).doesNotExist();
    assertThat(aside).isDirectory();
  }

  @Test
  void aRunThatSomebodyElseRetiredIsNoFailure() throws Exception {
    recordADeadRun();
    RunReport proof = prove();
    assertThat(settle(proof, CERTIFIED, RetirementSteps.NONE).retired()).isTrue();

    RunReport second = settle(proof, CERTIFIED, RetirementSteps.NONE);

    assertThat(second.verified()).isTrue();
    assertThat(second.retired()).isTrue();
    assertThat(second.settlement().failure()).contains("somebody else");
    assertThat(listed(certificates())).hasSize(1);
    assertThat(Reaper.over(root).on(host::open).with(CERTIFIED).settle(proof).retired()).isTrue();
  }

  @Test
  void whatOnlyLooksLikeAGraveIsNotTouched() throws Exception {
    Files.createDirectories(root);
    Path victim = Files.createDirectory(folder.resolve("victim"));
    Path inVictim = Files.writeString(victim.resolve("20000101F.cq4"), "here");
    Path link = Files.createSymbolicLink(root.resolve(".retired-a-0123456789abcdef"), victim);
    Path shortName = Files.createDirectory(root.resolve(".retired-b-0123"));
    Path mixed = Files.createDirectory(root.resolve(".retired-c-0123456789abcdef"));
    Path own = Files.writeString(mixed.resolve("20000101F.cq4"), "journal");
    Path other = Files.writeString(mixed.resolve("notes.txt"), "mine");
    Path writable = Files.createDirectory(root.resolve(".retired-d-0123456789abcdef"));
    Files.setPosixFilePermissions(writable, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(reap(CERTIFIED).journals()).isZero();

    assertThat(List.of(link, shortName, mixed, own, other, writable, inVictim))
        .allMatch(Files::exists);
  }

  @Test
  void certificatesAreNoRun() throws Exception {
    recordADeadRun();
    reap(CERTIFIED);

    assertThat(JournalDirectories.list(root).runs()).isEmpty();
    ReapReport report = reap(CERTIFIED);
    assertThat(report.journals()).isZero();
    assertThat(report.verified()).isTrue();
    assertCertificatesAreWhole(1);
  }

  @Test
  void severalReapersKeepEachTheirCertificate() throws Exception {
    Files.createDirectories(root);

    List<Path> kept =
        IntStream.range(0, 40)
            .parallel()
            .mapToObj(
                i -> {
                  try {
                    return new Certificates(root, host.reaper.realUid, RetirementSteps.NONE)
                        .keep("run", "{\"run\":{\"verified\":true}}", i, 30);
                  } catch (IOException e) {
                    throw new AssertionError(e);
                  }
                })
            .toList();

    assertThat(kept).doesNotHaveDuplicates().hasSize(40);
    assertThat(listed(certificates())).hasSize(30);
    assertCertificatesAreWhole(30);
  }
}
