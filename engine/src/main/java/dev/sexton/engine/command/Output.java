package dev.sexton.engine.command;

import dev.sexton.engine.model.Printable;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the command prints: results to {@code out}, diagnostics and progress to {@code err}.
 *
 * <p>Whatever is printed here may hold names that somebody else chose, so nothing that a terminal
 * would obey passes.
 *
 * <p>A {@link PrintStream} swallows a closed pipe, so a reader that has had enough is no error.
 *
 * @param out what was asked for
 * @param err what went wrong, and progress
 * @param errIsTerminal whether somebody looks at {@code err} while it is written
 */
record Output(PrintStream out, PrintStream err, boolean errIsTerminal) {
  private static final Path STANDARD_ERROR = Path.of("/proc/self/fd/2");

  static Output of(PrintStream out, PrintStream err) {
    return new Output(out, err, err == System.err && isTerminal(STANDARD_ERROR));
  }

  /** {@code System.console()} answers for standard input and output, and from JDK 22 always. */
  private static boolean isTerminal(Path descriptor) {
    try {
      String file = Files.readSymbolicLink(descriptor).toString();
      return file.startsWith("/dev/pts/")
          || file.startsWith("/dev/tty")
          || file.equals("/dev/console");
    } catch (IOException e) {
      return false;
    }
  }

  /** Prints a line at once: whoever reads it through a pipe waits for it. */
  void line(String text) {
    out.println(Printable.lines(text));
    out.flush();
  }

  /** Prints lines that are ended already. */
  void print(String lines) {
    out.print(Printable.lines(lines));
    out.flush();
  }

  /** Says what went wrong. */
  void complain(String text) {
    err.println("sexton: " + Printable.lines(text));
    err.flush();
  }
}
