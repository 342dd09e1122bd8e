package dev.sexton.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The annotations at work, and the discovery of tests that need one and have none. */
@ExtendWith(NoSurvivors.class)
@Timeout(120)
class GatedTestsTest {

  @BeforeEach
  void assumeActors() {
    Requirements.assumeActors();
  }

  /** What became of each test of a class: an empty string, or what was wrong. */
  private static Map<String, String> run(Class<?> tests) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(List.of(selectClass(tests)))
            .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
            .build();
    Map<String, String> outcomes = new TreeMap<>();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  outcomes.put(test.getDisplayName(), problem(result));
                }
              }
            });
    return outcomes;
  }

  private static String problem(TestExecutionResult result) {
    StringWriter text = new StringWriter();
    result.getThrowable().ifPresent(thrown -> thrown.printStackTrace(new PrintWriter(text)));
    return text.toString();
  }

  /** Behind the gate itself, so that it disturbs nobody; the test that it runs holds nothing. */
  @Test
  @MayOrphan
  void aTestThatLeavesAnOrphanWithoutTheGateIsFound() {
    Map<String, String> outcomes = run(LeavesOrphans.WithoutTheGate.class);
    assertThat(outcomes).containsOnlyKeys("leavesOne()", "leavesNone()");
    assertThat(outcomes.get("leavesOne()"))
        .contains("WithoutTheGate.leavesOne leaves orphans and holds no gate")
        .contains("child of");
    assertThat(outcomes.get("leavesNone()")).isEmpty();
  }

  @Test
  void testsThatHoldTheGateAreNot() {
    assertThat(run(LeavesOrphans.OfClass.class)).hasSize(1).containsValue("");
    assertThat(run(LeavesOrphans.Inheriting.class)).hasSize(1).containsValue("");
    assertThat(run(LeavesOrphans.OfMethod.class))
        .hasSize(2)
        .allSatisfy((test, problem) -> assertThat(problem).isEmpty());
  }

  @Test
  void whatStandsAtTheMethodGoesBeforeWhatStandsAtTheClass() {
    Map<String, String> outcomes = run(LeavesOrphans.MethodBeforeClass.class);
    assertThat(outcomes).containsOnlyKeys("ofTheClass()", "ofTheMethod()");
    assertThat(outcomes.get("ofTheClass()")).isEmpty();
    assertThat(outcomes.get("ofTheMethod()")).contains("would wait for itself");
  }

  @Test
  void bothAtOneMethodIsAMistake() {
    assertThat(run(LeavesOrphans.WithBoth.class).get("hasBoth()")).contains("allows the first");
  }
}
