package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.EventKind;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.JournalHeader;
import dev.sexton.journal.LineageEventDecoder;
import dev.sexton.journal.LineageReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks whether the lineage in a journal can have happened, and whether each commit counts what
 * precedes it. What the records are worth as bytes is {@link dev.sexton.journal.JournalCheck}'s
 * question.
 */
public final class LineageCheck {
  /** Enough to see what is wrong; a journal that is all wrong must not fill the memory. */
  private static final int FINDINGS_MAX = 1_000;

  private final int pidMax;
  private final Map<Integer, Life> lives = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private long furtherFindings;

  private long records;
  private long births;
  private long changes;
  private long deaths;
  private long samples;

  /** Since the last commit. */
  private long birthsSince;

  private long changesSince;
  private long deathsSince;
  private long lastPassTicks;
  private boolean closed;

  private LineageCheck(JournalHeader header) {
    pidMax = header.pidMax();
  }

  /** What cannot have happened. */
  public enum Kind {
    /** Every parent, and every adopter, was there before the child. */
    CHILD_OLDER_THAN_PARENT("started before its parent"),
    /** A number and start ticks name one life. */
    SECOND_LIFE("was born again after its death"),
    /** Only who lives dies, and once. */
    DEATH_WITHOUT_LIFE("died without having been alive"),
    /** Something new is told only of who was told of before. */
    CHANGE_WITHOUT_LIFE("changed without having been born"),
    /** No kernel gives such numbers; a reap takes the row for damage. */
    IMPOSSIBLE_NUMBERS("has numbers that no kernel gives"),
    /** A commit says how many births, changes and deaths it ends. */
    COUNTS_DIFFER("counts other rows than precede it"),
    /** Samples follow one another. */
    SAMPLE_BEFORE_LAST("began before the sample before it"),
    /** Nothing follows a clean close. */
    AFTER_CLOSE("follows a clean close");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Half a sentence, the process or the record being its subject. */
    public String text() {
      return text;
    }
  }

  /**
   * One contradiction.
   *
   * @param kind what it is
   * @param sequence the record that shows it
   * @param text it as a sentence
   */
  public record Finding(Kind kind, long sequence, String text) {}

  /**
   * What was checked, and found.
   *
   * @param records how many records there were
   * @param samples commits among them
   * @param births rows that tell of a birth
   * @param changes rows that tell of a change
   * @param deaths dead processes that were named
   * @param uncommitted how many of these three no commit follows
   * @param findings the contradictions, in the order of the records
   * @param furtherFindings how many more there were
   */
  public record Report(
      long records,
      long samples,
      long births,
      long changes,
      long deaths,
      long uncommitted,
      List<Finding> findings,
      long furtherFindings) {
    /** Copies the list. */
    public Report {
      findings = List.copyOf(findings);
    }
  }

  private record Life(long startTicks, boolean over) {}

  /**
   * Checks a run's journal. Meaningful where no record is missing: what a hole took cannot be told
   * from what never was.
   *
   * @throws JournalException if there is no readable journal, or it could not be read to its end
   */
  public static Report check(Path runDirectory) throws JournalException {
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      LineageCheck check = new LineageCheck(reader.header());
      LineageEventDecoder event = new LineageEventDecoder();
      while (reader.next(event)) {
        check.take(event);
      }
      return check.report();
    }
  }

  private Report report() {
    return new Report(
        records,
        samples,
        births,
        changes,
        deaths,
        birthsSince + changesSince + deathsSince,
        findings,
        furtherFindings);
  }

  private void take(LineageEventDecoder event) {
    records++;
    if (closed) {
      find(Kind.AFTER_CLOSE, event, "Record " + event.sequence());
    }
    switch (event.type()) {
      case BIRTH -> {
        births++;
        birthsSince++;
        takeBirth(event);
      }
      case CHANGE -> {
        changes++;
        changesSince++;
        takeChange(event);
      }
      case DEATHS -> {
        deaths += event.deathCount();
        deathsSince += event.deathCount();
        takeDeaths(event);
      }
      case COMMIT -> takeCommit(event);
      case EVENT -> closed = event.eventKind() == EventKind.CLEAN_CLOSE;
      case HEADER, ANCESTOR -> {}
    }
  }

  private void takeBirth(LineageEventDecoder event) {
    takeRow(event);
    Life before = lives.put(event.pid(), new Life(event.startTicks(), false));
    if (before != null && before.over && before.startTicks == event.startTicks()) {
      find(Kind.SECOND_LIFE, event, identity(event).toString());
    }
  }

  /** What is told of an old life may come after the birth of the number's new bearer. */
  private void takeChange(LineageEventDecoder event) {
    takeRow(event);
    Life life = lives.get(event.pid());
    if (life == null || life.startTicks < event.startTicks()) {
      find(Kind.CHANGE_WITHOUT_LIFE, event, identity(event).toString());
    }
  }

  private void takeRow(LineageEventDecoder event) {
    if (!LineageReplay.isPossible(event, pidMax)) {
      find(Kind.IMPOSSIBLE_NUMBERS, event, identity(event).toString());
    }
    long parentTicks = event.parentStartTicks();
    if (parentTicks != Observation.PARENT_NOT_ESTABLISHED && parentTicks > event.startTicks()) {
      find(
          Kind.CHILD_OLDER_THAN_PARENT,
          event,
          identity(event) + ", child of " + identity(event.parentPid(), parentTicks) + ",");
    }
  }

  /** A number's new bearer ends the old one's life, whose death may be noted later. */
  private void takeDeaths(LineageEventDecoder event) {
    for (int i = 0; i < event.deathCount(); i++) {
      int pid = event.deathPid(i);
      long ticks = event.deathStartTicks(i);
      Life life = lives.get(pid);
      if (life == null || (life.startTicks == ticks && life.over)) {
        find(Kind.DEATH_WITHOUT_LIFE, event, identity(pid, ticks).toString());
      } else if (life.startTicks == ticks) {
        lives.put(pid, new Life(ticks, true));
      }
    }
  }

  private void takeCommit(LineageEventDecoder event) {
    boolean agrees =
        event.births() == birthsSince
            && event.changes() == changesSince
            && event.deaths() == deathsSince;
    if (!agrees) {
      find(
          Kind.COUNTS_DIFFER,
          event,
          "A commit of %d births, %d changes and %d deaths (there are %d, %d and %d)"
              .formatted(
                  event.births(),
                  event.changes(),
                  event.deaths(),
                  birthsSince,
                  changesSince,
                  deathsSince));
    }
    if (samples > 0 && event.passStartTicks() < lastPassTicks) {
      find(Kind.SAMPLE_BEFORE_LAST, event, "A sample of tick " + event.passStartTicks());
    }
    lastPassTicks = event.passStartTicks();
    samples++;
    birthsSince = 0;
    changesSince = 0;
    deathsSince = 0;
  }

  private void find(Kind kind, LineageEventDecoder event, String subject) {
    if (findings.size() >= FINDINGS_MAX) {
      furtherFindings++;
      return;
    }
    findings.add(
        new Finding(
            kind,
            event.sequence(),
            subject + " " + kind.text() + " (record " + event.sequence() + ")"));
  }

  private static ProcessIdentity identity(LineageEventDecoder event) {
    return identity(event.pid(), event.startTicks());
  }

  private static ProcessIdentity identity(int pid, long startTicks) {
    return new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE);
  }
}
