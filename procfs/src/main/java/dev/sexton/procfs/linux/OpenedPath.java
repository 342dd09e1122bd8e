package dev.sexton.procfs.linux;

import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A path whose components were opened one after the other, so that it can be judged who could have
 * put them there, and so that what was judged is what is used afterwards.
 *
 * <p>Each is opened relative to the one before and without following links (O_PATH, O_NOFOLLOW): no
 * component can be exchanged between two looks at it. The last stays open until this is closed, and
 * {@link #entrance()} leads to it whatever its name names by then. Not thread-safe.
 */
public final class OpenedPath implements AutoCloseable {
  private static final int CLOSED = -1;
  private static final Path OWN_DESCRIPTORS = Path.of("/proc/self/fd");

  private final LinuxLibC libC;
  private final List<PathComponent> components;
  private final long device;
  private final long inode;
  private int descriptor;

  private OpenedPath(LinuxLibC libC, List<PathComponent> components, Statx last, int descriptor) {
    this.libC = libC;
    this.components = List.copyOf(components);
    this.descriptor = descriptor;
    device = last.device();
    inode = last.inode();
  }

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
   * Opens each component of an absolute path, from the root.
   *
   * @return the path, opened up to its end or to the first symbolic link on it
   * @throws ProcfsException if one cannot be opened; ENOENT if one does not exist
   */
  public static OpenedPath open(Path path) throws ProcfsException, UnsupportedHostException {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException("not absolute: " + path);
    }
    LinuxLibC libC = LinuxLibC.get();
    Statx statx = new Statx(libC);
    List<PathComponent> components = new ArrayList<>();
    int descriptor = open(libC, LinuxLibC.AT_FDCWD, "/", path);
    boolean opened = false;
    try {
      components.add(look(statx, descriptor, "/", path));
      for (Path name : path) {
        if (components.get(components.size() - 1).isSymlink()) {
          break;
        }
        int next = open(libC, descriptor, name.toString(), path);
        libC.close(descriptor);
        descriptor = next;
        components.add(look(statx, descriptor, name.toString(), path));
      }
      opened = true;
      return new OpenedPath(libC, components, statx, descriptor);
    } finally {
      if (!opened) {
        libC.close(descriptor);
      }
    }
  }

  /**
   * Looks at each component of an absolute path, from the root.
   *
   * @return all components, or those up to and including the first symbolic link
   * @throws ProcfsException if one cannot be opened; ENOENT if one does not exist
   */
  public static List<PathComponent> components(Path path)
      throws ProcfsException, UnsupportedHostException {
    try (OpenedPath opened = open(path)) {
      return opened.components();
    }
  }

  /** All components, or those up to and including the first symbolic link. */
  public List<PathComponent> components() {
    return components;
  }

  /**
   * A path that leads to what was opened, until this is closed. The kernel resolves it through the
   * descriptor and not through names, so what is listed, opened or deleted below it is in that very
   * directory, also when another has taken its name since.
   *
   * @throws IllegalStateException if it was closed: the number may be another file's by now
   */
  public Path entrance() {
    return OWN_DESCRIPTORS.resolve(Integer.toString(descriptor()));
  }

  /**
   * Whether a path names, without links, what was opened here.
   *
   * @throws ProcfsException if that cannot be told; ENOENT if it names nothing
   */
  public boolean isNamedBy(Path path) throws ProcfsException, UnsupportedHostException {
    descriptor();
    try (OpenedPath now = open(path)) {
      return now.device == device && now.inode == inode;
    }
  }

  int descriptor() {
    if (descriptor == CLOSED) {
      throw new IllegalStateException("it was closed");
    }
    return descriptor;
  }

  /** Closes it. Closing again does nothing. */
  @Override
  public void close() {
    if (descriptor != CLOSED) {
      libC.close(descriptor);
      descriptor = CLOSED;
    }
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
