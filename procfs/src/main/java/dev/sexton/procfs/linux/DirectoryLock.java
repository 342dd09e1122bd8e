package dev.sexton.procfs.linux;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * An exclusive lock on a directory that dies with its holder.
 *
 * <p>flock on a descriptor of the directory itself: nothing is written, so it works on read-only
 * mounts, and there is no lock file to go stale. The descriptor is close-on-exec, so that no child
 * keeps the lock. The lock is advisory and of this host; two locks of one process exclude each
 * other as well. Not thread-safe.
 */
public final class DirectoryLock implements AutoCloseable {
  private static final int LOCK_EX = 2;
  private static final int LOCK_NB = 4;
  private static final int CLOSED = -1;

  private final LinuxLibC libC;
  private int descriptor;

  private DirectoryLock(LinuxLibC libC, int descriptor) {
    this.libC = libC;
    this.descriptor = descriptor;
  }

  /**
   * Takes the lock without waiting.
   *
   * @param directory must be a directory; a symbolic link is refused
   * @return the lock, or null if another holds it
   * @throws ProcfsException if it is not a directory or cannot be opened or locked
   */
  public static @Nullable DirectoryLock tryLock(Path directory)
      throws ProcfsException, UnsupportedHostException {
    LinuxLibC libC = LinuxLibC.get();
    int flags =
        LinuxLibC.O_RDONLY | LinuxLibC.O_CLOEXEC | libC.directoryFlag() | libC.noFollowFlag();
    return lock(libC, libC.open(LinuxLibC.AT_FDCWD, directory.toString(), flags), directory);
  }

  /**
   * Takes the lock of a directory that was opened before, whatever its name names by now.
   *
   * @return the lock, or null if another holds it
   * @throws ProcfsException if it is not a directory or cannot be opened or locked
   */
  public static @Nullable DirectoryLock tryLock(OpenedPath directory)
      throws ProcfsException, UnsupportedHostException {
    LinuxLibC libC = LinuxLibC.get();
    int flags = LinuxLibC.O_RDONLY | LinuxLibC.O_CLOEXEC | libC.directoryFlag();
    return lock(libC, libC.open(directory.descriptor(), ".", flags), directory.entrance());
  }

  private static @Nullable DirectoryLock lock(LinuxLibC libC, int opened, Path directory)
      throws ProcfsException {
    if (opened < 0) {
      throw new ProcfsException("opening " + directory, -opened);
    }
    int result = libC.flock(opened, LOCK_EX | LOCK_NB);
    if (result < 0) {
      libC.close(opened);
      if (result == -Errno.EAGAIN) {
        return null;
      }
      throw new ProcfsException("locking " + directory, -result);
    }
    return new DirectoryLock(libC, opened);
  }

  /** Whether the lock has not been given back. */
  public boolean isHeld() {
    return descriptor != CLOSED;
  }

  /** Gives the lock back. Closing again does nothing. */
  @Override
  public void close() {
    if (descriptor != CLOSED) {
      libC.close(descriptor);
      descriptor = CLOSED;
    }
  }
}
