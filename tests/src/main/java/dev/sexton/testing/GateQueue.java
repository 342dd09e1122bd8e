package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The queue of the gate: a file of entries in the order of their arrival, shared by the threads and
 * JVMs of one user. Whether an entry holds the gate or waits is not stored. It follows from what
 * stands before it ({@link GateEntry#waitsFor}), and as entries are only added at the end, what has
 * begun to hold holds until it leaves.
 *
 * <p>Readers need no lock: the file is replaced whole, by rename(2). Writers exclude each other by
 * a lock of the operating system on a second file, which is held for one replacement and never
 * while waiting, and which the kernel gives back when its holder dies. Such a lock is a process's,
 * not a thread's (fcntl(2)), and closing any descriptor of the file gives it back; so one monitor
 * for the whole JVM stands before it, and the file is opened nowhere else.
 *
 * <p>An entry of a dead process does not count: process number and start ticks say which process it
 * was, a zombie is dead, and the first line says of which boot the entries are.
 */
final class GateQueue {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
  private static final AtomicLong NUMBERS = new AtomicLong();
  private static final Object ONE_WRITER = new Object();

  private final Path file;
  private final Path lock;
  private final String boot;
  private final ProcIdentity self;

  /** In this folder, which must be there. */
  GateQueue(Path folder) {
    file = folder.resolve("queue");
    lock = folder.resolve("lock");
    try {
      boot = "boot " + Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    int pid = Math.toIntExact(ProcessHandle.current().pid());
    self = new ProcIdentity(pid, ProcText.host().requireStat(pid).startTicks());
  }

  /** Appends an entry of this process. */
  GateEntry enter(GateEntry.Mode mode, String who) {
    GateEntry entry = new GateEntry(self, NUMBERS.incrementAndGet(), mode, who);
    change(
        entries -> {
          List<GateEntry> more = new ArrayList<>(entries);
          more.add(entry);
          return more;
        });
    return entry;
  }

  void leave(GateEntry entry) {
    change(
        entries -> {
          List<GateEntry> less = new ArrayList<>(entries);
          less.remove(entry);
          return less;
        });
  }

  /** What this entry waits for; empty if it holds the gate. */
  List<GateEntry> before(GateEntry entry) {
    List<GateEntry> before = new ArrayList<>();
    for (GateEntry earlier : living()) {
      if (earlier.equals(entry)) {
        return before;
      }
      if (entry.waitsFor(earlier)) {
        before.add(earlier);
      }
    }
    throw new IllegalStateException("somebody removed from " + file + ": " + entry.line());
  }

  /** All entries of living processes, in order. */
  List<GateEntry> living() {
    return uninterrupted(this::read);
  }

  private List<GateEntry> read() {
    List<GateEntry> entries = new ArrayList<>();
    try {
      List<String> lines = Files.readAllLines(file);
      if (!lines.isEmpty() && lines.get(0).equals(boot)) {
        for (String line : lines.subList(1, lines.size())) {
          GateEntry entry = GateEntry.parse(line);
          if (entry.isOf(self) || Deaths.isAlive(entry.jvm())) {
            entries.add(entry);
          }
        }
      }
    } catch (NoSuchFileException e) {
      // Nobody has entered yet.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return entries;
  }

  private void change(UnaryOperator<List<GateEntry>> change) {
    uninterrupted(
        () -> {
          synchronized (ONE_WRITER) {
            replace(change);
          }
          return List.of();
        });
  }

  private void replace(UnaryOperator<List<GateEntry>> change) {
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      List<String> lines = new ArrayList<>(List.of(boot));
      change.apply(read()).forEach(entry -> lines.add(entry.line()));
      Path next = file.resolveSibling("queue.next");
      Files.write(next, lines);
      if (!held.isValid()) {
        throw new IllegalStateException("the lock was lost: " + lock);
      }
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A test that has run out of time is interrupted, and has to leave the queue all the same: the
   * channels of the JDK would close under an interrupted thread.
   */
  private static List<GateEntry> uninterrupted(Supplier<List<GateEntry>> work) {
    boolean interrupted = Thread.interrupted();
    try {
      return work.get();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
