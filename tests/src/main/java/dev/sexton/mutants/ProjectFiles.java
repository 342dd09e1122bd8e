package dev.sexton.mutants;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Where the project's sources and its compiled classes are. Immutable. */
final class ProjectFiles {
  private static final List<String> PRODUCT = List.of("procfs", "journal", "engine");
  private static final List<String> TESTED = List.of("procfs", "journal", "engine", "tests");
  private static final String HOW_TO_BUILD =
      " is missing: build everything first (mvn test-compile).";

  private final Path root;
  private final List<Path> classFolders;

  private ProjectFiles(Path root, List<Path> classFolders) {
    this.root = root;
    this.classFolders = List.copyOf(classFolders);
  }

  /**
   * Finds them from the working directory upwards.
   *
   * @throws MutantException if something is not built
   */
  static ProjectFiles find() throws MutantException {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("procfs"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw broken("run this inside the project");
    }
    List<Path> folders = new ArrayList<>();
    for (String kind : List.of("classes", "test-classes")) {
      for (String module : TESTED) {
        Path folder = at.resolve(module).resolve("target").resolve(kind);
        if (!Files.isDirectory(folder)) {
          throw broken(at.relativize(folder) + HOW_TO_BUILD);
        }
        folders.add(folder);
      }
    }
    return new ProjectFiles(at, folders);
  }

  /** The folder in which the tests of the last module are run. */
  Path workingDirectory() {
    return root.resolve("tests");
  }

  /** A page of the documentation. */
  Path page(String name) {
    return root.resolve("docs").resolve(name);
  }

  /** The file of a class of the product, by its simple name. */
  Path source(String simpleName) throws MutantException {
    List<Path> found = new ArrayList<>();
    for (String module : PRODUCT) {
      found.addAll(named(root.resolve(module).resolve("src/main/java"), simpleName + ".java"));
    }
    return only(found, simpleName + ".java");
  }

  /** The full name of a test class, by its simple name. */
  String testClass(String simpleName) throws MutantException {
    List<Path> found = new ArrayList<>();
    for (String module : TESTED) {
      Path folder = root.resolve(module).resolve("target/test-classes");
      for (Path file : named(folder, simpleName + ".class")) {
        found.add(folder.relativize(file));
      }
    }
    String path = only(found, "the test class " + simpleName).toString();
    return path.substring(0, path.length() - ".class".length()).replace(File.separatorChar, '.');
  }

  private static List<Path> named(Path folder, String fileName) throws MutantException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.endsWith(fileName)).toList();
    } catch (IOException e) {
      throw new MutantException(MutantException.Kind.BROKEN, "cannot list " + folder, e);
    }
  }

  private static Path only(List<Path> found, String what) throws MutantException {
    if (found.size() != 1) {
      throw broken(found.isEmpty() ? what + HOW_TO_BUILD : what + " is there twice: " + found);
    }
    return found.get(0);
  }

  /** The folders of the compiled product and of its compiled tests. */
  List<Path> classFolders() {
    return classFolders;
  }

  /**
   * What a JVM needs to run any test: the folders that are compiled to come first, so that no
   * packaged and perhaps older copy is taken in their place.
   */
  String classPath() {
    Set<String> entries = new LinkedHashSet<>();
    classFolders.forEach(folder -> entries.add(folder.toString()));
    // Surefire hides the class path in a jar's manifest, and keeps it in a property.
    String hidden = System.getProperty("surefire.test.class.path");
    String mine = hidden != null ? hidden : System.getProperty("java.class.path");
    entries.addAll(List.of(mine.split(File.pathSeparator, -1)));
    return String.join(File.pathSeparator, entries);
  }

  private static MutantException broken(String message) {
    return new MutantException(MutantException.Kind.BROKEN, message);
  }
}
