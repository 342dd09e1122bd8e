package dev.sexton.engine.reap;

import dev.sexton.engine.report.Certificate.FileStamp;
import dev.sexton.engine.report.Certificate.JournalStamp;
import dev.sexton.journal.LineageJournal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * What a journal consists of, in a form that {@code sha256sum} can say again: of each of its files
 * the SHA-256, and the SHA-256 of the lines that {@code sha256sum} prints for all of them.
 *
 * <p>The writer's lock is left out. It is empty; and a writer in this JVM would lose its lock if
 * this opened the file and closed it again (fcntl(2), "Advisory record locking").
 */
final class JournalDigest {
  private static final int BLOCK_BYTES = 1 << 16;

  private JournalDigest() {}

  /**
   * Reads the journal's own files, by name and without following links.
   *
   * @throws IOException if one of them cannot be read; nothing is left out for that
   */
  static JournalStamp of(Path runDirectory) throws IOException {
    List<Path> own = new ArrayList<>(Graves.contents(runDirectory).own());
    own.removeIf(file -> LineageJournal.isLockFile(String.valueOf(file.getFileName())));
    MessageDigest all = sha256();
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    List<FileStamp> stamps = new ArrayList<>();
    for (Path file : own) {
      FileStamp stamp = stamp(file, block);
      all.update(stamp.line().getBytes(StandardCharsets.UTF_8));
      stamps.add(stamp);
    }
    return new JournalStamp(stamps, hex(all));
  }

  private static FileStamp stamp(Path file, ByteBuffer block) throws IOException {
    MessageDigest digest = sha256();
    long sizeBytes = 0;
    try (SeekableByteChannel channel =
        Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
      while (channel.read(block.clear()) >= 0) {
        block.flip();
        sizeBytes += block.remaining();
        digest.update(block);
      }
    }
    return new FileStamp(String.valueOf(file.getFileName()), sizeBytes, hex(digest));
  }

  private static String hex(MessageDigest digest) {
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      // Every Java platform has it (java.security.MessageDigest).
      throw new AssertionError(e);
    }
  }
}
