package dev.sexton.facts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sexton.procfs.KernelFact;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The facts of the code, their tests and the manual's table are one list. */
class KernelFactsDocsTest {
  private static final Pattern ROW = Pattern.compile("^\\| \\d+ \\| .*\\|$");
  private static final Pattern NUMBERED = Pattern.compile("fact(\\d\\d)_\\w+");

  @Test
  void eachFactHasOneTestOfItsNumber() {
    List<Integer> tested = new ArrayList<>();
    for (Method method : KernelFactsTest.class.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class)) {
        Matcher numbered = NUMBERED.matcher(method.getName());
        assertThat(numbered.matches()).as(method.getName()).isTrue();
        tested.add(Integer.valueOf(numbered.group(1)));
      }
    }
    List<Integer> numbers = new ArrayList<>();
    for (KernelFact fact : KernelFact.values()) {
      numbers.add(fact.number());
    }
    assertThat(tested).containsExactlyInAnyOrderElementsOf(numbers);
  }

  @Test
  void theManualsTableIsTheSameList() throws IOException {
    List<String> rows = new ArrayList<>();
    try (var lines = Files.lines(root().resolve("docs/soundness.md"))) {
      lines.filter(line -> ROW.matcher(line).matches()).forEach(rows::add);
    }
    List<String> expected = new ArrayList<>();
    for (KernelFact fact : KernelFact.values()) {
      expected.add(
          "| %d | %s | %s | %s | `KernelFactsTest.%s` |"
              .formatted(
                  fact.number(),
                  fact.statement(),
                  fact.restsOnIt(),
                  fact.otherwise(),
                  testOf(fact)));
    }
    assertThat(rows).isEqualTo(expected);
  }

  private static String testOf(KernelFact fact) {
    String prefix = "fact%02d_".formatted(fact.number());
    for (Method method : KernelFactsTest.class.getDeclaredMethods()) {
      if (method.isAnnotationPresent(Test.class) && method.getName().startsWith(prefix)) {
        return method.getName();
      }
    }
    throw new AssertionError("no test of " + fact);
  }

  private static Path root() {
    Path at = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(at.resolve("procfs"))) {
      at = Objects.requireNonNull(at.getParent(), "not run inside the project");
    }
    return at;
  }
}
