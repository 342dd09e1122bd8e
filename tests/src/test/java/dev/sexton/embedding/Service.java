package dev.sexton.embedding;

import dev.sexton.testing.Actor;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.JavaCommand;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import dev.sexton.testing.Program;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A {@link ServiceMain} in a JVM of its own, in a world that ends it. Two of them are started under
 * two actors: what an ancestor forks may be what it adopted.
 */
final class Service {

  /** A command of it failed; the message says how. */
  static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failure(String message) {
      super(message);
    }
  }

  private static final Duration ON_DEMAND = Duration.ofSeconds(60);
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(100);

  private final Program program;

  private Service(Program program) {
    this.program = program;
    answer(List.of());
  }

  /** Starts it under a child of this actor; the name is unique in the world. */
  static Service start(Actor above, String name) {
    return start(above, name, command());
  }

  /** Starts it by these words, the first of which is a path. */
  static Service start(Actor above, String name, List<String> words) {
    SampledRunner.awaitTickAfter(above.world().warden());
    Actor shell = above.fork(name + "-shell", ForkOptions.none().setsid());
    return new Service(shell.launch(name, words));
  }

  static List<String> command() {
    return JavaCommand.of(ServiceMain.class).words();
  }

  Program program() {
    return program;
  }

  /** Opens its register, which samples on demand. */
  Service open(Path root) {
    return open(root, ON_DEMAND, "");
  }

  Service openAsSubreaper(Path root) {
    return openAsSubreaper(root, ON_DEMAND);
  }

  /** The same, sampling at this interval. */
  Service openAsSubreaper(Path root, Duration interval) {
    return open(root, interval, ServiceMain.SUBREAPER);
  }

  private Service open(Path root, Duration interval, String how) {
    ask("open", root.toString(), millis(interval), millis(DEADLINE), how);
    return this;
  }

  private static String millis(Duration duration) {
    return Long.toString(duration.toMillis());
  }

  /** Records itself; the run's id. */
  String record() {
    return ask("record").get(0);
  }

  /** Starts a job; its number. */
  int startJob(String name, String script) {
    byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
    return Integer.parseInt(ask("start", name, HexFormat.of().formatHex(bytes)).get(0));
  }

  void say(String job, String word) {
    ask("say", job, word);
  }

  String hear(String job) {
    return ask("hear", job).get(0);
  }

  /** The process whose number is the next line of the job's. */
  ProcStat hearProcess(String job) {
    return proc().requireStat(Integer.parseInt(hear(job)));
  }

  /** A job of {@link Sleepers#daemon}: its daemon was sampled, then orphaned. */
  ProcStat startDaemon(String job, Sleepers sleepers) {
    return startDaemon(job, sleepers.daemon());
  }

  /** The same for another script like it. */
  ProcStat startDaemon(String job, String script) {
    startJob(job, script);
    say(job, "fork");
    ProcStat daemon = hearProcess(job);
    sample();
    say(job, "orphan");
    if (!hear(job).equals("orphaned")) {
      throw new AssertionError("job " + job + " did not orphan its daemon");
    }
    return daemon;
  }

  /** Waits until its sampler has found that a job's first process is dead. */
  void awaitGone(String job) {
    ask("gone", job);
  }

  void sample() {
    ask("sample");
  }

  Told end(String job) {
    return new Told(ask("end", job));
  }

  /** The same where others are at work too, of whom a test must not depend: {@link PatientEnd}. */
  Told endAmongOthers(String job, Sleepers own, Duration deadline) {
    String mark = Integer.toString(own.mark());
    return new Told(ask("end-among-others", job, mark, millis(deadline)));
  }

  /** The exit status of a job, once it has ended. */
  int status(String job) {
    return Integer.parseInt(ask("status", job).get(0));
  }

  Told reapPredecessors() {
    return new Told(ask("predecessors"));
  }

  /** Starts as many children of its own while these orphans die; their exit statuses. */
  List<String> childrenBeside(List<ProcStat> orphans) {
    List<String> words = new ArrayList<>(List.of("beside"));
    orphans.forEach(orphan -> words.add(Integer.toString(orphan.pid())));
    return ask(words.toArray(String[]::new));
  }

  /** Children that are dead and that nobody has collected. */
  List<ProcStat> deadChildren() {
    List<ProcStat> dead = new ArrayList<>();
    for (int pid : proc().pids()) {
      ProcStat stat = proc().stat(pid);
      if (stat != null && stat.isDead() && stat.ppid() == program.pid()) {
        dead.add(stat);
      }
    }
    return dead;
  }

  boolean isAlive(ProcStat then) {
    return Liveness.isAlive(proc(), then);
  }

  private ProcText proc() {
    return program.parent().world().proc();
  }

  /**
   * Lets it obey a command.
   *
   * @throws Failure if it says that it failed
   */
  List<String> ask(String... words) {
    program.send(String.join(" ", words).strip());
    return answer(List.of(words));
  }

  private List<String> answer(List<String> command) {
    Deadline deadline = Deadline.after(ANSWER_LIMIT);
    List<String> lines = new ArrayList<>();
    String line = program.readLine(deadline);
    while (!ServiceMain.DONE.equals(line)) {
      if (line == null) {
        throw new AssertionError(command + " ended it after " + lines + "\n" + program.errors());
      }
      if (line.startsWith(ServiceMain.FAILED)) {
        throw new Failure(line.substring(ServiceMain.FAILED.length()));
      }
      lines.add(line);
      line = program.readLine(deadline);
    }
    return lines;
  }
}
