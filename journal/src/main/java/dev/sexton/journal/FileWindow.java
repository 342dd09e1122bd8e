package dev.sexton.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/**
 * A file seen through a window that moves forward, filled by positional reads. Never mapped: a file
 * cut short under a mapping is a SIGBUS. The file may grow while it is read; {@link #refresh()}
 * forgets what was seen of it.
 */
final class FileWindow implements AutoCloseable {
  /** Enough for a small journal, and for the longest frame. */
  private static final int SMALL_WINDOW_BYTES = 16 << 10;

  private static final int WINDOW_BYTES = 256 << 10;

  static {
    if (SMALL_WINDOW_BYTES < JournalFormat.FRAME_LENGTH_MAX) {
      throw new AssertionError("a frame does not fit into the window");
    }
  }

  private final Path path;
  private final FileChannel channel;
  private byte[] bytes = new byte[SMALL_WINDOW_BYTES];
  private ByteBuffer buffer = ByteBuffer.wrap(bytes);
  private long start;
  private int filled;
  private long size;

  private FileWindow(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    size = channel.size();
  }

  /**
   * Opens a regular file for reading; follows no link.
   *
   * @throws JournalException UNTRUSTED if it is not a regular file, or as {@link IoFailures}
   */
  static FileWindow open(Path path) throws JournalException {
    return open(path, path);
  }

  /** As {@link #open(Path)}, by another path than the one that failures name. */
  static FileWindow open(Path through, Path path) throws JournalException {
    try {
      // Looked at first, since opening a FIFO would wait for a writer.
      if (!Files.readAttributes(through, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
          .isRegularFile()) {
        throw new JournalException(
            JournalException.Kind.UNTRUSTED,
            path
                + " is a link or not a regular file, which no journal writes; look who put it"
                + " there.");
      }
      FileChannel channel =
          FileChannel.open(through, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
      try {
        return new FileWindow(path, channel);
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw IoFailures.from("open " + path, e);
    }
  }

  /** Takes the size anew and forgets the bytes read so far. */
  void refresh() throws JournalException {
    filled = 0;
    try {
      size = channel.size();
    } catch (IOException e) {
      throw IoFailures.from("read the size of " + path, e);
    }
  }

  /** The size when the window was opened or last refreshed, in bytes. */
  long size() {
    return size;
  }

  /**
   * Moves the window, if need be, to hold these bytes.
   *
   * @param length at most {@link JournalFormat#FRAME_LENGTH_MAX}
   * @return whether the file has them
   */
  boolean has(long at, int length) throws JournalException {
    if (at >= start && at + length <= start + filled) {
      return true;
    }
    if (at + length > size) {
      return false;
    }
    if (size - at > bytes.length && bytes.length < WINDOW_BYTES) {
      bytes = new byte[WINDOW_BYTES];
      buffer = ByteBuffer.wrap(bytes);
    }
    start = at;
    filled = 0;
    buffer.clear();
    try {
      while (buffer.hasRemaining()) {
        int count = channel.read(buffer, start + buffer.position());
        if (count < 0) {
          break;
        }
      }
    } catch (IOException e) {
      throw IoFailures.from("read " + path, e);
    }
    filled = buffer.position();
    return length <= filled;
  }

  /**
   * The window's bytes, until {@link #has} is called again; {@link #index} says where a position of
   * the file stands in them.
   */
  byte[] bytes() {
    return bytes;
  }

  /** Where a position that {@link #has} confirmed stands in {@link #bytes()}. */
  int index(long at) {
    return (int) (at - start);
  }

  /** How many bytes the window holds from this position on; 0 if it does not hold it. */
  int available(long at) {
    return at < start || at >= start + filled ? 0 : (int) (start + filled - at);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // Nothing was written through it, so there is nothing that could be lost.
      return;
    }
  }
}
