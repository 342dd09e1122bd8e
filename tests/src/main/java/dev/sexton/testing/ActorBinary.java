package dev.sexton.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The compiled actor. Built once in a test JVM, in a folder that goes with the JVM. */
final class ActorBinary {

  private static final List<String> SOURCES =
      List.of("actor.c", "actor_potato.c", "actor_self.c", "actor_signal.c", "actor_spawn.c");
  private static final String HEADER = "actor.h";

  private static @Nullable ActorBinary instance;

  private final Path folder;
  private final @Nullable Path executable;
  private final String problem;

  private ActorBinary(Path folder, @Nullable Path executable, String problem) {
    this.folder = folder;
    this.executable = executable;
    this.problem = problem;
  }

  static synchronized ActorBinary get() {
    ActorBinary binary = instance;
    if (binary == null) {
      binary = build();
      instance = binary;
    }
    return binary;
  }

  /** Why there is no actor on this machine; empty if there is one. */
  String problem() {
    return problem;
  }

  Path executable() {
    if (executable == null) {
      throw new IllegalStateException(problem);
    }
    return executable;
  }

  private static ActorBinary build() {
    try {
      Path folder = Files.createTempDirectory("actor");
      // Actors of other users run it too.
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder), "actor-binary-remove"));
      for (String source : SOURCES) {
        copy(folder, source);
      }
      copy(folder, HEADER);
      return compile(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ActorBinary compile(Path folder) throws IOException {
    Path executable = folder.resolve("actor");
    // Static first: such a process starts in a fraction of the time. Not every machine has a static
    // C library.
    String output = gcc(folder, executable, "-static");
    if (!output.isEmpty()) {
      output = gcc(folder, executable, "-O1");
    }
    if (!output.isEmpty()) {
      return new ActorBinary(folder, null, "the actor does not compile here: " + output);
    }
    return new ActorBinary(folder, executable, "");
  }

  /** Returns what is wrong, or an empty string. */
  private static String gcc(Path folder, Path executable, String option) throws IOException {
    List<String> command = new ArrayList<>(List.of("gcc", "-O1", option, "-pthread", "-o"));
    command.add(executable.toString());
    command.addAll(SOURCES);
    Path log = folder.resolve("gcc.log");
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
    } catch (IOException e) {
      return "no gcc: " + e.getMessage();
    }
    try {
      int status = process.waitFor();
      return status == 0 ? "" : "gcc ended with " + status + "\n" + Files.readString(log);
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return "interrupted";
    }
  }

  private static void copy(Path folder, String name) throws IOException {
    try (InputStream source = ActorBinary.class.getResourceAsStream("actor/" + name)) {
      if (source == null) {
        throw new IOException("no resource actor/" + name);
      }
      Files.writeString(
          folder.resolve(name), new String(source.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static void remove(Path folder) {
    TempFolders.removeFlat(folder);
  }

  Path folder() {
    return folder;
  }
}
