package dev.sexton.example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.sexton.engine.JobNotRecordedException;
import dev.sexton.engine.RunRegister;
import dev.sexton.engine.Scope;
import dev.sexton.engine.model.ReapReport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A small job runner with an HTTP endpoint: starts shell commands, ends them with everything they
 * left, and after a crash proves the jobs of its former life gone before it takes new ones.
 *
 * <pre>
 *   POST   /jobs         a shell command as the body; answers with the job's id
 *   DELETE /jobs/ID      ends the job; answers proved or refused, and why
 *   GET    /predecessors how the reap at start went
 * </pre>
 */
public final class JobRunner implements AutoCloseable {
  private static final int OK = 200;
  private static final int CONFLICT = 409;
  private static final int NOT_FOUND = 404;
  private static final int FAILED = 500;

  private final RunRegister register;
  private final ReapReport predecessors;
  private final Map<String, Scope> jobs = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(2);
  private final HttpServer server;

  /**
   * Reaps what a former life left, records itself, and begins to listen on a port of the loopback
   * interface.
   */
  public JobRunner(Path journals)
      throws Exception { // one handler for all of it: the service does not start
    register =
        RunRegister.at(journals)
            .grace(Duration.ofMillis(500))
            .deadline(Duration.ofSeconds(20))
            .open();
    predecessors = register.reapPredecessors();
    register.recordSelf();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/jobs", this::handleJobs);
    server.createContext("/predecessors", e -> answer(e, OK, describe(predecessors)));
    server.start();
  }

  /** The port it listens on. */
  public int port() {
    return server.getAddress().getPort();
  }

  private void handleJobs(HttpExchange exchange) throws IOException {
    try {
      String path = exchange.getRequestURI().getPath();
      switch (exchange.getRequestMethod()) {
        case "POST" -> answer(exchange, OK, startJob(body(exchange)));
        case "DELETE" -> endJob(exchange, path.substring(path.lastIndexOf('/') + 1));
        default -> answer(exchange, NOT_FOUND, "POST /jobs or DELETE /jobs/ID");
      }
    } catch (JobNotRecordedException e) {
      answer(exchange, FAILED, String.valueOf(e.getMessage()));
    }
  }

  private String startJob(String command) throws IOException, JobNotRecordedException {
    Scope job =
        register.start(
            new ProcessBuilder("sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD));
    jobs.put(job.runId(), job);
    return job.runId();
  }

  private void endJob(HttpExchange exchange, String id) throws IOException {
    Scope job = jobs.get(id);
    if (job == null) {
      answer(exchange, NOT_FOUND, "no such job");
      return;
    }
    try {
      ReapReport report = job.end();
      if (report.verified()) {
        jobs.remove(id);
      }
      answer(exchange, report.verified() ? OK : CONFLICT, describe(report));
    } catch (Exception e) { // an HTTP handler's last line of defence
      answer(exchange, FAILED, String.valueOf(e.getMessage()));
    }
  }

  private static String describe(ReapReport report) {
    return report
        .outcome()
        .match(
            proof ->
                "proved: %d runs, %d processes ended"
                    .formatted(proof.report().journals(), proof.report().signalled()),
            refusal ->
                "refused: %s %s"
                    .formatted(refusal.reason().jsonName(), refusal.report().remaining()));
  }

  private static String body(HttpExchange exchange) throws IOException {
    return new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
  }

  private static void answer(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = (text + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }

  /** Stops listening and sampling. Jobs that still run are the next life's to reap. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdown();
    register.close();
  }
}
