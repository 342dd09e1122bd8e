package dev.sexton.procfs.linux;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of the system calls that libc may be too old to have a function for
 * (arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h).
 */
record SyscallNumbers(
    String architecture, long getdents64, long statx, long pidfdSendSignal, long pidfdOpen) {

  private static final SyscallNumbers X86_64 = new SyscallNumbers("x86_64", 217, 332, 424, 434);
  private static final SyscallNumbers AARCH64 = new SyscallNumbers("aarch64", 61, 291, 424, 434);

  /** Those of the JVM's architecture, null for one that is not supported. */
  static @Nullable SyscallNumbers ofThisMachine() {
    return of(System.getProperty("os.arch", ""));
  }

  static @Nullable SyscallNumbers of(String architecture) {
    return switch (architecture.toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" -> X86_64;
      case "aarch64" -> AARCH64;
      default -> null;
    };
  }
}
