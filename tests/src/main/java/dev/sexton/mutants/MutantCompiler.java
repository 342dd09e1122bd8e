package dev.sexton.mutants;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Makes a mutant's classes. Thread-safe. */
final class MutantCompiler {
  private final ProjectFiles project;

  MutantCompiler(ProjectFiles project) {
    this.project = project;
  }

  /** The mutant's files with its edits made, by path. */
  Map<Path, String> sourcesOf(Mutant mutant) throws MutantException {
    Map<Path, String> sources = new LinkedHashMap<>();
    for (Edit edit : mutant.edits()) {
      Path file = project.source(edit.type());
      String before = sources.get(file);
      sources.put(file, edit.applyTo(before == null ? read(file) : before));
    }
    return sources;
  }

  private static String read(Path file) throws MutantException {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new MutantException(MutantException.Kind.BROKEN, "cannot read " + file, e);
    }
  }

  /** Compiles the mutant's files against the product into a folder. */
  void compile(Mutant mutant, Path into) throws MutantException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new MutantException(
          MutantException.Kind.BROKEN, "this Java has no compiler: use a JDK");
    }
    List<JavaFileObject> sources = new ArrayList<>();
    sourcesOf(mutant).forEach((file, text) -> sources.add(new Source(file, text)));
    List<String> options =
        List.of("-d", into.toString(), "-cp", project.classPath(), "-proc:none", "-nowarn", "-g");
    DiagnosticCollector<JavaFileObject> diagnostics = new DiagnosticCollector<>();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(diagnostics, null, StandardCharsets.UTF_8)) {
      if (!compiler.getTask(null, files, diagnostics, options, null, sources).call()) {
        throw new MutantException(
            MutantException.Kind.BROKEN, "it does not compile: " + errors(diagnostics));
      }
    } catch (IOException e) {
      throw new MutantException(MutantException.Kind.BROKEN, "the compiler failed", e);
    }
  }

  private static String errors(DiagnosticCollector<JavaFileObject> diagnostics) {
    StringBuilder errors = new StringBuilder();
    for (Diagnostic<? extends JavaFileObject> diagnostic : diagnostics.getDiagnostics()) {
      if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
        errors.append("line ").append(diagnostic.getLineNumber()).append(": ");
        errors.append(diagnostic.getMessage(null)).append(' ');
      }
    }
    return errors.toString().strip();
  }

  /** A source file whose text is not on disk. */
  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(Path file, String text) {
      super(URI.create("string:///" + file.getFileName()), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
