package dev.sexton.cases;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.census.HostClock;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.HostFile;
import dev.sexton.procfs.Namespace;
import dev.sexton.procfs.ProcFile;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.LinuxPidfds;
import dev.sexton.procfs.linux.LinuxProcFileSystem;
import java.nio.ByteBuffer;
import java.util.function.BiPredicate;

/** This host, whose listings leave some numbers out. Everything else is as it is. */
final class ShortListing implements ProcFileSystem {

  private static final int KEPT_DESCRIPTORS_MAX = 1_000;

  private final ProcFileSystem host;
  private final BiPredicate<Integer, Integer> leftOut;
  private int listing;

  private ShortListing(ProcFileSystem host, BiPredicate<Integer, Integer> leftOut) {
    this.host = host;
    this.leftOut = leftOut;
  }

  /**
   * This host.
   *
   * @param leftOut whether a listing of everything, counted from 1, leaves a number out
   */
  static Host host(BiPredicate<Integer, Integer> leftOut)
      throws UnsupportedHostException, ProcfsException {
    LinuxPidfds pidfds = LinuxPidfds.open();
    ProcFileSystem whole = LinuxProcFileSystem.open();
    HostFacts facts = HostFacts.read(whole, pidfds);
    ProcFileSystem files = new ShortListing(whole, leftOut);
    return new Host(files, pidfds, facts, HostClock.SYSTEM, KEPT_DESCRIPTORS_MAX);
  }

  @Override
  public void startListing(int firstPid) {
    listing += firstPid <= 1 ? 1 : 0;
    host.startListing(firstPid);
  }

  /** Never 0 before the end: that would be the end. */
  @Override
  public int list(int[] pids) {
    while (true) {
      int listed = host.list(pids);
      if (listed <= 0) {
        return listed;
      }
      int kept = 0;
      for (int i = 0; i < listed; i++) {
        if (!leftOut.test(listing, pids[i])) {
          pids[kept++] = pids[i];
        }
      }
      if (kept > 0) {
        return kept;
      }
    }
  }

  @Override
  public int readStat(int pid, ByteBuffer into) {
    return host.readStat(pid, into);
  }

  @Override
  public int read(int pid, ProcFile file, ByteBuffer into) {
    return host.read(pid, file, into);
  }

  @Override
  public int readTaskChildren(int pid, int tid, ByteBuffer into) {
    return host.readTaskChildren(pid, tid, into);
  }

  @Override
  public int listTasks(int pid, int[] tids) {
    return host.listTasks(pid, tids);
  }

  @Override
  public int open(int pid, ProcFile file) {
    return host.open(pid, file);
  }

  @Override
  public int readKept(int descriptor, ByteBuffer into, long offset) {
    return host.readKept(descriptor, into, offset);
  }

  @Override
  public void closeKept(int descriptor) {
    host.closeKept(descriptor);
  }

  @Override
  public int readHostFile(HostFile file, ByteBuffer into) {
    return host.readHostFile(file, into);
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
}
