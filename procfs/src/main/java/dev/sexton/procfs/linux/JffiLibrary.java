package dev.sexton.procfs.linux;

import com.kenai.jffi.Library;
import com.kenai.jffi.internal.StubLoader;
import dev.sexton.procfs.UnsupportedHostException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads jffi's native part without leaving it behind.
 *
 * <p>jffi unpacks its library into the temporary directory and deletes it when the JVM exits, so a
 * JVM that is killed leaves it there for ever. Here it is unpacked into a private directory and
 * deleted as soon as it is loaded: a mapped file needs no name. A path that was configured ({@code
 * jffi.boot.library.path}) is respected.
 */
final class JffiLibrary {
  private static final String BOOT_PATH = "jffi.boot.library.path";
  private static final String FILE_NAME = "libjffi-1.2.so";

  private JffiLibrary() {}

  static synchronized void load(String architecture) throws UnsupportedHostException {
    try {
      if (System.getProperty(BOOT_PATH) == null) {
        loadUnpacked(architecture);
      }
      if (Library.getDefault() == null) {
        throw new UnsupportedHostException("The native binding could not be loaded.");
      }
    } catch (IOException | LinkageError failure) {
      UnsupportedHostException unsupported =
          new UnsupportedHostException(
              "The native binding (jffi) could not be loaded: " + failure.getMessage());
      unsupported.initCause(failure);
      throw unsupported;
    }
  }

  private static void loadUnpacked(String architecture) throws IOException {
    String resource = "/jni/" + architecture + "-Linux/" + FILE_NAME;
    try (InputStream library = Library.class.getResourceAsStream(resource)) {
      if (library == null) {
        return; // jffi then looks where it would have looked without us
      }
      Path directory = Files.createTempDirectory("sexton-");
      Path file = directory.resolve(FILE_NAME);
      try {
        Files.copy(library, file);
        System.setProperty(BOOT_PATH, directory.toString());
        if (!StubLoader.isLoaded()) {
          throw new IOException("loading failed", StubLoader.getFailureCause());
        }
      } finally {
        System.clearProperty(BOOT_PATH);
        Files.deleteIfExists(file);
        Files.deleteIfExists(directory);
      }
    }
  }
}
