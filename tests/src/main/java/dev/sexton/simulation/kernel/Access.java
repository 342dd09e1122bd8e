package dev.sexton.simulation.kernel;

/** Who may look into whom (ptrace_may_access in kernel/ptrace.c), and who is shown to whom. */
final class Access {
  static final int HIDE_NOTHING = 0;
  static final int HIDE_CONTENTS = 1;
  static final int HIDE_PROCESSES = 2;
  static final int HIDE_UNTRACEABLE = 4;

  private final SimTask reader;
  private int hidepid = HIDE_NOTHING;

  Access(SimTask reader) {
    this.reader = reader;
  }

  int hidepid() {
    return hidepid;
  }

  void hidepid(int value) {
    hidepid = value;
  }

  /** Whether the reader may see its memory, environment and namespaces. */
  boolean mayTrace(SimTask target) {
    if (target == reader) {
      return true;
    }
    int uid = reader.effectiveUid;
    boolean same = uid == target.effectiveUid && uid == target.savedUid && uid == target.realUid;
    return (same && target.dumpable())
        || target.userNamespace.grants(reader, Capability.SYS_PTRACE);
  }

  /** Whether it is listed, and its directory is there. */
  boolean isShown(SimTask target) {
    return hidepid < HIDE_PROCESSES || mayTrace(target);
  }

  /** Whether what is below its directory can be opened. */
  boolean isOpen(SimTask target) {
    return hidepid < HIDE_CONTENTS || mayTrace(target);
  }
}
