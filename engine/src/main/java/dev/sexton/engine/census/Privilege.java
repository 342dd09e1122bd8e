package dev.sexton.engine.census;

import dev.sexton.procfs.ProcessStatus;

/**
 * Whether a process could become any user, or go where only root goes: asked of runner and member.
 */
final class Privilege {
  private static final int CAP_SETUID = 7;
  private static final int CAP_SYS_PTRACE = 19;
  private static final int CAP_SYS_ADMIN = 21;
  private static final long CAPABILITIES =
      1L << CAP_SETUID | 1L << CAP_SYS_ADMIN | 1L << CAP_SYS_PTRACE;

  private Privilege() {}

  /** True also where the capabilities are not known. */
  static boolean isHeldBy(ProcessStatus status) {
    return status.realUid() == 0
        || status.effectiveUid() == 0
        || status.savedUid() == 0
        || !status.hasCapabilities()
        || (status.effectiveCapabilities() & CAPABILITIES) != 0;
  }
}
