package dev.sexton.simulation;

import dev.sexton.engine.census.Host;
import dev.sexton.journal.JournalOptions;
import dev.sexton.journal.JournalStore;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.simulation.kernel.SimClock;
import dev.sexton.simulation.kernel.SimPidfds;
import dev.sexton.simulation.kernel.SimProc;
import dev.sexton.simulation.kernel.SimTask;

/** The simulated kernel as one process sees it, through the product's own seams. */
final class SimulatedHost {
  /** Glob of the journal's data files. */
  static final String JOURNAL_FILES = "*.sxj";

  private static final int KEPT_DESCRIPTORS_MAX = 24;
  private static final JournalOptions JOURNALS =
      JournalOptions.defaults().withStore(JournalStore.PLAIN);

  private final Host host;

  private SimulatedHost(Host host) {
    this.host = host;
  }

  /**
   * Opens the host.
   *
   * @throws ProcfsException if a fact without which nothing can be judged could not be read
   */
  static SimulatedHost open(World world, SimTask reader, Moves moves) throws ProcfsException {
    SimProc files = new SimProc(world.kernel(), reader, moves);
    SimPidfds pidfds = new SimPidfds(world.kernel(), reader, moves);
    HostFacts facts = HostFacts.read(files, pidfds);
    return new SimulatedHost(
        new Host(files, pidfds, facts, new SimClock(world.kernel()), KEPT_DESCRIPTORS_MAX));
  }

  Host host() {
    return host;
  }

  /** The store that needs neither mapping nor JVM flag. */
  static JournalOptions journals() {
    return JOURNALS;
  }
}
