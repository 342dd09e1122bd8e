package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/**
 * Lets Chronicle write only where zeros once written keep their place on the disk. Where a store
 * into a mapped page may need new space (copy on write, as on btrfs), a full disk is a SIGBUS in
 * the middle of the JVM that no preallocation prevents.
 */
final class FileSystemGate {
  /** Names as the JDK reads them from the mount table. Overlay is judged by its usual upper. */
  private static final Set<String> OVERWRITES_IN_PLACE =
      Set.of("ext2", "ext3", "ext4", "xfs", "tmpfs", "overlay");

  private FileSystemGate() {}

  /**
   * Refuses if the nearest existing directory above, or at, {@code path} is on another file system.
   *
   * @return the file system's type
   * @throws JournalException UNSUPPORTED_FILE_SYSTEM, or IO if the file system cannot be found out
   */
  static String require(Path path) throws JournalException {
    Path existing = nearestExisting(path);
    String type;
    try {
      type = Files.getFileStore(existing).type();
    } catch (IOException e) {
      throw IoFailures.from("find out the file system of " + existing, e);
    }
    requireType(type);
    return type;
  }

  /** The path, or the nearest directory above it that is there. */
  static Path nearestExisting(Path path) {
    Path existing = path.toAbsolutePath().normalize();
    for (Path up = existing; up != null; up = up.getParent()) {
      existing = up;
      if (Files.exists(up)) {
        break;
      }
    }
    return existing;
  }

  static void requireType(String type) throws JournalException {
    if (!OVERWRITES_IN_PLACE.contains(type)) {
      throw new JournalException(
          JournalException.Kind.UNSUPPORTED_FILE_SYSTEM,
          "Chronicle Queue cannot write safely on the file system "
              + type
              + "; choose a directory on ext4, xfs or tmpfs.");
    }
  }
}
