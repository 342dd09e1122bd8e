package dev.sexton.embedding;

import dev.sexton.engine.JobNotRecordedException;
import dev.sexton.engine.RunRegister;
import dev.sexton.engine.Scope;
import dev.sexton.testing.Deadline;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;

/** A shell command as a job of a service, which takes words and gives lines. */
final class Job {

  private final Scope scope;
  private final Writer input;
  private final BufferedReader output;

  Job(Scope scope) {
    this.scope = scope;
    input = scope.process().outputWriter();
    output = scope.process().inputReader();
  }

  static Job start(RunRegister register, String script)
      throws IOException, JobNotRecordedException {
    return new Job(register.start(builder(script)));
  }

  static ProcessBuilder builder(String script) {
    return new ProcessBuilder("sh", "-c", script).redirectError(ProcessBuilder.Redirect.INHERIT);
  }

  Scope scope() {
    return scope;
  }

  void say(String word) {
    try {
      input.write(word + "\n");
      input.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The next line of its output. */
  String hear() {
    try {
      Deadline.standard().await("job " + scope.process().pid() + " says something", this::speaks);
      return output.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int hearPid() {
    return Integer.parseInt(hear());
  }

  private boolean speaks() {
    try {
      return output.ready();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
