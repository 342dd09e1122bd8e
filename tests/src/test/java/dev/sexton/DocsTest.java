package dev.sexton;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.engine.model.RefusalReason;
import dev.sexton.engine.model.Rule;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages name what the code has: reasons, rules, exit statuses and tests. */
class DocsTest {
  private static final Pattern HEADING = Pattern.compile("^## +(.*)$");
  private static final Pattern STATUS_ROW = Pattern.compile("^\\| (\\d+) \\| (.*) \\|$");

  /** A test class, or one of its methods. */
  private static final Pattern CITED_TEST = Pattern.compile("`([A-Z]\\w*Test)(?:\\.(\\w+))?`");

  private static final Pattern TEST_METHOD = Pattern.compile("^  void (\\w+)\\(");
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

  /** Their order is the precedence, so it is part of the contract. */
  @Test
  void everyReasonToRefuseHasItsEntryAtItsPlace() {
    List<String> reasons =
        Stream.of(RefusalReason.values()).map(reason -> "`" + reason.jsonName() + "`").toList();
    assertThat(headings("refusals.md")).isEqualTo(reasons);
  }

  /** The first rule that applies decides, so their order is part of the contract. */
  @Test
  void everyRuleHasItsSectionAtItsPlace() {
    List<String> rules = Stream.of(Rule.values()).map(Rule::jsonName).toList();
    List<String> headings = headings("attribution.md");
    int first = headings.indexOf(rules.get(0));
    assertThat(first).isNotNegative();
    assertThat(headings).hasSizeGreaterThanOrEqualTo(first + rules.size());
    assertThat(headings.subList(first, first + rules.size())).isEqualTo(rules);
    assertThat(headings).filteredOn(rules::contains).hasSameSizeAs(rules);
  }

  @Test
  void theTableOfExitStatusesIsTheCommands() throws ReflectiveOperationException {
    Map<Integer, String> written = new LinkedHashMap<>();
    for (String line : lines(ROOT.resolve("docs/command.md"))) {
      Matcher row = STATUS_ROW.matcher(line);
      if (row.matches()) {
        assertThat(written.put(Integer.valueOf(row.group(1)), row.group(2))).as(line).isNull();
      }
    }
    assertThat(List.copyOf(written.entrySet())).isEqualTo(List.copyOf(statuses().entrySet()));
  }

  /** The enum belongs to the command alone, so it is looked at from outside. */
  private static Map<Integer, String> statuses() throws ReflectiveOperationException {
    Class<?> type = Class.forName("dev.sexton.engine.command.ExitStatus");
    Method code = type.getDeclaredMethod("code");
    Method meaning = type.getDeclaredMethod("meaning");
    code.setAccessible(true);
    meaning.setAccessible(true);
    Map<Integer, String> statuses = new LinkedHashMap<>();
    for (Object status : type.getEnumConstants()) {
      statuses.put((Integer) code.invoke(status), (String) meaning.invoke(status));
    }
    return statuses;
  }

  /** A claim that names its test is worth no more than the test that is there. */
  @Test
  void everyTestThatIsCitedExists() {
    Map<String, Set<String>> tests = tests();
    Set<String> missing = new TreeSet<>();
    int cited = 0;
    for (Path page : files(ROOT.resolve("docs"), ".md")) {
      String text = String.join("\n", lines(page));
      for (MatchResult match : CITED_TEST.matcher(text).results().toList()) {
        Set<String> methods = tests.get(match.group(1));
        String method = match.group(2);
        if (methods == null || (method != null && !methods.contains(method))) {
          missing.add(page.getFileName() + " " + match.group());
        }
        cited++;
      }
    }
    assertThat(missing).isEmpty();
    assertThat(cited).isGreaterThan(20);
  }

  /** Each test class of the project with its methods. */
  private static Map<String, Set<String>> tests() {
    Map<String, Set<String>> tests = new TreeMap<>();
    for (String module : List.of("procfs", "journal", "engine", "tests")) {
      for (Path file : files(ROOT.resolve(module).resolve("src/test"), "Test.java")) {
        String name = String.valueOf(file.getFileName()).replace(".java", "");
        Set<String> methods =
            lines(file).stream()
                .map(TEST_METHOD::matcher)
                .filter(Matcher::find)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toSet());
        tests.put(name, methods);
      }
    }
    return tests;
  }

  private static List<String> headings(String page) {
    List<String> headings = new ArrayList<>();
    for (String line : lines(ROOT.resolve("docs").resolve(page))) {
      Matcher heading = HEADING.matcher(line);
      if (heading.matches()) {
        headings.add(heading.group(1).strip());
      }
    }
    return headings;
  }

  private static List<Path> files(Path folder, String suffix) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
