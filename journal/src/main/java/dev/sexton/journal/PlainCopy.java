package dev.sexton.journal;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Writes whole frames, as they are, to plain files of a directory. Apart from {@link PlainSink},
 * which serves a living run: here nothing is a new record, nothing is retried, and the directory is
 * nobody's journal before all is in it.
 */
final class PlainCopy implements AutoCloseable {
  private static final byte[] PADDING = new byte[JournalFormat.ALIGNMENT];

  private final Path directory;
  private final byte[] salt;
  private final CRC32C crc = new CRC32C();
  private final List<String> files = new ArrayList<>();
  private OutputStream out = OutputStream.nullOutputStream();
  private long records;
  private long bytes;

  PlainCopy(Path directory, byte[] salt) {
    this.directory = directory;
    this.salt = salt;
  }

  /** Goes on in a further file, mode 600; the one before ends in the mark that says so. */
  void beginFile() throws IOException {
    if (!files.isEmpty()) {
      endFile(true);
    }
    String name = JournalFiles.plainName(files.size());
    RandomAccessFile created = RealFile.createEmpty(directory.resolve(name));
    created.close();
    out = new BufferedOutputStream(new FileOutputStream(directory.resolve(name).toFile()));
    files.add(name);
  }

  /**
   * Appends a frame.
   *
   * @throws IOException also if the frame is no longer what was found to be whole
   */
  void append(byte[] from, int at, int payloadLength) throws IOException {
    int length = JournalFormat.PAYLOAD_AT + payloadLength;
    if (Bits.getInt(from, at + JournalFormat.CRC_AT)
        != JournalFormat.checksum(crc, salt, from, at, payloadLength)) {
      throw new IOException("a record is not what was read");
    }
    out.write(from, at, length);
    out.write(PADDING, 0, (int) (JournalFormat.aligned(length) - length));
    records++;
    bytes += length;
  }

  /** Ends the last file. */
  void endFile(boolean marked) throws IOException {
    if (marked) {
      byte[] mark = new byte[PlainSink.END_MARK_LENGTH];
      Bits.putInt(mark, 0, PlainSink.END_MARK);
      out.write(mark);
    }
    out.close();
  }

  List<String> files() {
    return files;
  }

  long records() {
    return records;
  }

  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
