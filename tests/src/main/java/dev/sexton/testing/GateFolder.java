package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Where the gate of one user in one pid namespace keeps its files. It stays when its users are
 * gone: to remove a folder that somebody may be about to lock in would split the gate in two.
 *
 * <p>The folder for temporary files is everybody's. So the name holds the user's number, and a
 * folder of that name that is another user's, open to others, or a link is refused: whoever could
 * write there could hold up the tests, or have them write elsewhere.
 */
final class GateFolder {

  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");
  private static final int PERMISSION_BITS = 0777;
  private static final int OWNER_ONLY_MODE = 0700;

  private GateFolder() {}

  /** The folder of this user and pid namespace, made if there is none. */
  static Path ofThisUser() {
    Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
    // Pids of another namespace mean nothing here, even if its folder for temporary files is this.
    String namespace = String.valueOf(ProcText.host().link(self(), "ns/pid"));
    String digits = namespace.replaceAll("[^0-9]", "");
    return prepare(temporary.resolve("sexton-orphan-gate-" + uid() + "-" + digits));
  }

  /**
   * Makes a folder, or checks the one that is there.
   *
   * @throws IllegalStateException if it is not this user's alone
   */
  static Path prepare(Path folder) {
    try {
      try {
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
      } catch (FileAlreadyExistsException there) {
        // Checked below, like one that was just made.
      }
      Map<String, Object> facts =
          Files.readAttributes(
              folder, "unix:uid,mode,isDirectory,isSymbolicLink", LinkOption.NOFOLLOW_LINKS);
      boolean directory =
          Boolean.TRUE.equals(facts.get("isDirectory"))
              && Boolean.FALSE.equals(facts.get("isSymbolicLink"));
      int mode = facts.get("mode") instanceof Integer m ? m & PERMISSION_BITS : 0;
      boolean own = String.valueOf(facts.get("uid")).equals(uid());
      if (!directory || mode != OWNER_ONLY_MODE || !own) {
        throw new IllegalStateException(
            "the gate's folder must be a directory of user %s with mode 700: %s %s"
                .formatted(uid(), folder, facts));
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The effective user, who owns the files that this process makes. */
  static String uid() {
    List<String> uids = Words.of(String.valueOf(ProcText.host().status(self(), "Uid")));
    return uids.get(1);
  }

  private static int self() {
    return Math.toIntExact(ProcessHandle.current().pid());
  }
}
