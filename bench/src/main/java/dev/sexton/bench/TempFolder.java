package dev.sexton.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder that goes with all that is in it when it is closed. */
final class TempFolder implements AutoCloseable {
  private final Path path;

  TempFolder() throws IOException {
    path = Files.createTempDirectory("sexton-bench");
  }

  Path path() {
    return path;
  }

  @Override
  public void close() {
    try (Stream<Path> all = Files.walk(path)) {
      List<Path> innermostFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path each : innermostFirst) {
        Files.delete(each);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
