package dev.sexton.embedding;

import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Requirements;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A service of a user without any privilege, and so with a class path that this user may read: a
 * copy, since the real one may be below a closed home.
 */
final class Nobody {

  private static final String UID = "65534";

  private Nobody() {}

  /** Starts it; what is in {@code temp} it can reach. */
  static Service start(ProcessWorld world, Path temp) throws IOException {
    Requirements.assumeRoot();
    Assumptions.assumeTrue(
        Files.isExecutable(Path.of("/usr/bin/setpriv")), "needs the command setpriv");
    Files.setAttribute(temp, "unix:mode", 0711, LinkOption.NOFOLLOW_LINKS);
    List<String> words =
        new ArrayList<>(
            List.of(
                "/usr/bin/setpriv", "--reuid=" + UID, "--regid=" + UID, "--clear-groups", "--"));
    words.addAll(Service.command());
    int classPath = words.indexOf("-cp") + 1;
    words.set(classPath, copy(words.get(classPath), openDirectory(temp.resolve("classes"))));
    return Service.start(world.launcher(), "nobody", words);
  }

  private static String copy(String classPath, Path folder) throws IOException {
    List<String> copies = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      Path from = Path.of(entry);
      if (!entry.isEmpty() && Files.exists(from)) {
        Path to = folder.resolve(copies.size() + "-" + from.getFileName());
        copyAll(from, to);
        copies.add(to.toString());
      }
    }
    return String.join(File.pathSeparator, copies);
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(file -> copyOne(file, to.resolve(from.relativize(file).toString())));
    }
  }

  private static void copyOne(Path file, Path copy) {
    try {
      if (Files.isDirectory(file)) {
        openDirectory(copy);
      } else {
        Files.copy(file, copy);
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rw-r--r--"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path openDirectory(Path directory) throws IOException {
    Files.createDirectory(directory);
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
