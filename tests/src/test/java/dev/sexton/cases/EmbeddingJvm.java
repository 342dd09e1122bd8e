package dev.sexton.cases;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.RunRequest;
import dev.sexton.engine.census.Sampler;
import dev.sexton.engine.census.SamplerListener;
import dev.sexton.engine.census.SamplerOptions;
import dev.sexton.engine.model.ReapReport;
import dev.sexton.engine.model.RunReport;
import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.engine.reap.Reaper;
import dev.sexton.procfs.linux.Subreaper;
import dev.sexton.testing.Deadline;
import dev.sexton.testing.ProcStat;
import dev.sexton.testing.ProcText;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A service that adopts the orphans of its one job and waits for none of them. The job leaves two:
 * one that is dead and not collected when the job is reaped, and one that lives. Says what came of
 * it.
 */
final class EmbeddingJvm {

  private static final String JOB = "sleep 100 & echo $!; sleep 100 & echo $!; read line; exit 42";

  private EmbeddingJvm() {}

  public static void main(String[] arguments) throws Exception {
    Path root = Path.of(arguments[0]);
    Subreaper.set(true);
    SamplerOptions onDemand =
        SamplerOptions.DEFAULT.withIntervalNs(Duration.ofSeconds(60).toNanos());
    try (Sampler sampler = new Sampler(Host.open(), root, onDemand, SamplerListener.NONE)) {
      Process job = new ProcessBuilder("sh", "-c", JOB).start();
      BufferedReader output = job.inputReader();
      int finished = Integer.parseInt(output.readLine());
      int living = Integer.parseInt(output.readLine());
      sampler.add(
          new RunRequest("job", Math.toIntExact(job.pid()), true, RunRequest.NO_SUBREAPER, null));
      job.outputWriter().append("go\n").close();
      job.waitFor(30, TimeUnit.SECONDS);
      ProcessHandle.of(finished).orElseThrow().destroyForcibly();
      Deadline.standard().await("a corpse", () -> isUncollected(finished));
      sampler.remove("job", true);
      report(root, job, finished, living);
    }
  }

  private static void report(Path root, Process job, int finished, int living) throws Exception {
    ReapOptions options = ReapOptions.DEFAULT.grace(Duration.ZERO).deadline(Duration.ofSeconds(20));
    ReapReport report = Reaper.over(root).endingTheRunnerToo().with(options).reap();
    RunReport run = report.runs().get(0);
    System.out.println("verified " + report.verified() + " " + report.reasons());
    System.out.println("uncollected " + run.uncollected());
    System.out.println("exit status " + job.exitValue());
    System.out.println("corpses " + isUncollected(finished) + " " + isUncollected(living));
  }

  private static boolean isUncollected(int pid) {
    ProcStat stat = ProcText.host().stat(pid);
    return stat != null && stat.isDead() && stat.ppid() == ProcessHandle.current().pid();
  }
}
