package dev.sexton.engine.fake;

import java.nio.charset.StandardCharsets;
import java.util.TreeMap;

/** A process of a {@link FakeHost}. */
public final class FakeTask {
  private static final String REST_OF_STAT =
      " 0 2703360 210 18446744073709551615 1 1 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

  public final int pid;
  public final long startTicks;
  public final long inode;
  public int parent;
  public int processGroup;
  public int session;
  public char state = 'S';
  public int threads = 1;
  public int kernelFlags = 0x400000;
  public int realUid;
  public int savedUid;
  public long capabilities;

  /** Its number in a pid namespace of its own, or 0: it is in the reader's. */
  public int nestedPid;

  public String environment = "";

  /** What reading its stat gives instead, a negated errno; 0 for its line. */
  public int statError;

  /** What reading a kept descriptor of its stat gives instead. */
  public int keptError;

  /** What reading its status gives instead. */
  public int statusError;

  /** Children by the thread under which they are listed; all others are under the leader. */
  public final TreeMap<Integer, String> childrenOfThreads = new TreeMap<>();

  boolean collected;

  FakeTask(int pid, long startTicks, long inode, int parent) {
    this.pid = pid;
    this.startTicks = startTicks;
    this.inode = inode;
    this.parent = parent;
    processGroup = pid;
    session = pid;
  }

  /** Makes session and group those of another. */
  public FakeTask in(FakeTask other) {
    processGroup = other.processGroup;
    session = other.session;
    return this;
  }

  /** Makes it the leader of a session and group of its own. */
  public FakeTask leads() {
    processGroup = pid;
    session = pid;
    return this;
  }

  public FakeTask user(int uid) {
    realUid = uid;
    savedUid = uid;
    return this;
  }

  public boolean isThere() {
    return !collected;
  }

  byte[] stat() {
    String line =
        "%d (fake) %c %d %d %d 0 -1 %d 1 2 3 4 5 6 7 8 20 0 %d 0 %d"
            .formatted(pid, state, parent, processGroup, session, kernelFlags, threads, startTicks);
    return (line + REST_OF_STAT).getBytes(StandardCharsets.ISO_8859_1);
  }

  String status(boolean oldKernel) {
    String first =
        "Name:\tfake\nState:\t%c\nTgid:\t%d\nPid:\t%d\nPPid:\t%d\n"
                .formatted(state, pid, pid, parent)
            + "Uid:\t%d\t%d\t%d\t%d\n".formatted(realUid, realUid, savedUid, realUid);
    String threadLine = "Threads:\t%d\n".formatted(threads);
    return oldKernel
        ? first + threadLine
        : first
            + "NSpid:\t%d%s\n".formatted(pid, nestedPid > 0 ? "\t" + nestedPid : "")
            + threadLine
            + "CapEff:\t%016x\n".formatted(capabilities);
  }

  @Override
  public String toString() {
    return pid + "@" + startTicks;
  }
}
