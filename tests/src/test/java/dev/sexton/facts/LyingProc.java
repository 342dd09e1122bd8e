package dev.sexton.facts;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** This host's {@code /proc}, on which one fact does not hold. Everything else is as it is. */
final class LyingProc implements ProcFileSystem {

  /** What does not hold. */
  enum Lie {
    NONE,
    /** A listing that is asked to begin at a number ends there. */
    SEEK,
    /** A listing of everything comes in descending order. */
    ORDER,
    /** A kept descriptor of a stat file shows for ever what it showed first. */
    STALE_DESCRIPTORS,
    /** No stat file can be kept open. */
    NO_DESCRIPTORS,
    /** Status has no line NSpid. */
    NO_NSPID,
    /** There are no lists of children. */
    NO_CHILDREN
  }

  private final ProcFileSystem host;
  private final Map<HostFile, UnaryOperator<String>> texts = new EnumMap<>(HostFile.class);
  private final Map<Integer, byte[]> firstRead = new HashMap<>();
  private final Set<Integer> keptStats = new HashSet<>();
  private Lie lie = Lie.NONE;
  private int[] listed = {};
  private int listedAt;
  private int listedBelow = Integer.MAX_VALUE;
  private int keptReads;

  LyingProc(ProcFileSystem host) {
    this.host = host;
  }

  /** From now on. */
  LyingProc tell(Lie next) {
    lie = next;
    return this;
  }

  /** From now on a file about the host reads otherwise; empty means that it is not there. */
  LyingProc tell(HostFile file, UnaryOperator<String> text) {
    texts.put(file, text);
    return this;
  }

  /** How often a kept descriptor of a stat file was read. */
  int keptReads() {
    return keptReads;
  }

  @Override
  public void startListing(int firstPid) {
    listedBelow = lie == Lie.SEEK && firstPid > 1 ? firstPid : Integer.MAX_VALUE;
    host.startListing(lie == Lie.SEEK ? 1 : firstPid);
    if (lie == Lie.ORDER) {
      listed = new int[0];
      listedAt = 0;
      int[] chunk = new int[64];
      for (int count = host.list(chunk); count > 0; count = host.list(chunk)) {
        int before = listed.length;
        listed = Arrays.copyOf(listed, before + count);
        System.arraycopy(chunk, 0, listed, before, count);
      }
      for (int i = 0; i < listed.length / 2; i++) {
        int other = listed[listed.length - 1 - i];
        listed[listed.length - 1 - i] = listed[i];
        listed[i] = other;
      }
    }
  }

  @Override
  public int list(int[] pids) {
    if (lie != Lie.ORDER) {
      int count = host.list(pids);
      while (count > 0 && pids[count - 1] >= listedBelow) {
        count--;
      }
      return count;
    }
    int count = Math.min(pids.length, listed.length - listedAt);
    System.arraycopy(listed, listedAt, pids, 0, count);
    listedAt += count;
    return count;
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    return host.readStat(pid, into);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    int length = host.read(pid, file, into);
    if (lie != Lie.NO_NSPID || file != ProcFile.STATUS || length <= 0) {
      return length;
    }
    return put(text(into, length).replaceFirst("\nNSpid:[^\n]*", ""), into);
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    return lie == Lie.NO_CHILDREN
        ? put("", into) - Errno.ENOENT
        : host.readTaskChildren(pid, tid, into);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    return host.listTasks(pid, tids);
  }

  @Override
  public int open(int pid, ProcFile file) {
    if (lie == Lie.NO_DESCRIPTORS && file == ProcFile.STAT) {
      return -Errno.EACCES;
    }
    int descriptor = host.open(pid, file);
    if (descriptor >= 0 && file == ProcFile.STAT) {
      keptStats.add(descriptor);
    }
    return descriptor;
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    if (!keptStats.contains(descriptor)) {
      return host.readKept(descriptor, into, offset);
    }
    keptReads++;
    byte[] first = firstRead.get(descriptor);
    if (lie == Lie.STALE_DESCRIPTORS && first != null) {
      return put(new String(first, StandardCharsets.ISO_8859_1), into);
    }
    int length = host.readKept(descriptor, into, offset);
    if (length > 0) {
      firstRead.put(descriptor, text(into, length).getBytes(StandardCharsets.ISO_8859_1));
    }
    return length;
  }

  @Override
  public void closeKept(int descriptor) {
    keptStats.remove(descriptor);
    firstRead.remove(descriptor);
    host.closeKept(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    int length = host.readHostFile(file, into);
    UnaryOperator<String> change = texts.get(file);
    if (change == null || length < 0) {
      return length;
    }
    int changed = put(change.apply(text(into, length)), into);
    return changed == 0 ? -Errno.ENOENT : changed;
  }

  @Override
  public long namespaceInode(int pid, Namespace namespace) {
    return host.namespaceInode(pid, namespace);
  }

  @Override
  public long ownerUid(int pid) {
    return host.ownerUid(pid);
  }

  @Override
  public void close() {
    host.close();
  }

  private static String text(ByteBuffer from, int length) {
    byte[] bytes = new byte[length];
    from.get(0, bytes);
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static int put(String text, ByteBuffer into) {
    byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    int length = Math.min(bytes.length, into.capacity());
    into.clear();
    into.put(bytes, 0, length);
    into.flip();
    return length;
  }
}
