package dev.sexton.testing;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A main class of the test class path, to be run in a JVM of its own with the module flags of this
 * one. Immutable; each method returns a command with more.
 */
public final class JavaCommand {

  private final String mainClass;
  private final List<String> options;
  private final List<String> arguments;

  private JavaCommand(String mainClass, List<String> options, List<String> arguments) {
    this.mainClass = mainClass;
    this.options = options;
    this.arguments = arguments;
  }

  public static JavaCommand of(Class<?> mainClass) {
    return of(mainClass.getName());
  }

  public static JavaCommand of(String mainClass) {
    return new JavaCommand(mainClass, List.of(), List.of());
  }

  /** One more option of the JVM; later ones win. */
  public JavaCommand option(String option) {
    return new JavaCommand(mainClass, append(options, List.of(option)), arguments);
  }

  public JavaCommand arguments(String... more) {
    return new JavaCommand(mainClass, options, append(arguments, List.of(more)));
  }

  /** All words of the command, the path of the java executable first. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (flag.startsWith("--add-") || flag.startsWith("-Dchronicle.")) {
        words.add(flag);
      }
    }
    // Performance data lie in one folder for all pid namespaces, under numbers that are not unique.
    words.add("-XX:-UsePerfData");
    words.addAll(List.of("-XX:+UseSerialGC", "-Xmx256m", "-XX:TieredStopAtLevel=1"));
    words.addAll(options);
    words.addAll(List.of("-cp", classPath(), mainClass));
    words.addAll(arguments);
    return words;
  }

  /** Surefire hides the class path in a jar's manifest, and keeps it in a property. */
  private static String classPath() {
    String hidden = System.getProperty("surefire.test.class.path");
    return hidden != null ? hidden : System.getProperty("java.class.path");
  }

  private static List<String> append(List<String> some, List<String> more) {
    List<String> all = new ArrayList<>(some);
    all.addAll(more);
    return List.copyOf(all);
  }
}
