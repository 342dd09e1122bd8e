package dev.sexton.testing.sexton;

import dev.sexton.engine.model.Attribution;
import dev.sexton.engine.model.Fate;
import dev.sexton.engine.model.ProcessReport;
import dev.sexton.engine.model.Rule;
import dev.sexton.engine.model.SignalReport;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a reap said of one process, in a form that also comes out of another JVM.
 *
 * @param comm printable
 * @param signals names of those that the kernel took, in the order of sending
 * @param signalTimesMs when each was sent, milliseconds from the start of the reap
 * @param note what else the reap said of it, or empty
 */
public record ProcessFacts(
    int pid,
    long startTicks,
    String comm,
    Attribution attribution,
    Rule rule,
    Fate fate,
    List<String> signals,
    List<Long> signalTimesMs,
    String note) {

  private static final String NONE = "-";

  public ProcessFacts {
    signals = List.copyOf(signals);
    signalTimesMs = List.copyOf(signalTimesMs);
  }

  static ProcessFacts of(ProcessReport report) {
    List<String> signals = new ArrayList<>();
    List<Long> times = new ArrayList<>();
    for (SignalReport signal : report.signals()) {
      if (signal.isDelivered()) {
        signals.add(signal.signal());
        times.add(signal.afterMs());
      }
    }
    return new ProcessFacts(
        report.identity().pid(),
        report.identity().startTicks(),
        report.comm(),
        report.verdict().attribution(),
        report.verdict().rule(),
        report.fate(),
        signals,
        times,
        report.note());
  }

  boolean isProcess(int otherPid, long otherTicks) {
    return pid == otherPid && startTicks == otherTicks;
  }

  /** As one line of words. */
  String words() {
    List<String> times = signalTimesMs.stream().map(time -> Long.toString(time)).toList();
    return String.join(
        " ",
        Integer.toString(pid),
        Long.toString(startTicks),
        attribution.name(),
        rule.name(),
        fate.name(),
        signals.isEmpty() ? NONE : String.join(",", signals),
        times.isEmpty() ? NONE : String.join(",", times),
        encode(comm),
        encode(note));
  }

  static ProcessFacts parse(String words) {
    String[] word = words.split(" ", 9);
    List<Long> times = new ArrayList<>();
    for (String time : list(word[6])) {
      times.add(Long.parseLong(time));
    }
    return new ProcessFacts(
        Integer.parseInt(word[0]),
        Long.parseLong(word[1]),
        decode(word[7]),
        Attribution.valueOf(word[2]),
        Rule.valueOf(word[3]),
        Fate.valueOf(word[4]),
        list(word[5]),
        times,
        decode(word[8]));
  }

  private static String encode(String text) {
    return text.isEmpty() ? NONE : URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decode(String word) {
    return word.equals(NONE) ? "" : URLDecoder.decode(word, StandardCharsets.UTF_8);
  }

  private static List<String> list(String word) {
    return word.equals(NONE) ? List.of() : List.of(word.split(",", -1));
  }
}
