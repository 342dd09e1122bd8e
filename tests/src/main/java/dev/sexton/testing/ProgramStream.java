package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Standard input and output of a program that an actor launched. */
final class ProgramStream {

  /** Stands in the queue for the end; never equal to a line, because it is compared by identity. */
  @SuppressWarnings("StringOperationCanBeSimplified")
  private static final String END = new String("end of output");

  private final LineChannel channel;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

  ProgramStream(LineChannel channel) {
    this.channel = channel;
  }

  void pump() {
    String line = channel.readLine();
    while (line != null) {
      lines.add(line);
      line = channel.readLine();
    }
    lines.add(END);
  }

  void write(String line) {
    try {
      channel.write(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The next line, or null at the end of the output.
   *
   * @throws AssertionError if neither comes in time
   */
  @SuppressWarnings("ReferenceEquality")
  @Nullable String read(Deadline deadline) {
    try {
      String line = lines.poll(deadline.remainingNs(), TimeUnit.NANOSECONDS);
      if (line == null) {
        throw new AssertionError("no line in time");
      }
      if (line == END) {
        lines.add(END);
        return null;
      }
      return line;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for a line", e);
    }
  }
}
