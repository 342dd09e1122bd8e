package dev.sexton.journal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock of the one writer: a POSIX record lock on a file in the run directory, which the kernel
 * takes away when the holder dies, however it dies.
 *
 * <p>A POSIX lock belongs to the process and is dropped when the process closes <em>any</em>
 * descriptor of the file (fcntl(2), "Advisory record locking"). So within one JVM the probe must
 * never open a file that this JVM holds: a static set of held files says so, keyed by device and
 * inode. It is the one piece of static state in this package; two copies of this class in one JVM,
 * loaded by different class loaders, would not know of each other.
 */
final class WriterLock implements AutoCloseable {
  private static final Object GUARD = new Object();
  private static final Set<Object> HELD = new HashSet<>();

  /** A probe holds a shared lock for microseconds; nobody else can touch a file just created. */
  private static final int ATTEMPTS_MAX = 1_000;

  private static final long ATTEMPT_PAUSE_NS = 100_000;

  private final FileChannel channel;
  private final Object fileKey;
  private boolean closed;

  private WriterLock(FileChannel channel, Object fileKey) {
    this.channel = channel;
    this.fileKey = fileKey;
  }

  /**
   * Creates the lock file and locks it.
   *
   * @throws JournalException LOCKED if another process holds it, EXISTS if there is one already
   */
  static WriterLock acquire(Path runDirectory) throws JournalException {
    Path path = runDirectory.resolve(JournalFiles.LOCK);
    synchronized (GUARD) {
      try {
        FileChannel channel =
            FileChannel.open(
                path,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        boolean locked = false;
        try {
          Object fileKey = fileKey(path);
          locked = tryLock(channel);
          if (!locked) {
            throw new JournalException(
                JournalException.Kind.LOCKED,
                "Another process holds " + path + "; choose another run id.");
          }
          HELD.add(fileKey);
          return new WriterLock(channel, fileKey);
        } finally {
          if (!locked) {
            channel.close();
          }
        }
      } catch (IOException e) {
        throw IoFailures.from("lock " + path, e);
      }
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      if (channel.tryLock() != null) {
        return true;
      }
      LockSupport.parkNanos(ATTEMPT_PAUSE_NS);
    }
    return false;
  }

  /** Whether anybody holds the lock of this run directory. Leaves a holder undisturbed. */
  static WriterState state(Path runDirectory) {
    Path path = runDirectory.resolve(JournalFiles.LOCK);
    synchronized (GUARD) {
      try {
        if (HELD.contains(fileKey(path))) {
          return WriterState.ALIVE;
        }
        try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
          // A shared lock needs no write access, and fails if and only if a writer holds its own.
          FileLock probe = channel.tryLock(0, Long.MAX_VALUE, true);
          return probe == null ? WriterState.ALIVE : WriterState.GONE;
        }
      } catch (OverlappingFileLockException heldByAnotherCopyOfThisClass) {
        return WriterState.ALIVE;
      } catch (IOException e) {
        return WriterState.UNKNOWN;
      }
    }
  }

  private static Object fileKey(Path path) throws IOException {
    BasicFileAttributes attributes =
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    Object key = attributes.fileKey();
    if (!attributes.isRegularFile() || key == null) {
      throw new IOException("not a regular file with an inode: " + path);
    }
    return key;
  }

  @Override
  public void close() {
    synchronized (GUARD) {
      if (closed) {
        return;
      }
      closed = true;
      HELD.remove(fileKey);
      try {
        channel.close();
      } catch (IOException e) {
        // The descriptor is gone whatever close(2) reports on Linux, and the lock with it.
        return;
      }
    }
  }
}
