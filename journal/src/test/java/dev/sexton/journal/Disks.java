package dev.sexton.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What tests do to file systems of their own. */
final class Disks {
  /** Larger than any disk of a test. */
  static final int ALL_KIB = Integer.MAX_VALUE;

  private static final int BLOCK_BYTES = 1024;

  private Disks() {}

  /** Writes a file of this size, or up to the end of the disk. */
  static void fill(Path ballast, int kib) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    try (OutputStream out = Files.newOutputStream(ballast)) {
      for (int i = 0; i < kib; i++) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  /** Runs a command, such as {@code mount}; whether it succeeded. */
  static boolean run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    return process.waitFor() == 0;
  }
}
