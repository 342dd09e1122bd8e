package dev.sexton.procfs;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tries each {@link KernelFact} as far as it goes without starting a process: on this process and
 * its threads, and on all processes that are there. Changes nothing. Not thread-safe.
 *
 * <p>What needs a process that dies, or forks, is said to be relied on; {@link ProcessProbes} try
 * it on processes that they are given.
 */
public final class HostFactProbes {
  private static final int SCANS_MAX = 3;
  private static final int ROWS = 256;
  private static final String NOT_TRIED = "takes processes of its own to try";

  private final ProcFileSystem files;
  private final Pidfds pidfds;
  private final HostFacts facts;
  private final ProcessScanner scanner;
  private final OwnThreadProbes own;
  private final ProcessTable listed = new ProcessTable(ROWS);

  /**
   * Probes of the processes that {@code files} shows.
   *
   * @param nanoClock monotonic
   */
  public HostFactProbes(
      ProcFileSystem files, Pidfds pidfds, HostFacts facts, LongSupplier nanoClock) {
    this.files = files;
    this.pidfds = pidfds;
    this.facts = facts;
    scanner = new ProcessScanner(files, facts, nanoClock);
    own = new OwnThreadProbes(files, facts, nanoClock);
  }

  /**
   * Tries them all.
   *
   * @return one finding a fact, in the order of their numbers
   * @throws ProcfsException if the host could not be looked at
   */
  public List<FactFinding> all() throws ProcfsException {
    boolean ascending = scanner.scanAll(listed).ascending();
    return List.of(
        FactFinding.reliedOn(KernelFact.DESCENT, NOT_TRIED),
        FactFinding.reliedOn(KernelFact.SESSION, NOT_TRIED),
        group(),
        numberKept(),
        own.numbersUpwards(),
        listing(ascending),
        own.keptDescriptorIsLive().with(own.keptDescriptorEnds()),
        releasing(),
        death(),
        names(),
        pidfdInode(),
        adoption(),
        FactFinding.reliedOn(KernelFact.CLONE_PARENT, "no program at hand forks in this way"),
        threads(),
        boot());
  }

  /** All members of a group are in one session, on a host where nothing else was ever possible. */
  private FactFinding group() throws ProcfsException {
    String exception = "";
    int groups = 0;
    for (int scan = 0; scan < SCANS_MAX; scan++) {
      Map<Integer, Integer> sessions = new HashMap<>();
      exception = "";
      for (int row = 0; row < listed.rows(); row++) {
        if (listed.result(row) == ReadResult.OK && listed.processGroup(row) > 0) {
          int session = listed.session(row);
          Integer other = sessions.putIfAbsent(listed.processGroup(row), session);
          if (other != null && other != session) {
            exception =
                "group %d has members in sessions %d and %d"
                    .formatted(listed.processGroup(row), other, session);
          }
        }
      }
      groups = sessions.size();
      if (exception.isEmpty()) {
        return FactFinding.holds(KernelFact.GROUP, groups + " groups, each within one session");
      }
      // They were not read at one moment: only what shows again is more than a change meanwhile.
      scanner.scanAll(listed);
    }
    return FactFinding.broken(KernelFact.GROUP, exception);
  }

  /** Whoever has the number of a session that has members is in it: it made it. */
  private FactFinding numberKept() throws ProcfsException {
    String exception = "";
    for (int scan = 0; scan < SCANS_MAX; scan++) {
      Map<Integer, Integer> sessionOf = new HashMap<>();
      for (int row = 0; row < listed.rows(); row++) {
        if (listed.result(row) == ReadResult.OK) {
          sessionOf.put(listed.pid(row), listed.session(row));
        }
      }
      exception = "";
      int inUse = 0;
      for (int session : List.copyOf(sessionOf.values())) {
        Integer leaders = sessionOf.get(session);
        inUse += leaders == null ? 0 : 1;
        if (session > 0 && leaders != null && leaders != session) {
          exception =
              "process %d is in session %d, though session %d lives"
                  .formatted(session, leaders, session);
        }
      }
      if (exception.isEmpty()) {
        return FactFinding.holds(
            KernelFact.NUMBER_KEPT,
            "%d processes are in a session whose number nobody but its creator has"
                .formatted(inUse));
      }
      scanner.scanAll(listed);
    }
    return FactFinding.broken(KernelFact.NUMBER_KEPT, exception);
  }

  private FactFinding listing(boolean ascending) {
    if (!ascending) {
      return FactFinding.replaced(
          KernelFact.LISTING_ASCENDS, "a listing of everything did not ascend");
    }
    return BirthListing.works(files, facts.self().pid())
        ? FactFinding.holds(
            KernelFact.LISTING_ASCENDS,
            "%d processes came in order, and a listing from %d on began with it"
                .formatted(listed.rows(), facts.self().pid()))
        : FactFinding.replaced(KernelFact.LISTING_ASCENDS, "a listing cannot begin in the middle");
  }

  private FactFinding releasing() {
    int caught = count(ReadResult.RELEASING);
    return caught > 0
        ? FactFinding.holds(KernelFact.RELEASING, caught + " were caught at it")
        : FactFinding.reliedOn(KernelFact.RELEASING, "nobody was caught at it just now");
  }

  private FactFinding death() {
    int dead = 0;
    for (int row = 0; row < listed.rows(); row++) {
      dead += listed.result(row) == ReadResult.OK && listed.isDead(row) ? 1 : 0;
    }
    String zombies = "%d of %d processes are dead".formatted(dead, listed.rows());
    int self = facts.self().pid();
    for (int scan = 0; scan < SCANS_MAX; scan++) {
      int before = OwnThread.numbers(files).length;
      ProcessTable row = new ProcessTable(1);
      ReadResult result = scanner.readOne(self, row);
      int after = OwnThread.numbers(files).length;
      if (result == ReadResult.OK && before == after) {
        return FactFinding.judge(
            KernelFact.DEATH,
            row.threads(0) == before && !row.isDead(0),
            "this process shows %d threads and has %d; %s"
                .formatted(row.threads(0), before, zombies));
      }
    }
    return FactFinding.reliedOn(KernelFact.DEATH, "threads came and went; " + zombies);
  }

  private FactFinding names() {
    int garbled = count(ReadResult.GARBLED) + count(ReadResult.SHORT);
    if (garbled > 0) {
      return FactFinding.broken(
          KernelFact.NAME, "%d of %d lines make no sense".formatted(garbled, listed.rows()));
    }
    int odd = 0;
    for (int row = 0; row < listed.rows(); row++) {
      String name = listed.result(row) == ReadResult.OK ? listed.comm(row) : "";
      odd += name.indexOf(' ') >= 0 || name.indexOf(')') >= 0 ? 1 : 0;
    }
    String detail = "%d lines were read, %d of them with a blank or a parenthesis in the name";
    return odd > 0
        ? FactFinding.holds(KernelFact.NAME, detail.formatted(listed.rows(), odd))
        : FactFinding.reliedOn(KernelFact.NAME, detail.formatted(listed.rows(), 0));
  }

  private FactFinding pidfdInode() {
    return new ProcessProbes(files, pidfds, facts, scanner).inodes(facts.self().pid());
  }

  private FactFinding adoption() {
    ProcessStatus status = new ProcessStatus();
    ReadResult result = new StatusReader(files).read(ProcFileSystem.SELF, status);
    if (result != ReadResult.OK || status.namespacePidLast() == ProcessStatus.ABSENT) {
      return FactFinding.replaced(
          KernelFact.ADOPTION, "NSpid does not show who is the init of a namespace");
    }
    return FactFinding.reliedOn(
        KernelFact.ADOPTION, "NSpid is there; who adopts takes processes of its own to try");
  }

  private FactFinding threads() {
    return facts.abilities().taskChildrenReadable()
        ? FactFinding.reliedOn(
            KernelFact.LISTED_UNDER_THREAD,
            "the lists are there; who is in them takes processes of its own to try")
        : FactFinding.replaced(
            KernelFact.LISTED_UNDER_THREAD, "/proc/PID/task/TID/children is not there");
  }

  private FactFinding boot() throws ProcfsException {
    if (facts.identity().bootId() == null) {
      return FactFinding.replaced(KernelFact.BOOT, "the boot id cannot be read");
    }
    HostFacts again = HostFacts.read(files, pidfds);
    return facts.identity().bootId().equals(again.identity().bootId())
        ? FactFinding.reliedOn(
            KernelFact.BOOT,
            "the boot id is the same in two readings; no host can be brought down to try")
        : FactFinding.replaced(KernelFact.BOOT, "the boot id changes from reading to reading");
  }

  private int count(ReadResult wanted) {
    int count = 0;
    for (int row = 0; row < listed.rows(); row++) {
      count += listed.result(row) == wanted ? 1 : 0;
    }
    return count;
  }
}
