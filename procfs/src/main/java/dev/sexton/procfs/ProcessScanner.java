package dev.sexton.procfs;

import java.util.function.LongSupplier;

/**
 * Lists processes and reads each as it comes, into a table.
 *
 * <p>The time between the listing of a number and its reading is what a scan can be wrong about, so
 * few are listed at a time and read before the next are. The last number handed out is read before,
 * after, and every {@value #READS_PER_LOOK} reads: that is what excludes that numbers began anew
 * meanwhile, even where there are only few of them (see {@link PidNumbers}).
 *
 * <p>Allocates nothing once its table has grown to the host's size. Not thread-safe; a listing is
 * state of the {@link ProcFileSystem}, so that belongs to one scanner at a time.
 */
public final class ProcessScanner {
  private static final int CHUNK = 32;
  private static final int READS_PER_LOOK = 64;
  private static final int EVERYTHING = 1;

  private final ProcFileSystem files;
  private final HostFacts facts;
  private final LongSupplier nanoClock;
  private final HostReader host;
  private final StatReader stats;
  private final PidNumbers numbers;
  private final ScanSummary summary = new ScanSummary();
  private final int[] chunk = new int[CHUNK];
  private int readsUntilLook;
  private int previousPid;

  /**
   * A scanner of the processes that {@code files} shows.
   *
   * @param facts read from the same files
   * @param nanoClock monotonic, such as {@code System::nanoTime}
   */
  public ProcessScanner(ProcFileSystem files, HostFacts facts, LongSupplier nanoClock) {
    this.files = files;
    this.facts = facts;
    this.nanoClock = nanoClock;
    boolean lastPidTold = facts.numbers().lastPid() != PidNumbers.LAST_PID_UNKNOWN;
    this.host = new HostReader(files, lastPidTold);
    this.stats = new StatReader(files);
    this.numbers = new PidNumbers(facts.numbers().pidMax(), facts.numbers().processors());
  }

  /**
   * The last number handed out in the namespace that is scanned, or {@link
   * PidNumbers#LAST_PID_UNKNOWN}.
   */
  public int lastPid() throws ProcfsException {
    host.readLoadAverage();
    return host.lastPid();
  }

  /**
   * As {@link #lastPid}, and lets {@code judge} say what it means since its reading before.
   *
   * @return the judgement; the number itself is {@link PidNumbers#lastPid}
   */
  public PidNumbers.Continuity observeLastPid(PidNumbers judge) throws ProcfsException {
    long beforeNs = nanoClock.getAsLong();
    host.readLoadAverage();
    return judge.observe(host.lastPid(), host.threads(), beforeNs, nanoClock.getAsLong());
  }

  /**
   * What this scanner's scans have seen of the numbers so far, one continuous count. Whoever looks
   * between scans passes it to {@link #observeLastPid}.
   */
  public PidNumbers numbers() {
    return numbers;
  }

  /**
   * Threads alive on the host, zombies included, when the last number was last looked at; or {@link
   * PidNumbers#THREADS_UNKNOWN}.
   */
  public int threadsOnHost() {
    return host.threads();
  }

  /** Clock ticks since boot, rounded down; the unit of start ticks. */
  public long bootTicks() throws ProcfsException {
    return host.bootTicks(facts.numbers().ticksPerSecond());
  }

  /** Whether {@link #scanFrom} costs births only; if not it lists everything. */
  public boolean listsBirthsOnly() {
    return facts.abilities().listsBirthsOnly();
  }

  /** As {@link #scanAll(ProcessTable, PidFilter)}, skipping nothing. */
  public ScanSummary scanAll(ProcessTable table) throws ProcfsException {
    return scanAll(table, PidFilter.NONE);
  }

  /**
   * Clears the table, and fills it with everything that is listed and not skipped.
   *
   * @return this scanner's summary, valid until its next scan
   * @throws ProcfsException if the listing, the last number, or the up-time could not be read; the
   *     table then holds what came before
   */
  public ScanSummary scanAll(ProcessTable table, PidFilter skip) throws ProcfsException {
    scan(EVERYTHING, table, skip);
    // Numbers are judged by their bound; an administrator may have moved it.
    if (host.pidMax() != facts.numbers().pidMax()) {
      summary.wrapped = true;
      summary.wrapExcluded = false;
    }
    return summary;
  }

  /**
   * Clears the table, and fills it with the processes at or above a number.
   *
   * @param firstPid at least 1
   * @return this scanner's summary, valid until its next scan
   * @throws ProcfsException as for {@link #scanAll(ProcessTable, PidFilter)}
   */
  public ScanSummary scanFrom(int firstPid, ProcessTable table, PidFilter skip)
      throws ProcfsException {
    if (firstPid < 1) {
      throw new IllegalArgumentException("first pid " + firstPid);
    }
    scan(firstPid, table, skip);
    return summary;
  }

  /**
   * Appends a row for one process, read now by number.
   *
   * @return the row's result
   */
  public ReadResult readOne(int pid, ProcessTable table) {
    return stats.readByNumber(pid, table, table.append(pid));
  }

  private void scan(int firstPid, ProcessTable table, PidFilter skip) throws ProcfsException {
    table.clear();
    summary.begin(firstPid);
    summary.startNs = nanoClock.getAsLong();
    // What happened to the numbers since the scan before is not this scan's concern.
    observeLastPid(numbers);
    summary.virtualBefore = numbers.virtualLast();
    summary.lastPidBefore = numbers.lastPid();
    summary.threadsOnHost = host.threads();
    summary.startBootTicks = bootTicks();
    previousPid = 0;
    readsUntilLook = READS_PER_LOOK;
    files.startListing(listsBirthsOnly() ? firstPid : EVERYTHING);
    int numbersMax = facts.numbers().pidMax();
    int listedInAll = 0;
    for (int count = list(); count > 0; count = list()) {
      listedInAll += count;
      if (listedInAll < 0 || (listedInAll > numbersMax && !summary.ascending)) {
        throw new ProcfsException("listing does not end", ProcfsException.NO_ERRNO);
      }
      readChunk(count, table, skip);
    }
    look();
    summary.lastPidAfter = numbers.lastPid();
    summary.virtualAfter = numbers.virtualLast();
    summary.elapsedNs = nanoClock.getAsLong() - summary.startNs;
  }

  private int list() throws ProcfsException {
    int count = files.list(chunk);
    if (count < 0) {
      throw new ProcfsException("listing of processes", -count);
    }
    return count;
  }

  private void readChunk(int count, ProcessTable table, PidFilter skip) throws ProcfsException {
    int firstPid = summary.firstPid;
    for (int i = 0; i < count; i++) {
      int pid = chunk[i];
      if (pid <= previousPid) {
        summary.ascending = false;
      }
      previousPid = pid;
      if (pid < firstPid) {
        if (listsBirthsOnly()) {
          summary.ascending = false;
        }
        continue;
      }
      summary.listed++;
      if (pid == facts.self().pid()) {
        summary.ownPidSeen = true;
      }
      if (skip.skips(pid)) {
        summary.skipped++;
        continue;
      }
      summary.count(stats.readByNumber(pid, table, table.append(pid)));
      if (--readsUntilLook == 0) {
        readsUntilLook = READS_PER_LOOK;
        look();
      }
    }
  }

  private void look() throws ProcfsException {
    switch (observeLastPid(numbers)) {
      case FIRST, NOT_WRAPPED -> {}
      case WRAPPED_ONCE -> {
        summary.wrapped = true;
        summary.wrapExcluded = false;
      }
      case UNKNOWN -> summary.wrapExcluded = false;
    }
  }
}
