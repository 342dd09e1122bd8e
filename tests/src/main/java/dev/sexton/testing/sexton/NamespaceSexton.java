package dev.sexton.testing.sexton;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.JavaCommand;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The product at work in a JVM inside a world, for instance in a pid namespace: one sampler that
 * samples on demand, and reaps. Ends with its world.
 */
public final class NamespaceSexton {

  private static final Duration REAP_LIMIT = Duration.ofSeconds(90);

  private final Program program;
  private final Path root;

  private NamespaceSexton(Program program, Path root) {
    this.program = program;
    this.root = root;
  }

  /**
   * Starts the JVM.
   *
   * @param name of the program, unique in the world
   * @param root the journal root
   */
  public static NamespaceSexton start(ProcessWorld world, String name, Path root) {
    return around(world.runJava(name, SextonShell.class), root);
  }

  /** Starts the JVM as a child of the given actor. */
  public static NamespaceSexton startUnder(Actor parent, String name, Path root) {
    JavaCommand command = JavaCommand.of(SextonShell.class);
    return around(parent.launch(name, command), root);
  }

  private static NamespaceSexton around(Program program, Path root) {
    program.awaitLine(SextonShell.DONE);
    return new NamespaceSexton(program, root);
  }

  /** The JVM. */
  public Program program() {
    return program;
  }

  /** Begins to sample a runner; its census is committed on return. The id is the runner's tag. */
  public void add(Actor runner) {
    request("add " + root + " " + runner.tag() + " " + runner.pid());
  }

  /** Takes one sample of all runs. */
  public void sample() {
    request("sample");
  }

  /** Ends the sampling; the journals stay. */
  public void closeSampler() {
    request("close");
  }

  /** Reaps everything under the root. */
  public ReapCheck reap(Duration grace, Duration deadline) {
    return reap(grace, deadline, null, List.of());
  }

  /** The same, vouching for some. */
  public ReapCheck reapKnowing(
      Duration grace, Duration deadline, List<ReapOptions.Known> vouchedFor) {
    return reap(grace, deadline, null, vouchedFor);
  }

  /**
   * The same; {@code hook} is told of each scan ({@code scanned 1}) before the signals of its
   * round, and of each round of signals ({@code signalled TERM}), and the reaper waits for it.
   */
  public ReapCheck reapHooked(Duration grace, Duration deadline, Consumer<String> hook) {
    return reap(grace, deadline, hook, List.of());
  }

  private ReapCheck reap(
      Duration grace,
      Duration deadline,
      @Nullable Consumer<String> hook,
      List<ReapOptions.Known> vouchedFor) {
    StringBuilder command =
        new StringBuilder("reap " + root)
            .append(' ')
            .append(grace.toMillis())
            .append(' ')
            .append(deadline.toMillis())
            .append(' ')
            .append(hook != null);
    for (ReapOptions.Known known : vouchedFor) {
      command.append(' ').append(known.pid()).append('@').append(known.startTicks());
    }
    program.send(command.toString());
    return parse(answer(hook));
  }

  private static ReapCheck parse(List<String> lines) {
    List<RefusalReason> reasons = new ArrayList<>();
    List<ProcessFacts> processes = new ArrayList<>();
    List<String> evidence = new ArrayList<>();
    int scans = 0;
    int uncollected = 0;
    for (String line : lines) {
      String rest = line.substring(line.indexOf(' ') + 1);
      if (line.startsWith(SextonShell.REASON)) {
        reasons.add(RefusalReason.valueOf(rest));
      } else if (line.startsWith(SextonShell.PROCESS)) {
        processes.add(ProcessFacts.parse(rest));
      } else if (line.startsWith(SextonShell.EVIDENCE)) {
        evidence.add(rest);
      } else if (line.startsWith(SextonShell.SCANS)) {
        scans = Integer.parseInt(rest);
      } else if (line.startsWith(SextonShell.UNCOLLECTED)) {
        uncollected = Integer.parseInt(rest);
      }
    }
    return new ReapCheck(reasons, processes, evidence, scans, uncollected, null);
  }

  private void request(String command) {
    program.send(command);
    answer(null);
  }

  private List<String> answer(@Nullable Consumer<String> hook) {
    Deadline deadline = Deadline.after(REAP_LIMIT);
    List<String> lines = new ArrayList<>();
    String line = program.readLine(deadline);
    while (!SextonShell.DONE.equals(line)) {
      if (line == null || line.startsWith(SextonShell.FAILED)) {
        throw new AssertionError(line + " after " + lines + "\n" + program.errors());
      }
      if (hook != null && line.startsWith(SextonShell.EVENT)) {
        hook.accept(line.substring(SextonShell.EVENT.length()));
        program.send(SextonShell.GO);
      } else {
        lines.add(line);
      }
      line = program.readLine(deadline);
    }
    return lines;
  }
}
