package dev.sexton.mutants;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests against mutants, for whoever started this JVM.
 *
 * <p>Arguments: the folders of the product and its tests. Each line of the input is a request, its
 * fields parted by tabs: the folder of a mutant's classes, then the tests, as {@code class} or
 * {@code class#method}. They are run one after the other until one fails. The answer is one line: a
 * {@link Result}, the test that decided, and what it said. Everything else goes to standard error.
 */
final class KillerMain {
  /** Begins the lines that are answers: a child of a test may write to the same output. */
  static final String ANSWER = "killers-say\t";

  private static final int CLASS_AND_METHOD = 2;

  private KillerMain() {}

  /** How the tests of a request ended. */
  enum Result {
    /** One failed by an assertion, by a violation it looks for, or by its own deadline. */
    FAILED,
    /** All passed. */
    PASSED,
    /** None failed, and at least one was skipped. */
    SKIPPED,
    /** One could not be run, or ended in another way than a test that judges. */
    ERROR
  }

  /** Answers until the input ends. */
  public static void main(String[] arguments) throws InterruptedException, MalformedURLException {
    PrintStream answers = System.out;
    System.setOut(System.err);
    List<Path> folders = Arrays.stream(arguments).map(Path::of).toList();
    LinkedBlockingQueue<String> requests = new LinkedBlockingQueue<>();
    Thread reading = new Thread(() -> read(requests), "requests");
    reading.setDaemon(true);
    reading.start();
    while (true) {
      String[] fields = requests.take().split("\t", -1);
      List<Path> classPath = new ArrayList<>();
      classPath.add(Path.of(fields[0]));
      classPath.addAll(folders);
      ClassLoader mutated = new MutantLoader(classPath);
      Thread.currentThread().setContextClassLoader(mutated);
      String answer = run(mutated, Arrays.asList(fields).subList(1, fields.length));
      answers.println(ANSWER + answer);
      answers.flush();
    }
  }

  /** The end of the input is the end of this JVM, whatever a test is at. */
  private static void read(LinkedBlockingQueue<String> requests) {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        requests.add(line);
      }
    } catch (IOException e) {
      // The same as its end.
    }
    Runtime.getRuntime().halt(0);
  }

  private static String run(ClassLoader mutated, List<String> killers) {
    boolean skipped = false;
    for (String killer : killers) {
      Tally tally = new Tally();
      try {
        LauncherFactory.create().execute(requestFor(mutated, killer), tally);
      } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
        return line(Result.ERROR, killer, e);
      }
      Throwable failure = tally.failure;
      if (failure != null) {
        return line(isJudgement(failure) ? Result.FAILED : Result.ERROR, killer, failure);
      }
      if (tally.tests == 0 && tally.skipped == 0) {
        return line(Result.ERROR, killer, new IllegalArgumentException("it holds no test"));
      }
      skipped |= tally.skipped > 0;
    }
    return line(skipped ? Result.SKIPPED : Result.PASSED, "", null);
  }

  private static LauncherDiscoveryRequest requestFor(ClassLoader mutated, String killer)
      throws ReflectiveOperationException {
    String[] parts = killer.split("#", -1);
    Class<?> type = Class.forName(parts[0], false, mutated);
    // Looked for by name, because a test may ask for parameters.
    DiscoverySelector selector =
        parts.length < CLASS_AND_METHOD
            ? DiscoverySelectors.selectClass(type)
            : DiscoverySelectors.selectMethod(type, method(type, parts[1]));
    return LauncherDiscoveryRequestBuilder.request()
        .selectors(selector)
        // What the modules of these tests have not, so that each runs as it does there.
        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
        .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "false")
        .build();
  }

  private static Method method(Class<?> type, String name) throws NoSuchMethodException {
    for (Method method : type.getDeclaredMethods()) {
      if (method.getName().equals(name) && !method.isSynthetic()) {
        return method;
      }
    }
    throw new NoSuchMethodException(type.getName() + "." + name);
  }

  /** A class that cannot be loaded is no judgement, whatever it is wrapped in. */
  static boolean isJudgement(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof LinkageError) {
        return false;
      }
    }
    return failure instanceof AssertionError
        || failure instanceof TimeoutException
        || failure.getClass().getSimpleName().equals("Violation");
  }

  private static String line(Result result, String killer, @Nullable Throwable failure) {
    String text = failure == null ? "" : String.valueOf(failure);
    return result + "\t" + killer + "\t" + text.strip().replaceAll("\\s+", " ");
  }

  /** Counts what ran, and keeps the first failure. */
  private static final class Tally implements TestExecutionListener {
    private @Nullable Throwable failure;
    private int tests;
    private int skipped;

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
      skipped++;
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
      switch (result.getStatus()) {
        case SUCCESSFUL -> tests += test.isTest() ? 1 : 0;
        case ABORTED -> skipped++;
        case FAILED -> {
          if (failure == null) {
            failure =
                result.getThrowable().orElseGet(() -> new IllegalStateException("no throwable"));
          }
        }
      }
    }
  }
}
