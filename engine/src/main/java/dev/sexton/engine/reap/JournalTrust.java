package dev.sexton.engine.reap;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.OpenedPath;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether somebody other than the caller and root could have written a journal, or put another in
 * its place. A forged journal must never turn a reaper on a victim, so such a one is not acted on.
 *
 * <p>What is judged are opened descriptors, and the journal is read, locked and removed through the
 * last of them. The files are judged by name within it: nobody but those who are trusted could
 * exchange one, since nobody else may write to the directory that was opened. What a stranger
 * opened for writing while it still could is not seen here.
 *
 * <p>POSIX ACLs need no look of their own: where a file has one, the group bits of its mode are the
 * ACL's mask, so whoever an ACL lets write shows as a group that may (acl(5)).
 */
final class JournalTrust {
  private static final int GROUP_OR_OTHERS_WRITE = 0022;
  private static final int STICKY = 01000;
  private static final long ROOT = 0;

  /** Has every bit set, so that what is not told is refused: owner and mode both complain. */
  private static final int UNKNOWN = -1;

  private final long callerUid;

  JournalTrust(long callerUid) {
    this.callerUid = callerUid;
  }

  /**
   * Looks at a directory, everything above it and everything in it.
   *
   * @return a sentence that says what is wrong, or null if it can be trusted
   */
  @Nullable String complaint(Path directory) {
    try (OpenedPath opened = OpenedPath.open(directory.toAbsolutePath().normalize())) {
      return complaint(opened, directory);
    } catch (ProcfsException | UnsupportedHostException e) {
      return directory + " could not be looked at: " + e.getMessage();
    }
  }

  /**
   * As {@link #complaint(Path)}, of a directory that was opened.
   *
   * @param directory what it is called
   */
  @Nullable String complaint(OpenedPath opened, Path directory) {
    List<OpenedPath.PathComponent> components = opened.components();
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < components.size(); i++) {
      OpenedPath.PathComponent component = components.get(i);
      path.append(i > 1 ? "/" : "").append(component.name());
      boolean last = i == components.size() - 1;
      String wrong = wrongWith(component, last);
      if (wrong != null) {
        return path + " " + wrong;
      }
    }
    return complaintOfFiles(opened.entrance(), directory);
  }

  private @Nullable String wrongWith(OpenedPath.PathComponent component, boolean last) {
    if (component.isSymlink()) {
      return "is a symbolic link: name the directory itself";
    }
    if (!isTrustedOwner(component.uid())) {
      return "belongs to user " + component.uid();
    }
    boolean writable = (component.mode() & GROUP_OR_OTHERS_WRITE) != 0;
    boolean sticky = (component.mode() & STICKY) != 0;
    // In a sticky directory others can add names, but not exchange what is there.
    return writable && (last || !sticky) ? "can be written to by group or others" : null;
  }

  private @Nullable String complaintOfFiles(Path entrance, Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(entrance)) {
      for (Path file : files) {
        String wrong = wrongWith(file);
        if (wrong != null) {
          return directory.resolve(String.valueOf(file.getFileName())) + " " + wrong;
        }
      }
      return null;
    } catch (IOException | DirectoryIteratorException e) {
      return directory + " could not be listed: " + e.getMessage();
    }
  }

  private @Nullable String wrongWith(Path file) throws IOException {
    Map<String, Object> found;
    try {
      found = Files.readAttributes(file, "unix:uid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
    } catch (NoSuchFileException e) {
      return null; // another reaper is removing the journal; what is gone misleads nobody
    }
    if (Files.isSymbolicLink(file)) {
      return "is a symbolic link";
    }
    long owner = Integer.toUnsignedLong(number(found, "uid"));
    if (!isTrustedOwner(owner)) {
      return "belongs to user " + owner;
    }
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return null; // the reader takes regular files only, and retirement leaves others alone
    }
    if ((number(found, "mode") & GROUP_OR_OTHERS_WRITE) != 0) {
      return "can be written to by group or others";
    }
    return number(found, "nlink") > 1 ? "has another name elsewhere (a hard link)" : null;
  }

  private static int number(Map<String, Object> attributes, String name) {
    return attributes.get(name) instanceof Number number ? number.intValue() : UNKNOWN;
  }

  private boolean isTrustedOwner(long uid) {
    return uid == ROOT || uid == callerUid;
  }
}
