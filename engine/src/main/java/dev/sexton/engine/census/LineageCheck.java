package dev.sexton.engine.census;

import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.JournalException;
import dev.sexton.journal.LineageEventDecoder;
import dev.sexton.journal.LineageReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Checks whether the lineage in a journal can have happened. What the records are worth as bytes is
 * {@link dev.sexton.journal.JournalCheck}'s question.
 */
public final class LineageCheck {
  private final Map<Integer, Life> lives = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();

  private LineageCheck() {}

  /** What cannot have happened. */
  public enum Kind {
    /** Every parent, and every adopter, was there before the child. */
    CHILD_OLDER_THAN_PARENT("started before its parent"),
    /** A number and start ticks name one life. */
    SECOND_LIFE("was born again after its death"),
    /** Only who lives dies, and once. */
    DEATH_WITHOUT_LIFE("died without having been alive");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    /** Half a sentence, the process being its subject. */
    public String text() {
      return text;
    }
  }

  /**
   * One contradiction.
   *
   * @param kind what it is
   * @param process who
   * @param parent the parent concerned, or the same process
   * @param sequence the record that shows it
   */
  public record Finding(Kind kind, ProcessIdentity process, ProcessIdentity parent, long sequence) {
    /** As a sentence. */
    public String text() {
      return process
          + " "
          + kind.text()
          + (parent.equals(process) ? "" : " " + parent)
          + " (record "
          + sequence
          + ")";
    }
  }

  private record Life(long startTicks, boolean over) {}

  /**
   * Checks a run's journal. Meaningful where no record is missing: what a hole took cannot be told
   * from what never was.
   *
   * @throws JournalException if there is no readable journal, or it could not be read to its end
   */
  public static List<Finding> check(Path runDirectory) throws JournalException {
    LineageCheck check = new LineageCheck();
    try (LineageReader reader = LineageReader.open(runDirectory)) {
      LineageEventDecoder event = new LineageEventDecoder();
      while (reader.next(event)) {
        check.take(event);
      }
    }
    return List.copyOf(check.findings);
  }

  private void take(LineageEventDecoder event) {
    switch (event.type()) {
      case BIRTH -> {
        takeParent(event);
        Life before = lives.put(event.pid(), new Life(event.startTicks(), false));
        if (before != null && before.over && before.startTicks == event.startTicks()) {
          find(Kind.SECOND_LIFE, identity(event), identity(event), event.sequence());
        }
      }
      case CHANGE -> takeParent(event);
      case DEATHS -> takeDeaths(event);
      case HEADER, ANCESTOR, COMMIT, EVENT -> {}
    }
  }

  private void takeParent(LineageEventDecoder event) {
    long parentTicks = event.parentStartTicks();
    if (parentTicks != Observation.PARENT_NOT_ESTABLISHED && parentTicks > event.startTicks()) {
      ProcessIdentity parent = identity(event.parentPid(), parentTicks);
      find(Kind.CHILD_OLDER_THAN_PARENT, identity(event), parent, event.sequence());
    }
  }

  /** A number's new bearer ends the old one's life, whose death may be noted later. */
  private void takeDeaths(LineageEventDecoder event) {
    for (int i = 0; i < event.deathCount(); i++) {
      int pid = event.deathPid(i);
      long ticks = event.deathStartTicks(i);
      Life life = lives.get(pid);
      if (life == null || (life.startTicks == ticks && life.over)) {
        ProcessIdentity dead = identity(pid, ticks);
        find(Kind.DEATH_WITHOUT_LIFE, dead, dead, event.sequence());
      } else if (life.startTicks == ticks) {
        lives.put(pid, new Life(ticks, true));
      }
    }
  }

  private void find(Kind kind, ProcessIdentity process, ProcessIdentity parent, long sequence) {
    findings.add(new Finding(kind, process, parent, sequence));
  }

  private static ProcessIdentity identity(LineageEventDecoder event) {
    return identity(event.pid(), event.startTicks());
  }

  private static ProcessIdentity identity(int pid, long startTicks) {
    return new ProcessIdentity(pid, startTicks, ProcessIdentity.UNKNOWN_INODE);
  }
}
