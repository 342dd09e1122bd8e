package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JDK that runs the tests, and those installed beside it that can run them too. */
final class Jdks {
  private static final int OLDEST = 17;
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"([0-9]+).*");

  private Jdks() {}

  /** Each one's {@code java}, this JVM's first. */
  static List<Path> javas() throws IOException {
    Path home = Path.of(System.getProperty("java.home")).toRealPath();
    List<Path> javas = new ArrayList<>(List.of(home.resolve("bin/java")));
    try (DirectoryStream<Path> others = Files.newDirectoryStream(home.getParent())) {
      for (Path other : others) {
        Path java = other.resolve("bin/java");
        boolean isAnother = Files.isExecutable(java) && !other.toRealPath().equals(home);
        isAnother &= version(other) >= OLDEST;
        if (isAnother && !javas.contains(java.toRealPath())) {
          javas.add(java.toRealPath());
        }
      }
    }
    return javas;
  }

  /** By what every JDK says of itself in its folder; 0 where it does not. */
  private static int version(Path home) throws IOException {
    Path release = home.resolve("release");
    if (!Files.isReadable(release)) {
      return 0;
    }
    for (String line : Files.readAllLines(release)) {
      Matcher version = VERSION.matcher(line);
      if (version.matches()) {
        return Integer.parseInt(version.group(1));
      }
    }
    return 0;
  }
}
