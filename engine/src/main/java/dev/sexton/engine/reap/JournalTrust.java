package dev.sexton.engine.reap;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.OpenedPath;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether somebody other than the caller and root could have written a journal, or put another in
 * its place. A forged journal must never turn a reaper on a victim, so such a one is not acted on.
 */
final class JournalTrust {
  private static final int GROUP_OR_OTHERS_WRITE = 0022;
  private static final int STICKY = 01000;
  private static final long ROOT = 0;

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
    try {
      List<OpenedPath.PathComponent> components =
          OpenedPath.components(directory.toAbsolutePath().normalize());
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
      return complaintOfFiles(directory);
    } catch (ProcfsException | UnsupportedHostException e) {
      return directory + " could not be looked at: " + e.getMessage();
    }
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

  private @Nullable String complaintOfFiles(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
      for (Path file : files) {
        if (Files.isSymbolicLink(file)) {
          return file + " is a symbolic link";
        }
        Object owner = Files.getAttribute(file, "unix:uid", LinkOption.NOFOLLOW_LINKS);
        Object mode = Files.getAttribute(file, "unix:mode", LinkOption.NOFOLLOW_LINKS);
        if (!isTrustedOwner(Integer.toUnsignedLong((int) owner))) {
          return file + " belongs to user " + owner;
        }
        if (Files.isRegularFile(file) && ((int) mode & GROUP_OR_OTHERS_WRITE) != 0) {
          return file + " can be written to by group or others";
        }
      }
      return null;
    } catch (IOException e) {
      return directory + " could not be listed: " + e.getMessage();
    }
  }

  private boolean isTrustedOwner(long uid) {
    return uid == ROOT || uid == callerUid;
  }
}
