package dev.sexton.testing.sexton;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.HostTicks;
import dev.sexton.testing.JavaCommand;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
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

  /**
   * Starts the JVM as a child of the given actor, behind the words of a command that executes what
   * follows them, such as one that mounts something first or changes the user.
   */
  public static NamespaceSexton startBehind(
      Actor parent, String name, Path root, List<String> wrapper) {
    List<String> words = new ArrayList<>(wrapper);
    words.addAll(JavaCommand.of(SextonShell.class).words());
    return around(parent.launch(name, words), root);
  }

  private static NamespaceSexton around(Program program, Path root) {
    program.awaitLine(SextonShell.DONE);
    return new NamespaceSexton(program, root);
  }

  /** The same JVM with another journal root, for what begins when its sampler is closed. */
  public NamespaceSexton over(Path otherRoot) {
    return new NamespaceSexton(program, otherRoot);
  }

  /** The JVM. */
  public Program program() {
    return program;
  }

  /** Begins to sample a runner; its census is committed on return. The id is the runner's tag. */
  public void add(Actor runner) {
    request("add " + root + " " + runner.tag() + " " + runner.pid());
  }

  /**
   * Takes one sample of all runs, in a later clock tick than that in which whoever is there was
   * born: where there are few numbers, nobody is taken into account before.
   */
  public void sample() {
    HostTicks.awaitNext();
    request("sample");
  }

  /** Ends the sampling; the journals stay. */
  public void closeSampler() {
    request("close");
  }

  /** Reaps everything under the root. */
  public ReapCheck reap(Duration grace, Duration deadline) {
    return reap(ReapOptions.DEFAULT.grace(grace).deadline(deadline));
  }

  /** The same, with any options. */
  public ReapCheck reap(ReapOptions options) {
    return reap(options, null);
  }

  /** The same, vouching for some. */
  public ReapCheck reapKnowing(
      Duration grace, Duration deadline, List<ReapOptions.Known> vouchedFor) {
    ReapOptions options = ReapOptions.DEFAULT.grace(grace).deadline(deadline);
    for (ReapOptions.Known known : vouchedFor) {
      options = options.vouchFor(known);
    }
    return reap(options);
  }

  /**
   * The same; {@code hook} is told of each scan ({@code scanned 1}) before the signals of its
   * round, and of each round of signals ({@code signalled TERM}), and the reaper waits for it.
   */
  public ReapCheck reapHooked(Duration grace, Duration deadline, Consumer<String> hook) {
    return reap(ReapOptions.DEFAULT.grace(grace).deadline(deadline), hook);
  }

  private ReapCheck reap(ReapOptions options, @Nullable Consumer<String> hook) {
    List<String> words = new ArrayList<>();
    words.add("reap");
    words.add(root.toString());
    words.add(Long.toString(TimeUnit.NANOSECONDS.toMillis(options.graceNs())));
    words.add(Long.toString(TimeUnit.NANOSECONDS.toMillis(options.deadlineNs())));
    words.add(Boolean.toString(hook != null));
    if (options.allUsers()) {
      words.add(SextonShell.ALL_USERS);
    }
    if (!options.retire()) {
      words.add(SextonShell.KEEP);
    }
    if (options.dryRun()) {
      words.add(SextonShell.DRY_RUN);
    }
    for (ReapOptions.Known known : options.known()) {
      words.add(known.pid() + "@" + known.startTicks());
    }
    program.send(String.join(" ", words));
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
