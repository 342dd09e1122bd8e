package dev.sexton.procfs.linux;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A shell that has run its script up to its {@code echo ready} and waits for its input to end. */
final class ShellChild implements AutoCloseable {
  private final Process process;

  ShellChild(String script) throws IOException {
    process =
        new ProcessBuilder("sh", "-c", script)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try {
      BufferedReader answers = process.inputReader(StandardCharsets.ISO_8859_1);
      String line = answers.readLine();
      if (!"ready".equals(line)) {
        throw new IOException("instead of ready: " + line);
      }
    } catch (IOException failed) {
      process.destroyForcibly();
      throw failed;
    }
  }

  int pid() {
    return (int) process.pid();
  }

  Process process() {
    return process;
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly().onExit().join();
    process.getOutputStream().close();
    process.getInputStream().close();
  }
}
