package dev.sexton.simulation.kernel;

import org.jspecify.annotations.Nullable;

/** The text of {@code stat} and {@code status} (fs/proc/array.c), for readers in one namespace. */
final class ProcLines {
  private static final int PF_EXITING = 0x4;
  private static final int PF_FORKNOEXEC = 0x40;
  private static final int PF_KTHREAD = 0x200000;
  private static final int PF_RANDOMIZE = 0x400000;
  private static final int SIGCHLD = 17;

  private static final byte[] NO_TERMINAL = ByteText.ascii(" 0 -1 ");
  private static final byte[] FAULTS_TIMES_PRIORITY = ByteText.ascii(" 112 0 0 0 0 0 0 0 20 0 ");
  private static final byte[] MEMORY =
      ByteText.ascii(" 2703360 210 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 ");
  private static final byte[] NO_MEMORY =
      ByteText.ascii(" 0 0 18446744073709551615 0 0 0 0 0 0 0 0 0 0 0 0 ");
  private static final byte[] REST = ByteText.ascii(" 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");

  private final SimNamespace reader;

  ProcLines(SimNamespace reader) {
    this.reader = reader;
  }

  /** The line of a thread; that of the leading one is its process'. */
  void stat(ByteText into, SimThread thread) {
    SimTask task = thread.task;
    SimThread above = task.parent;
    char letter = stateLetter(thread);
    boolean exiting = !thread.alive;
    into.clear().number(thread.pid.numberIn(reader)).put(' ').put('(').put(task.comm);
    into.put(')').put(' ').put(letter).put(' ');
    into.number(above == null ? 0 : above.task.pid.numberIn(reader)).put(' ');
    into.number(numberIn(task.group)).put(' ').number(numberIn(task.session)).put(NO_TERMINAL);
    int flags = task.kernelThread ? PF_KTHREAD : PF_RANDOMIZE;
    flags |= exiting ? PF_EXITING : 0;
    flags |= task.executed ? 0 : PF_FORKNOEXEC;
    into.number(flags).put(FAULTS_TIMES_PRIORITY).number(task.threadCount()).put(" 0 ");
    into.number(thread.startTicks)
        .put(exiting || task.kernelThread ? NO_MEMORY : MEMORY)
        .number(SIGCHLD)
        .put(REST);
  }

  /** What a reader that had begun sees of a process that just lost what it shared with others. */
  void releasing(ByteText into, SimTask task) {
    into.clear().number(task.pid.numberIn(reader)).put(" (").put(task.comm);
    into.put(") X 0 -1 -1 0 -1 ").number(PF_RANDOMIZE | PF_EXITING).put(FAULTS_TIMES_PRIORITY);
    into.number(0).put(" 0 ").number(task.startTicks()).put(NO_MEMORY).number(SIGCHLD).put(REST);
  }

  /** Without lines that nobody reads: the product searches the text several times. */
  void status(ByteText into, SimThread thread) {
    SimTask task = thread.task;
    SimThread above = task.parent;
    SimPid pid = thread.pid;
    char letter = stateLetter(thread);
    into.clear().put("Name:\t");
    name(into, task.comm);
    into.put("\nUmask:\t0022\nState:\t").put(letter).put(stateName(letter));
    into.put("\nTgid:\t").number(task.pid.numberIn(reader)).put("\nNgid:\t0\nPid:\t");
    into.number(pid.numberIn(reader)).put("\nPPid:\t");
    into.number(above == null ? 0 : above.task.pid.numberIn(reader)).put("\nTracerPid:\t0\nUid:");
    uids(into, task);
    into.put("\nGid:");
    uids(into, task);
    into.put("\nFDSize:\t64\nGroups:\t \nNStgid:");
    numbers(into, task.pid);
    into.put("\nNSpid:");
    numbers(into, pid);
    into.put("\nNSpgid:");
    numbers(into, task.group);
    into.put("\nNSsid:");
    numbers(into, task.session);
    into.put("\nKthread:\t")
        .number(task.kernelThread ? 1 : 0)
        .put("\nThreads:\t")
        .number(task.threadCount())
        .put("\nCapEff:\t")
        .hex(task.capabilities)
        .put('\n');
  }

  static char stateLetter(SimThread thread) {
    SimTask task = thread.task;
    if (!thread.alive) {
      return task.isExiting() ? 'S' : 'Z';
    }
    return task.stopped ? 'T' : 'S';
  }

  private static String stateName(char letter) {
    return switch (letter) {
      case 'Z' -> " (zombie)";
      case 'T' -> " (stopped)";
      default -> " (sleeping)";
    };
  }

  /** Newlines and backslashes are escaped here, and in no other file. */
  private static void name(ByteText into, byte[] comm) {
    for (byte b : comm) {
      switch (b) {
        case '\n' -> into.put("\\n");
        case '\\' -> into.put("\\\\");
        default -> into.put((char) (b & 0xff));
      }
    }
  }

  private static void uids(ByteText into, SimTask task) {
    int effective = task.effectiveUid;
    into.put('\t').number(Integer.toUnsignedLong(task.realUid));
    into.put('\t').number(Integer.toUnsignedLong(effective));
    into.put('\t').number(Integer.toUnsignedLong(task.savedUid));
    into.put('\t').number(Integer.toUnsignedLong(effective)); // of the file system: follows
  }

  private int numberIn(@Nullable SimPid pid) {
    return pid == null ? 0 : pid.numberIn(reader);
  }

  /** From the reader's namespace inwards. */
  private void numbers(ByteText into, @Nullable SimPid pid) {
    if (pid == null) {
      into.put("\t0");
      return;
    }
    if (!pid.namespace.isWithin(reader)) {
      into.put("\t0");
      return;
    }
    for (int level = reader.level; level <= pid.namespace.level; level++) {
      into.put('\t').number(pid.numbers[level]);
    }
  }
}
