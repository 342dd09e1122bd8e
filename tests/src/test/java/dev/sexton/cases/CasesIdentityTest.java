package dev.sexton.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.LineageReplay;
import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.journal.JournalException;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ReadResult;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.Signal;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Part C of the cases from the field, up to case 36: identity and parsing. */
class CasesIdentityTest extends CaseWorld {

  // case 34
  @Test
  @Tag("case-34")
  void case34NamesWithBlanksShiftNothing() throws JournalException {
    namesShiftNothing(
        List.of(bytes("gunicorn: maste"), bytes("tmux: server"), bytes("Web Content")));
  }

  // case 35
  @Test
  @Tag("case-35")
  void case35NamesThatLookLikeStatShiftNothing() throws JournalException {
    byte[] unprintable = new byte[15];
    Arrays.fill(unprintable, (byte) 0xff);
    namesShiftNothing(
        List.of(
            bytes("a) S 1 1 1 (b"),
            bytes(")"),
            bytes("((("),
            bytes(""),
            unprintable,
            bytes("x\n1 2 3 4 5 6")));
  }

  private static byte[] bytes(String name) {
    return name.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void namesShiftNothing(List<byte[]> names) throws JournalException {
    SampledRunner run = runner();
    List<Actor> members = new ArrayList<>();
    for (byte[] name : names) {
      // When the runner dies the kernel sends SIGHUP to its orphaned groups with stopped members.
      ForkOptions options = ForkOptions.none().comm(name).setpgid().ignore(Signal.HUP);
      Actor member = run.runner().fork("member" + members.size(), options);
      // Stopped, so that its state is the same whoever reads it.
      member.stop();
      members.add(member);
    }
    run.sample();
    run.close();
    LineageReplay.Replayed journal = LineageReplay.replay(run.directory());
    for (int i = 0; i < names.size(); i++) {
      KnownProcess known = known(journal, members.get(i));
      sameAsReference(known, members.get(i));
      assertThat(known.comm()).isEqualTo(names.get(i));
    }
    run.killUnsampled();

    ReapCheck check = run.reap().go().verified().ended(members.toArray(new Actor[0]));

    for (ProcessReport process : check.report().runs().get(0).processes()) {
      assertThat(process.comm()).matches("[\\x20-\\x7e]*");
    }
  }

  private static KnownProcess known(LineageReplay.Replayed journal, Actor actor) {
    KnownProcess known = journal.attributor().known(actor.pid());
    if (known == null) {
      throw new AssertionError(actor + " is not in the journal");
    }
    return known;
  }

  /** Compared with a reader that shares no code with the product. */
  private static void sameAsReference(KnownProcess known, Actor actor) {
    ProcStat reference = actor.stat();
    assertThat(known.startTicks()).isEqualTo(reference.startTicks());
    assertThat(known.parentPid()).isEqualTo(reference.ppid());
    assertThat(known.processGroup()).isEqualTo(reference.pgid());
    assertThat(known.session()).isEqualTo(reference.sid());
    assertThat((char) known.state()).isEqualTo(reference.state());
    assertThat(known.attribution()).isEqualTo(Attribution.OWNED);
  }

  // case 36
  @Test
  @Tag("case-36")
  void case36ProcessThatMigratesHasOneIdentity() throws IOException, InterruptedException {
    Assumptions.assumeTrue(Runtime.getRuntime().availableProcessors() > 1, "needs two processors");
    Path taskset = Path.of("/usr/bin/taskset");
    Assumptions.assumeTrue(Files.isExecutable(taskset), "needs taskset");
    Actor busy = world().launcher().fork("busy", ForkOptions.none().comm("Web) S 1 1 (Con"));
    Set<String> identities = new HashSet<>();
    Set<String> processors = new HashSet<>();
    try (Host host = Host.open()) {
      ProcessScanner scanner =
          new ProcessScanner(host.files(), host.facts(), host.clock()::nanoTime);
      ProcessTable row = new ProcessTable(1);
      for (int i = 0; i < 1000; i++) {
        if (i % 100 == 0) {
          pin(taskset, busy, i / 100 % 2);
        }
        // Answering makes it run, on the processor that it is bound to now.
        busy.setEnvironment("n", Integer.toString(i));
        row.clear();
        assertThat(scanner.readOne(busy.pid(), row)).isEqualTo(ReadResult.OK);
        identities.add(row.pid(0) + "@" + row.startTicks(0));
        processors.add(processorOf(busy.pid()));
      }
    }
    assertThat(processors).as("it migrated").hasSizeGreaterThan(1);
    assertThat(identities).containsExactly(busy.pid() + "@" + busy.startTicks());
  }

  private static void pin(Path taskset, Actor actor, int processor)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(
            taskset.toString(), "-cp", Integer.toString(processor), Integer.toString(actor.pid()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).as("%s", command).isZero();
  }

  /** Field 39 of stat. */
  private static String processorOf(int pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return fields[36];
  }
}
