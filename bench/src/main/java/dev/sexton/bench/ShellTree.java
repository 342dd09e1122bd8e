package dev.sexton.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A shell with idle children, and on request with newly born ones.
 *
 * <p>Nothing of it outlives this JVM, however that ends: the shell ends with its input, and its
 * children wait on a pipe that ends with the shell. Not thread-safe.
 */
final class ShellTree implements AutoCloseable {
  private static final String SCRIPT = "shell-tree.sh";
  private static final long END_WAIT_S = 60;

  private final Process shell;
  private final OutputStream requests;
  private final InputStream answers;

  /** Returns once {@code idleChildren} children exist. */
  ShellTree(int idleChildren) throws IOException {
    Path folder = Files.createTempDirectory("sexton-bench");
    try {
      shell =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  script(),
                  "sh",
                  Integer.toString(idleChildren),
                  folder.resolve("pipe").toString())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      requests = shell.getOutputStream();
      answers = shell.getInputStream();
      boolean ready = false;
      try {
        awaitAnswer();
        ready = true;
      } finally {
        if (!ready) {
          close();
        }
      }
    } finally {
      Files.deleteIfExists(folder.resolve("pipe"));
      Files.delete(folder);
    }
  }

  private static String script() throws IOException {
    try (InputStream in = ShellTree.class.getResourceAsStream(SCRIPT)) {
      if (in == null) {
        throw new IOException("no resource " + SCRIPT);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  int pid() {
    return Math.toIntExact(shell.pid());
  }

  /** The line that asks for {@code count} children; made once, as asking should not allocate. */
  static byte[] request(int count) {
    return (count + "\n").getBytes(StandardCharsets.US_ASCII);
  }

  /** Ends the children that were born last, and returns once new ones exist. */
  void bear(byte[] request) throws IOException {
    requests.write(request);
    requests.flush();
    awaitAnswer();
  }

  private void awaitAnswer() throws IOException {
    int answer = answers.read();
    if (answer != '\n') {
      throw new IOException("the shell answered " + answer);
    }
  }

  /** Ends the shell and its children. Returns once all have been collected. */
  @Override
  public void close() {
    try {
      shell.getOutputStream().close();
      if (!shell.waitFor(END_WAIT_S, TimeUnit.SECONDS)) {
        shell.destroyForcibly().waitFor();
        throw new IllegalStateException("the shell did not end with its input");
      }
      shell.getInputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      shell.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
