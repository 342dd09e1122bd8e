package dev.sexton.engine.command;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.sexton.engine.census.Host;
import dev.sexton.procfs.FactFinding;
import dev.sexton.procfs.HostFactProbes;
import dev.sexton.procfs.KernelFact;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The part of {@code doctor} about the kernel facts: which of them were tried here, and held. */
final class FactReport {
  private static final String INDENT = " ".repeat(15);
  private static final int COLUMNS = 100;

  private final List<FactFinding> findings;
  private final @Nullable String whyNotTried;

  /**
   * A report of findings that were made.
   *
   * @param whyNotTried why those that take processes were not tried although they were to be
   */
  FactReport(List<FactFinding> findings, @Nullable String whyNotTried) {
    this.findings = findings;
    this.whyNotTried = whyNotTried;
  }

  /**
   * Tries the facts.
   *
   * @param withProcesses whether to start processes for those that take some
   */
  static FactReport of(Host host, boolean withProcesses)
      throws ProcfsException, UnsupportedHostException {
    List<FactFinding> findings =
        new ArrayList<>(
            new HostFactProbes(host.files(), host.pidfds(), host.facts(), host.clock()::nanoTime)
                .all());
    String whyNotTried = null;
    if (withProcesses) {
      try {
        for (FactFinding trial : new FactTrials(host).run()) {
          findings.replaceAll(f -> f.fact() == trial.fact() ? trial.with(f) : f);
        }
      } catch (DemoException | IOException e) {
        whyNotTried = String.valueOf(e.getMessage());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        whyNotTried = "interrupted";
      }
    }
    return new FactReport(findings, whyNotTried);
  }

  /** Whether a fact was seen not to hold without which nothing can be relied on. */
  boolean isAnyBroken() {
    return findings.stream().anyMatch(f -> f.outcome() == FactFinding.Outcome.BROKEN);
  }

  /** Whether that numbers began anew can be excluded: nothing is signed otherwise. */
  boolean canSign() {
    return findings.stream()
        .filter(f -> f.fact() == KernelFact.NUMBERS_UPWARDS)
        .noneMatch(f -> f.outcome().fails());
  }

  String text() {
    StringBuilder text = new StringBuilder("What the kernel is relied on for:\n");
    for (FactFinding finding : findings) {
      KernelFact fact = finding.fact();
      String found = finding.detail();
      if (finding.outcome().fails()) {
        found += ", so " + so(finding);
      }
      text.append(
          String.format(
              Locale.ROOT,
              "%-10s %3d %s%n",
              mark(finding.outcome()),
              fact.number(),
              fact.statement()));
      wrap(found + ".", text);
    }
    if (whyNotTried != null) {
      text.append("Those that take processes could not be tried: ")
          .append(whyNotTried)
          .append('\n');
    }
    return text.toString();
  }

  private static void wrap(String sentence, StringBuilder text) {
    int column = 0;
    for (String word : sentence.split(" ", -1)) {
      if (column == 0 || column + word.length() > COLUMNS) {
        text.append(column == 0 ? "" : "\n").append(INDENT);
        column = INDENT.length();
      } else {
        text.append(' ');
        column++;
      }
      text.append(word);
      column += word.length();
    }
    text.append('\n');
  }

  private static String mark(FactFinding.Outcome outcome) {
    return switch (outcome) {
      case HOLDS -> "holds";
      case RELIED_ON -> "relied on";
      case REPLACED -> "FAILS";
      case BROKEN -> "BROKEN";
    };
  }

  private static String so(FactFinding finding) {
    return finding.outcome() == FactFinding.Outcome.BROKEN
        ? "nothing can be relied on: do not use it here"
        : finding.fact().otherwise();
  }

  /** A field that holds one object a fact. */
  void json(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("kernelFacts");
    for (FactFinding finding : findings) {
      json.writeStartObject();
      json.writeNumberField("number", finding.fact().number());
      json.writeStringField("fact", finding.fact().statement());
      json.writeStringField("outcome", finding.outcome().jsonName());
      json.writeStringField("found", finding.detail());
      json.writeStringField("otherwise", finding.outcome().fails() ? so(finding) : "");
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
