package dev.sexton.engine.reap;

import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import java.util.LinkedHashMap;
import java.util.Map;

/** The reaper's own process and everybody above it: never signalled, whatever a journal says. */
final class ReaperSelf {
  private static final int CAP_SYS_PTRACE = 19;
  private static final int GENERATIONS_MAX = 100_000;
  private static final int TRIES = 3;

  private final int pid;
  private final long effectiveUid;
  private final boolean seesThroughHidepid;
  private final boolean procHides;
  private final Map<Integer, Long> spared = new LinkedHashMap<>();
  private final ProcessScanner scanner;
  private final ProcessTable row = new ProcessTable(2);

  /** Knows of no ancestor yet: {@link #addAncestors} before anybody is signalled. */
  ReaperSelf(ProcFileSystem files, ProcessScanner scanner, int pid, boolean procHides)
      throws ProcfsException {
    this.pid = pid;
    this.procHides = procHides;
    this.scanner = scanner;
    ProcessStatus status = new ProcessStatus();
    ReadResult result = new StatusReader(files).read(ProcFileSystem.SELF, status);
    if (result != ReadResult.OK) {
      throw new ProcfsException("own status", status.errno());
    }
    effectiveUid = status.effectiveUid();
    seesThroughHidepid =
        status.hasCapabilities() && (status.effectiveCapabilities() & (1L << CAP_SYS_PTRACE)) != 0;
  }

  /**
   * Adds whoever is above now. Called before each round of signals: an ancestor's death gives the
   * reaper another parent.
   *
   * @throws ProcfsException if not all of them could be read: then nobody may be signalled. Where
   *     {@code /proc} hides processes, whoever is hidden ends the chain
   */
  void addAncestors() throws ProcfsException {
    ReadResult result = ReadResult.OK;
    for (int attempt = 0; attempt < TRIES; attempt++) {
      result = walk();
      if (result == ReadResult.OK) {
        return;
      }
    }
    if (result != ReadResult.VANISHED || !procHides) {
      throw new ProcfsException(
          "the ancestors of the reaper, who must not be signalled", row.errno(0));
    }
  }

  /** The first result that is not OK: also VANISHED, of an ancestor that died meanwhile. */
  private ReadResult walk() {
    int at = pid;
    for (int generation = 0; generation < GENERATIONS_MAX && at > 0; generation++) {
      row.clear();
      ReadResult result = scanner.readOne(at, row);
      if (result != ReadResult.OK) {
        return result;
      }
      spared.put(at, row.startTicks(0));
      at = row.parent(0);
    }
    return ReadResult.OK;
  }

  int pid() {
    return pid;
  }

  long effectiveUid() {
    return effectiveUid;
  }

  /** Whether hidepid hides nobody from this process. */
  boolean seesThroughHidepid() {
    return seesThroughHidepid;
  }

  /**
   * Whether this number is the reaper's or an ancestor's. Start ticks decide only for not sparing.
   */
  boolean isSpared(ProcessIdentity p) {
    if (p.pid() == pid) {
      return true;
    }
    Long ticks = spared.get(p.pid());
    return ticks != null && ticks == p.startTicks();
  }
}
