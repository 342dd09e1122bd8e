package dev.sexton.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What figures were measured on. Names no host and no path.
 *
 * @param date the day, in UTC
 * @param commit what was measured; ends in {@code +} where the work tree held changes
 * @param processor the processor's name
 * @param processors how many of them the JVM may use
 * @param kernel the kernel's version
 * @param jdk the JDK's version
 * @param load the load averages when the run ended
 * @param ownPidNamespace whether the processes had a pid namespace of their own
 * @param options JMH's options, empty for the defaults
 */
record RunFacts(
    String date,
    String commit,
    String processor,
    int processors,
    String kernel,
    String jdk,
    String load,
    boolean ownPidNamespace,
    String options) {
  private static final String DATE = "sexton.bench.date";
  private static final String COMMIT = "sexton.bench.commit";
  private static final String UNKNOWN = "unknown";

  static RunFacts ofThisHost(String options) throws IOException {
    String[] load = Files.readString(Path.of("/proc/loadavg")).split(" ", -1);
    return new RunFacts(
        System.getProperty(DATE, UNKNOWN),
        System.getProperty(COMMIT, UNKNOWN),
        processorName(),
        Runtime.getRuntime().availableProcessors(),
        numericPart(System.getProperty("os.version", UNKNOWN)),
        Runtime.version().toString(),
        load[0] + ' ' + load[1] + ' ' + load[2],
        ProcessHandle.current().pid() == 1,
        options);
  }

  private static String processorName() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
      int colon = line.indexOf(':');
      if (colon > 0 && line.startsWith("model name")) {
        return line.substring(colon + 1).strip();
      }
    }
    return System.getProperty("os.arch", UNKNOWN);
  }

  /** The suffix names who built the kernel, often the host's owner. */
  private static String numericPart(String kernel) {
    int end = kernel.indexOf('-');
    return end < 0 ? kernel : kernel.substring(0, end);
  }

  String fileName() {
    return String.format(
        Locale.ROOT,
        "%s-%dcpu-linux%s-jdk%d.txt",
        date,
        processors,
        kernel,
        Runtime.version().feature());
  }
}
