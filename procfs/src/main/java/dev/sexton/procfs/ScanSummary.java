package dev.sexton.procfs;

/**
 * What a scan saw and what it could not. Belongs to its scanner, which overwrites it with the next
 * scan; {@link #copy} keeps it.
 *
 * <p>{@code listed} = {@code skipped} + {@code read} + {@code vanished} + {@code releasing} +
 * {@code denied} + {@code garbled} + {@code failed}.
 */
public final class ScanSummary {
  int firstPid;
  int listed;
  int skipped;
  int read;
  int vanished;
  int releasing;
  int denied;
  int garbled;
  int failed;
  boolean ascending;
  boolean ownPidSeen;
  int lastPidBefore;
  int lastPidAfter;
  long virtualBefore;
  long virtualAfter;
  int threadsOnHost;
  boolean wrapped;
  boolean wrapExcluded;
  long startBootTicks;
  long startNs;
  long elapsedNs;

  ScanSummary() {}

  void begin(int first) {
    firstPid = first;
    listed = 0;
    skipped = 0;
    read = 0;
    vanished = 0;
    releasing = 0;
    denied = 0;
    garbled = 0;
    failed = 0;
    ascending = true;
    ownPidSeen = false;
    wrapped = false;
    wrapExcluded = true;
    elapsedNs = 0;
  }

  void count(ReadResult result) {
    switch (result) {
      case OK -> read++;
      case VANISHED -> vanished++;
      case RELEASING -> releasing++;
      case DENIED -> denied++;
      case SHORT, GARBLED -> garbled++;
      case FAILED -> failed++;
    }
  }

  /** A copy that no scan overwrites. */
  public ScanSummary copy() {
    ScanSummary copy = new ScanSummary();
    copy.firstPid = firstPid;
    copy.listed = listed;
    copy.skipped = skipped;
    copy.read = read;
    copy.vanished = vanished;
    copy.releasing = releasing;
    copy.denied = denied;
    copy.garbled = garbled;
    copy.failed = failed;
    copy.ascending = ascending;
    copy.ownPidSeen = ownPidSeen;
    copy.lastPidBefore = lastPidBefore;
    copy.lastPidAfter = lastPidAfter;
    copy.virtualBefore = virtualBefore;
    copy.virtualAfter = virtualAfter;
    copy.threadsOnHost = threadsOnHost;
    copy.wrapped = wrapped;
    copy.wrapExcluded = wrapExcluded;
    copy.startBootTicks = startBootTicks;
    copy.startNs = startNs;
    copy.elapsedNs = elapsedNs;
    return copy;
  }

  /** The number from which it was asked to list; 1 for a scan of everything. */
  public int firstPid() {
    return firstPid;
  }

  /** Numbers listed at or above the first. */
  public int listed() {
    return listed;
  }

  /** Listed, and not read because the filter said so. */
  public int skipped() {
    return skipped;
  }

  /** Listed and read. */
  public int read() {
    return read;
  }

  /** Listed, and gone when read. */
  public int vanished() {
    return vanished;
  }

  /** Listed, and being released when read. */
  public int releasing() {
    return releasing;
  }

  /** Listed, and the kernel refused to let it be read. */
  public int denied() {
    return denied;
  }

  /** Listed, and twice read as a cut or senseless line. */
  public int garbled() {
    return garbled;
  }

  /** Listed, and unreadable for any other reason. */
  public int failed() {
    return failed;
  }

  /** Whether each number listed was above the one before, and none was below the first. */
  public boolean ascending() {
    return ascending;
  }

  /** Whether the scanner's own process was listed; if not, this listing hides processes. */
  public boolean ownPidSeen() {
    return ownPidSeen;
  }

  /** The last number handed out when the scan began. */
  public int lastPidBefore() {
    return lastPidBefore;
  }

  /** The last number handed out after the last process had been read. */
  public int lastPidAfter() {
    return lastPidAfter;
  }

  /** {@link #lastPidBefore} as a virtual number of the scanner's {@link PidNumbers}. */
  public long virtualBefore() {
    return virtualBefore;
  }

  /** {@link #lastPidAfter} as a virtual number. */
  public long virtualAfter() {
    return virtualAfter;
  }

  /** Threads alive on the host when the scan began, zombies included. */
  public int threadsOnHost() {
    return threadsOnHost;
  }

  /** Whether the numbers were seen to begin anew during the scan, or their bound to change. */
  public boolean wrapped() {
    return wrapped;
  }

  /** Whether it is known that the numbers did not begin anew during the scan. */
  public boolean wrapExcluded() {
    return wrapExcluded;
  }

  /** Clock ticks from boot to the beginning of the scan. */
  public long startBootTicks() {
    return startBootTicks;
  }

  /** The scanner's clock before the first look. */
  public long startNs() {
    return startNs;
  }

  /** From before the first look to after the last. */
  public long elapsedNs() {
    return elapsedNs;
  }

  /** For logs. */
  @Override
  public String toString() {
    return ("listed %d, skipped %d, read %d, vanished %d, releasing %d, denied %d, garbled %d,"
            + " failed %d, %s, %s, last pid %d to %d")
        .formatted(
            listed,
            skipped,
            read,
            vanished,
            releasing,
            denied,
            garbled,
            failed,
            ascending ? "ascending" : "not ascending",
            wrapped ? "wrapped" : wrapExcluded ? "not wrapped" : "perhaps wrapped",
            lastPidBefore,
            lastPidAfter);
  }
}
