package dev.sexton.procfs.linux;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.LastError;
import com.kenai.jffi.Library;
import com.kenai.jffi.MemoryIO;
import com.kenai.jffi.Type;
import dev.sexton.procfs.UnsupportedHostException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * libc, each function called with six 64-bit integers, of which it takes as many as it has.
 *
 * <p>Results that are not -1 are returned as they are, -1 as the negated errno, which is taken from
 * the calling thread at once. Superfluous integer arguments are harmless in the calling conventions
 * of x86-64 and aarch64. Safe for use by any thread.
 */
final class LinuxLibC {
  static final int AT_FDCWD = -100;
  static final int O_RDONLY = 0;
  static final int O_CLOEXEC = 0x80000;
  static final int O_PATH = 0x200000;

  private static @Nullable LinuxLibC instance;

  private final Invoker invoker = Invoker.getInstance();
  private final LastError lastError = LastError.getInstance();
  private final MemoryIO memory = MemoryIO.getInstance();
  private final CallContext six =
      new CallContext(
          Type.SINT64,
          Type.SINT64,
          Type.SINT64,
          Type.SINT64,
          Type.SINT64,
          Type.SINT64,
          Type.SINT64);
  private final SyscallNumbers numbers;
  private final long openat;
  private final long read;
  private final long pread;
  private final long close;
  private final long lseek;
  private final long poll;
  private final long prctl;
  private final long flock;
  private final long waitpid;
  private final long getrlimit;
  private final long fstatfs;
  private final long syscall;

  private LinuxLibC(SyscallNumbers numbers) throws UnsupportedHostException {
    this.numbers = numbers;
    Library library = Library.getDefault();
    openat = symbol(library, "openat");
    read = symbol(library, "read");
    pread = symbol(library, "pread");
    close = symbol(library, "close");
    lseek = symbol(library, "lseek");
    poll = symbol(library, "poll");
    prctl = symbol(library, "prctl");
    flock = symbol(library, "flock");
    waitpid = symbol(library, "waitpid");
    getrlimit = symbol(library, "getrlimit");
    fstatfs = symbol(library, "fstatfs");
    syscall = symbol(library, "syscall");
  }

  static synchronized LinuxLibC get() throws UnsupportedHostException {
    LinuxLibC loaded = instance;
    if (loaded == null) {
      if (!System.getProperty("os.name", "").equals("Linux")) {
        throw new UnsupportedHostException(
            "Processes are followed through Linux's process file system, and this is not Linux.");
      }
      SyscallNumbers numbers = SyscallNumbers.ofThisMachine();
      if (numbers == null) {
        throw new UnsupportedHostException(
            "Only x86-64 and aarch64 are supported, and this JVM is for "
                + System.getProperty("os.arch")
                + ".");
      }
      JffiLibrary.load(numbers.architecture());
      loaded = new LinuxLibC(numbers);
      instance = loaded;
    }
    return loaded;
  }

  private static long symbol(Library library, String name) throws UnsupportedHostException {
    long address = library.getSymbolAddress(name);
    if (address == 0) {
      throw new UnsupportedHostException("This C library has no function " + name + ".");
    }
    return address;
  }

  /** O_DIRECTORY and O_NOFOLLOW, and the layout of a directory entry, depend on the machine. */
  int directoryFlag() {
    return isAarch64() ? 0x4000 : 0x10000;
  }

  int noFollowFlag() {
    return isAarch64() ? 0x8000 : 0x20000;
  }

  private boolean isAarch64() {
    return numbers.architecture().equals("aarch64");
  }

  /** The address of a direct buffer's index 0. */
  long address(ByteBuffer direct) {
    return memory.getDirectBufferAddress(direct);
  }

  /** A path that ends in NUL, for calls that are not frequent. */
  static ByteBuffer path(String path) {
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 1);
    direct.put(0, bytes);
    return direct;
  }

  /** Opens a path that is not opened often; allocates. */
  int open(int directory, String path, int flags) {
    ByteBuffer bytes = path(path);
    try {
      return openat(directory, address(bytes), flags);
    } finally {
      Reference.reachabilityFence(bytes); // nothing else keeps the memory while libc reads it
    }
  }

  int openat(int directory, long path, int flags) {
    return (int) call(openat, directory, path, flags, 0, 0, 0);
  }

  int read(int descriptor, long into, int length) {
    return (int) call(read, descriptor, into, length, 0, 0, 0);
  }

  int pread(int descriptor, long into, int length, long offset) {
    return (int) call(pread, descriptor, into, length, offset, 0, 0);
  }

  int close(int descriptor) {
    return (int) call(close, descriptor, 0, 0, 0, 0, 0);
  }

  long lseek(int descriptor, long offset) {
    return call(lseek, descriptor, offset, 0, 0, 0, 0);
  }

  int poll(long descriptors, int count, int timeoutMs) {
    return (int) call(poll, descriptors, count, timeoutMs, 0, 0, 0);
  }

  int prctl(int option, long argument) {
    return (int) call(prctl, option, argument, 0, 0, 0, 0);
  }

  int waitpid(int pid, int options) {
    return (int) call(waitpid, pid, 0, options, 0, 0, 0);
  }

  int flock(int descriptor, int operation) {
    return (int) call(flock, descriptor, operation, 0, 0, 0, 0);
  }

  int getrlimit(int resource, long into) {
    return (int) call(getrlimit, resource, into, 0, 0, 0, 0);
  }

  int fstatfs(int descriptor, long into) {
    return (int) call(fstatfs, descriptor, into, 0, 0, 0, 0);
  }

  int getdents64(int directory, long into, int length) {
    return (int) call(syscall, numbers.getdents64(), directory, into, length, 0, 0);
  }

  int statx(int directory, long path, int flags, int mask, long into) {
    return (int) call(syscall, numbers.statx(), directory, path, flags, mask, into);
  }

  int pidfdOpen(int pid) {
    return (int) call(syscall, numbers.pidfdOpen(), pid, 0, 0, 0, 0);
  }

  int pidfdSendSignal(int pidfd, int signal) {
    return (int) call(syscall, numbers.pidfdSendSignal(), pidfd, signal, 0, 0, 0);
  }

  private long call(long function, long a, long b, long c, long d, long e, long f) {
    long result = invoker.invokeN6(six, function, a, b, c, d, e, f);
    // Functions that return an int leave the upper half undefined; no result here exceeds an int.
    if ((int) result == -1) {
      return -lastError.get();
    }
    return result;
  }
}
