package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JDK that runs the tests, and those that are installed beside it. */
final class Jdks {
  private Jdks() {}

  /** Each one's {@code java}, this JVM's first. */
  static List<Path> javas() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    List<Path> javas = new ArrayList<>(List.of(home.resolve("bin/java")));
    try (DirectoryStream<Path> others = Files.newDirectoryStream(home.getParent())) {
      for (Path other : others) {
        Path java = other.resolve("bin/java");
        boolean isAnother = Files.isExecutable(java) && !other.toRealPath().equals(home);
        if (isAnother && !javas.contains(java.toRealPath())) {
          javas.add(java.toRealPath());
        }
      }
    }
    return javas;
  }
}
