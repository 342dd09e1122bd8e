package dev.sexton.procfs.linux;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The components of a path as they are, so that it can be judged who could have put them there.
 *
 * <p>Each is opened relative to the one before and without following links (O_PATH, O_NOFOLLOW), so
 * what is judged is what was opened: no component can be exchanged between two looks at it.
 */
public final class OpenedPath {
  private OpenedPath() {}

  /**
   * One component.
   *
   * @param name its name within the one before; {@code /} for the first
   * @param uid its owner, unsigned 32 bits
   * @param mode its type and permissions, as st_mode
   * @param isSymlink whether it is a symbolic link; nothing after it was opened then
   */
  public record PathComponent(String name, long uid, int mode, boolean isSymlink) {}

  /**
   * Looks at each component of an absolute path, from the root.
   *
   * @return all components, or those up to and including the first symbolic link
   * @throws ProcfsException if one cannot be opened; ENOENT if one does not exist
   */
  public static List<PathComponent> components(Path path)
      throws ProcfsException, UnsupportedHostException {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException("not absolute: " + path);
    }
    LinuxLibC libC = LinuxLibC.get();
    Statx statx = new Statx(libC);
    List<PathComponent> components = new ArrayList<>();
    int directory = open(libC, LinuxLibC.AT_FDCWD, "/", path);
    try {
      components.add(look(statx, directory, "/", path));
      for (Path name : path) {
        if (components.get(components.size() - 1).isSymlink()) {
          break;
        }
        int next = open(libC, directory, name.toString(), path);
        libC.close(directory);
        directory = next;
        components.add(look(statx, directory, name.toString(), path));
      }
    } finally {
      libC.close(directory);
    }
    return List.copyOf(components);
  }

  private static int open(LinuxLibC libC, int directory, String name, Path whole)
      throws ProcfsException {
    int flags = LinuxLibC.O_PATH | LinuxLibC.O_CLOEXEC | libC.noFollowFlag();
    int opened = libC.open(directory, name, flags);
    if (opened < 0) {
      throw new ProcfsException("opening " + name + " of " + whole, -opened);
    }
    return opened;
  }

  private static PathComponent look(Statx statx, int descriptor, String name, Path whole)
      throws ProcfsException {
    int result = statx.ofDescriptor(descriptor);
    if (result < 0) {
      throw new ProcfsException("looking at " + name + " of " + whole, -result);
    }
    return new PathComponent(name, statx.uid(), statx.mode(), statx.isLink());
  }
}
