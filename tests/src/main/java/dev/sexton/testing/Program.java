package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that an actor launched, for instance a JVM inside a pid namespace. The test speaks with
 * it in lines over its standard streams; what it writes to standard error is kept for failure
 * messages.
 */
public final class Program {

  private final String name;
  private final Actor parent;
  private final int pid;
  private final long startTicks;
  private final ProgramStream stream;
  private final Path errors;

  Program(String name, Actor parent, ProcIdentity identity, ProgramStream stream, Path errors) {
    this.name = name;
    this.parent = parent;
    this.pid = identity.pid();
    this.startTicks = identity.startTicks();
    this.stream = stream;
    this.errors = errors;
  }

  public String name() {
    return name;
  }

  /**
   * In the pid namespace of its world; launching is for actors that are in no namespace nested in
   * it.
   */
  public int pid() {
    return pid;
  }

  /** {@link Actor#UNKNOWN_TICKS} if it was gone before they could be read. */
  public long startTicks() {
    return startTicks;
  }

  public Actor parent() {
    return parent;
  }

  public boolean isAlive() {
    ProcStat stat = parent.world().proc().stat(pid);
    return stat != null && stat.startTicks() == startTicks && !stat.isDead();
  }

  /**
   * SIGKILL by the world's warden, and waits until it is dead; its parent has yet to collect it.
   */
  public void kill9() {
    parent.world().signal(new ProcIdentity(pid, startTicks), Signal.KILL);
    Deadline.standard().await(name + " is dead", () -> !isAlive());
  }

  /** Writes one line to its standard input. */
  public void send(String line) {
    stream.write(line);
  }

  /** Ends its standard input and output. */
  public void closeStreams() {
    stream.close();
  }

  /**
   * The next line of its standard output; null at the end. Waits {@link Deadline#DEFAULT} at most.
   */
  public @Nullable String readLine() {
    return readLine(Deadline.standard());
  }

  public @Nullable String readLine(Deadline deadline) {
    return stream.read(deadline);
  }

  /** Reads on until this line. Whatever comes before it is dropped. */
  public void awaitLine(String expected) {
    Deadline deadline = Deadline.standard();
    List<String> before = new ArrayList<>();
    String line = stream.read(deadline);
    while (!expected.equals(line)) {
      if (line == null) {
        throw new AssertionError(
            name + " ended before '" + expected + "', after " + before + "\n" + errors());
      }
      before.add(line);
      line = stream.read(deadline);
    }
  }

  /**
   * Waits for its end, as its parent, and collects it. Until then the parent obeys no other
   * command.
   */
  public Ending awaitEnding() {
    return parent.waitFor(pid);
  }

  /** What it has written to standard error so far. */
  public String errors() {
    try {
      return Files.readString(errors);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
