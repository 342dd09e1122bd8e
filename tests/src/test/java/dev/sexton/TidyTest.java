package dev.sexton;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LineMap;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;

/** What a formatter and a compiler do not hold: sizes, leftovers, dead links. */
class TidyTest {

  private static final int FILE_LINES_MAX = 500;
  private static final int METHOD_LINES_MAX = 70;
  private static final int LINE_LENGTH_MAX = 100;

  private static final Set<String> FOLDERS =
      Set.of("procfs", "journal", "engine", "bench", "tests");
  private static final Set<String> TEXT_SUFFIXES =
      Set.of(".java", ".md", ".xml", ".c", ".sh", ".yml", ".properties");

  /** Split, so that this file may hold it. */
  private static final Pattern LEFTOVER = Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");

  /** Homes and work folders of one machine; what every Linux has is no finding. */
  private static final Pattern MACHINE_PATH =
      Pattern.compile(
          "(?<![\\w.})~*/-])/(ro" + "ot(?!/proc)|ho" + "me|wo" + "rk|Us" + "ers)/[\\w.]");

  private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$");
  private static final Path ROOT = root();

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (at != null && !Files.isDirectory(at.resolve("procfs"))) {
      at = at.getParent();
    }
    if (at == null) {
      throw new IllegalStateException("not run inside the project");
    }
    return at;
  }

  @Test
  void filesAreShort() {
    List<String> findings = new ArrayList<>();
    for (Path file : texts(".java")) {
      int lines = lines(file).size();
      if (lines > FILE_LINES_MAX) {
        findings.add(name(file) + " has " + lines + " lines");
      }
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void linesAreShortAndWithoutTabs() {
    List<String> findings = new ArrayList<>();
    for (Path file : texts(".java")) {
      List<String> lines = lines(file);
      for (int i = 0; i < lines.size(); i++) {
        String line = lines.get(i);
        boolean oneWord = line.startsWith("import ") || line.strip().startsWith("\"");
        boolean unbreakable = oneWord || line.contains("https://");
        boolean tooLong = line.length() > LINE_LENGTH_MAX && !unbreakable;
        if (tooLong || line.indexOf('\t') >= 0) {
          findings.add(name(file) + ":" + (i + 1));
        }
      }
    }
    assertThat(findings).isEmpty();
  }

  @Test
  void methodsFitOnAScreen() throws IOException {
    List<Path> files = texts(".java");
    List<String> findings = new ArrayList<>();
    int methods = 0;
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertThat(compiler).as("a JDK, not only a JRE").isNotNull();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        MethodMeter meter = new MethodMeter(unit, Trees.instance(task).getSourcePositions());
        meter.scan(unit, null);
        findings.addAll(meter.findings);
        methods += meter.methods;
      }
    }
    assertThat(findings).isEmpty();
    assertThat(methods).isGreaterThan(files.size());
  }

  private static final class MethodMeter extends TreePathScanner<Void, Void> {
    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<String> findings = new ArrayList<>();
    private int methods;

    MethodMeter(CompilationUnitTree unit, SourcePositions positions) {
      this.unit = unit;
      this.positions = positions;
    }

    @Override
    public Void visitMethod(MethodTree method, Void nothing) {
      long start = positions.getStartPosition(unit, method);
      long end = positions.getEndPosition(unit, method);
      if (start >= 0 && end > start) {
        methods++;
        LineMap map = unit.getLineMap();
        long lines = map.getLineNumber(end) - map.getLineNumber(start) + 1;
        if (lines > METHOD_LINES_MAX) {
          Path file = Path.of(unit.getSourceFile().toUri());
          findings.add(name(file) + " " + method.getName() + " has " + lines + " lines");
        }
      }
      return super.visitMethod(method, null);
    }
  }

  @Test
  void nothingIsLeftOver() {
    assertThat(matches(LEFTOVER)).isEmpty();
  }

  @Test
  void nothingNamesAPathOfOneMachine() {
    assertThat(matches(MACHINE_PATH)).isEmpty();
  }

  private static List<String> matches(Pattern pattern) {
    List<String> findings = new ArrayList<>();
    for (Path file : texts(TEXT_SUFFIXES.toArray(String[]::new))) {
      List<String> lines = lines(file);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          findings.add(name(file) + ":" + (i + 1) + " " + lines.get(i).strip());
        }
      }
    }
    return findings;
  }

  @Test
  void everyPackageSaysWhatItIsForAndIsNullMarked() {
    Map<String, Boolean> packages = new TreeMap<>();
    for (Path file : texts(".java")) {
      boolean says =
          file.endsWith("package-info.java")
              && String.join("\n", lines(file)).contains("@NullMarked");
      packages.merge(packageOf(file), says, Boolean::logicalOr);
    }
    Set<String> silent = new TreeSet<>();
    packages.forEach((name, says) -> silent.addAll(says ? List.of() : List.of(name)));
    assertThat(silent).isEmpty();
    assertThat(packages).hasSizeGreaterThan(8);
  }

  /** Module and package: tests share their module's packages. */
  private static String packageOf(Path file) {
    Path inside = ROOT.relativize(file);
    String path = inside.toString();
    int start = path.indexOf("/java/") + "/java/".length();
    return inside.getName(0) + " " + path.substring(start, path.lastIndexOf('/')).replace('/', '.');
  }

  @Test
  void linksInTheDocsLeadSomewhere() {
    List<Path> pages = pages();
    List<String> findings = new ArrayList<>();
    for (Path page : pages) {
      for (String line : prose(page)) {
        Matcher link = LINK.matcher(line);
        while (link.find()) {
          String target = link.group(1);
          if (!target.contains(":") && !leadsSomewhere(page, target)) {
            findings.add(name(page) + " -> " + target);
          }
        }
      }
    }
    assertThat(findings).isEmpty();
    assertThat(pages).contains(ROOT.resolve("README.md"));
  }

  private static boolean leadsSomewhere(Path page, String target) {
    int hash = target.indexOf('#');
    String file = hash < 0 ? target : target.substring(0, hash);
    Path folder = page.getParent();
    Path destination = file.isEmpty() || folder == null ? page : folder.resolve(file).normalize();
    if (!Files.exists(destination)) {
      return false;
    }
    return hash < 0 || anchors(destination).contains(target.substring(hash + 1));
  }

  /** The anchors that a forge makes of a page's headings. */
  private static Set<String> anchors(Path page) {
    Set<String> anchors = new TreeSet<>();
    for (String line : prose(page)) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        String text = heading.group(1).strip().toLowerCase(Locale.ROOT);
        anchors.add(text.replaceAll("[^\\w\\- ]", "").replace(' ', '-'));
      }
    }
    return anchors;
  }

  /** The lines of a page outside its code blocks. */
  private static List<String> prose(Path page) {
    List<String> prose = new ArrayList<>();
    boolean code = false;
    for (String line : lines(page)) {
      if (line.strip().startsWith("```")) {
        code = !code;
      } else if (!code) {
        prose.add(line);
      }
    }
    return prose;
  }

  private static List<Path> pages() {
    List<Path> pages = walk(ROOT.resolve("docs"), ".md");
    Path readme = ROOT.resolve("README.md");
    if (Files.exists(readme)) {
      pages.add(readme);
    }
    return pages;
  }

  private static List<Path> texts(String... suffixes) {
    List<Path> files = new ArrayList<>();
    for (String folder : FOLDERS) {
      files.addAll(walk(ROOT.resolve(folder), suffixes));
    }
    if (Set.of(suffixes).contains(".md")) {
      files.addAll(pages());
    }
    files.sort(null);
    return files;
  }

  private static List<Path> walk(Path folder, String... suffixes) {
    List<Path> files = new ArrayList<>();
    try {
      Files.walkFileTree(
          folder,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
              return inner.endsWith("target")
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              for (String suffix : suffixes) {
                if (file.toString().endsWith(suffix)) {
                  files.add(file);
                }
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String name(Path file) {
    return ROOT.relativize(file).toString();
  }
}
