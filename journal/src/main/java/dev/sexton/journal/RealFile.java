package dev.sexton.journal;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * A file whose first bytes are real: zeros were written to them, so that a store into a mapping of
 * them cannot run out of space.
 *
 * <p>Written through a {@link RandomAccessFile}, since a FileChannel closes itself when its thread
 * is interrupted.
 */
final class RealFile implements AutoCloseable {
  private static final Set<StandardOpenOption> CREATE_NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final RandomAccessFile file;
  private final byte[] zeros;
  private long realBytes;

  private RealFile(RandomAccessFile file, byte[] zeros) {
    this.file = file;
    this.zeros = zeros;
  }

  /**
   * Creates the file, mode 600, and makes its beginning real. If that fails, no file is left.
   *
   * @param zeros a buffer of zeros, whose length is the step of the writes
   */
  static RealFile create(Path path, long realBytes, byte[] zeros) throws IOException {
    RealFile real = new RealFile(createEmpty(path), zeros);
    try {
      real.extendTo(realBytes);
      return real;
    } catch (IOException e) {
      real.close();
      remove(path, e);
      throw e;
    }
  }

  /** Creates an empty file, mode 600, and opens it. If that fails, no file is left. */
  static RandomAccessFile createEmpty(Path path) throws IOException {
    Files.newByteChannel(path, CREATE_NEW, OWNER_ONLY).close();
    try {
      return new RandomAccessFile(path.toFile(), "rw");
    } catch (IOException e) {
      remove(path, e);
      throw e;
    }
  }

  private static void remove(Path path, IOException failure) {
    try {
      Files.deleteIfExists(path);
    } catch (IOException suppressed) {
      failure.addSuppressed(suppressed);
    }
  }

  /** How many bytes from the start are real. */
  long realBytes() {
    return realBytes;
  }

  /**
   * Makes the file real up to at least this many bytes. What it writes zeros to was never used: the
   * single writer is this process. After a failure the call may be repeated.
   */
  void extendTo(long wantedBytes) throws IOException {
    while (realBytes < wantedBytes) {
      file.seek(realBytes);
      file.write(zeros, 0, zeros.length);
      realBytes += zeros.length;
    }
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
