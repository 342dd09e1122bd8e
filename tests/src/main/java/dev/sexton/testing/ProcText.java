package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A plain reader of {@code /proc}, slow and short: the reference that the product's reader is
 * compared with, so it shares no code with it. Null means that the process is gone; whatever else
 * keeps a file from being read is an exception.
 */
public final class ProcText {

  private static final ProcText HOST = new ProcText(Path.of("/proc"));

  private final Path root;

  private ProcText(Path root) {
    this.root = root;
  }

  /** The {@code /proc} of this JVM. */
  public static ProcText host() {
    return HOST;
  }

  /**
   * The {@code /proc} that the given process of this JVM's namespace sees. Needs root if it is
   * another one.
   */
  static ProcText seenBy(int hostPid) {
    return new ProcText(Path.of("/proc/" + hostPid + "/root/proc"));
  }

  /** Where this {@code /proc} is mounted, as seen from this JVM. */
  public Path root() {
    return root;
  }

  public @Nullable ProcStat stat(int pid) {
    byte[] bytes = read(pid, "stat");
    return bytes == null ? null : parse(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  /** Like {@link #stat}, for a process that must be there. */
  public ProcStat requireStat(int pid) {
    ProcStat stat = stat(pid);
    if (stat == null) {
      throw new AssertionError("no process " + pid);
    }
    return stat;
  }

  /**
   * The value of one line of {@code status}, such as {@code NSpid}, without outer blanks; null if
   * the process is gone.
   */
  public @Nullable String status(int pid, String key) {
    byte[] bytes = read(pid, "status");
    if (bytes == null) {
      return null;
    }
    for (String line : Words.between(new String(bytes, StandardCharsets.ISO_8859_1), "\n")) {
      if (line.startsWith(key + ":")) {
        return line.substring(key.length() + 1).strip();
      }
    }
    throw new AssertionError("no line " + key + " in status of " + pid);
  }

  /** Arguments as the kernel shows them, without empty ones; of a zombie there are none. */
  public @Nullable List<String> commandLine(int pid) {
    return split(read(pid, "cmdline"));
  }

  public @Nullable List<String> environment(int pid) {
    return split(read(pid, "environ"));
  }

  /** Pids listed under one thread of a process; null if the thread is gone. */
  public @Nullable List<Integer> children(int pid, int tid) {
    byte[] bytes = read(pid, "task/" + tid + "/children");
    if (bytes == null) {
      return null;
    }
    List<Integer> children = new ArrayList<>();
    for (String word : Words.of(new String(bytes, StandardCharsets.ISO_8859_1))) {
      children.add(Integer.parseInt(word));
    }
    return children;
  }

  /** Thread ids of a process, ascending; empty if it is gone. */
  public List<Integer> threads(int pid) {
    return numbers(root.resolve(pid + "/task"));
  }

  /** How many descriptors a process has open. */
  public int descriptorCount(int pid) {
    return numbers(root.resolve(pid + "/fd")).size();
  }

  /** All pids, ascending. */
  public List<Integer> pids() {
    return numbers(root);
  }

  /** The target of a link such as {@code cwd} or {@code ns/pid}; null if the process is gone. */
  public @Nullable String link(int pid, String name) {
    try {
      return Files.readSymbolicLink(root.resolve(pid + "/" + name)).toString();
    } catch (IOException e) {
      requireGone(e);
      return null;
    }
  }

  static ProcStat parse(String text) {
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    List<String> rest = Words.of(text.substring(close + 2));
    return new ProcStat(
        Integer.parseInt(text.substring(0, open).strip()),
        text.substring(open + 1, close),
        rest.get(0).charAt(0),
        Integer.parseInt(rest.get(1)),
        Integer.parseInt(rest.get(2)),
        Integer.parseInt(rest.get(3)),
        Integer.parseInt(rest.get(17)),
        Long.parseLong(rest.get(19)));
  }

  private byte @Nullable [] read(int pid, String name) {
    try {
      return Files.readAllBytes(root.resolve(pid + "/" + name));
    } catch (IOException e) {
      requireGone(e);
      return null;
    }
  }

  private List<Integer> numbers(Path folder) {
    List<Integer> numbers = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "[0-9]*")) {
      for (Path entry : entries) {
        numbers.add(Integer.parseInt(entry.getFileName().toString()));
      }
    } catch (IOException e) {
      requireGone(e);
      return List.of();
    } catch (java.nio.file.DirectoryIteratorException e) {
      throw new UncheckedIOException(e.getCause());
    }
    Collections.sort(numbers);
    return numbers;
  }

  private static @Nullable List<String> split(byte @Nullable [] bytes) {
    if (bytes == null) {
      return null;
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return text.isEmpty() ? List.of() : Words.between(text, "\0");
  }

  /**
   * ENOENT, and ESRCH for a process that was reaped between open and read; all else is a failure to
   * look.
   */
  private static void requireGone(IOException e) {
    String reason = e instanceof FileSystemException f ? f.getReason() : e.getMessage();
    if (!(e instanceof NoSuchFileException) && !"No such process".equals(reason)) {
      throw new UncheckedIOException(e);
    }
  }
}
