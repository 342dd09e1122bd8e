package dev.sexton.engine.census;

import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.KernelFact;
import dev.sexton.procfs.OwnThreadProbes;
import dev.sexton.procfs.Pidfds;
import dev.sexton.procfs.ProcFileSystem;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.KernelSupport;
import dev.sexton.procfs.linux.LinuxPidfds;
import dev.sexton.procfs.linux.LinuxProcFileSystem;
import dev.sexton.procfs.linux.ResourceLimits;

/**
 * The kernel as the engine sees it: what it shows, what it can be asked to do, what is true of it.
 *
 * <p>Not thread-safe; each user opens its own.
 */
public final class Host implements AutoCloseable {
  private final ProcFileSystem files;
  private final Pidfds pidfds;
  private final HostFacts facts;
  private final HostClock clock;
  private final int keptDescriptorsMax;

  /**
   * A host behind the given seams.
   *
   * @param keptDescriptorsMax how many descriptors may be kept for followed processes
   */
  public Host(
      ProcFileSystem files,
      Pidfds pidfds,
      HostFacts facts,
      HostClock clock,
      int keptDescriptorsMax) {
    this.files = files;
    this.pidfds = pidfds;
    this.facts = facts;
    this.clock = clock;
    this.keptDescriptorsMax = keptDescriptorsMax;
  }

  /**
   * Opens this host.
   *
   * @throws UnsupportedHostException with one sentence, if it is not Linux, has no {@code /proc} or
   *     no pidfds
   * @throws ProcfsException if a fact that everything rests on could not be read
   */
  public static Host open() throws UnsupportedHostException, ProcfsException {
    String why = KernelSupport.whyNotFollowed();
    if (why == null) {
      why = KernelSupport.whyNotSignalled();
    }
    if (why != null) {
      throw new UnsupportedHostException(why);
    }
    LinuxProcFileSystem files = LinuxProcFileSystem.open();
    return over(files, LinuxPidfds.open(), ResourceLimits.read().keptDescriptorsMax());
  }

  /**
   * This host behind the given seams. What the kernel is relied on for is tried as far as that
   * costs no process; what does not hold is done without: see {@link KernelFact#otherwise}.
   *
   * @param keptDescriptorsMax how many descriptors may be kept for followed processes
   * @throws ProcfsException if a fact that everything rests on could not be read
   */
  public static Host over(ProcFileSystem files, Pidfds pidfds, int keptDescriptorsMax)
      throws ProcfsException {
    HostFacts facts = HostFacts.read(files, pidfds);
    OwnThreadProbes probes = new OwnThreadProbes(files, facts, HostClock.SYSTEM::nanoTime);
    if (probes.numbersUpwards().outcome().fails()) {
      facts = facts.withoutLastPid();
    }
    int keptMax = probes.keptDescriptorIsLive().outcome().fails() ? 0 : keptDescriptorsMax;
    return new Host(files, pidfds, facts, HostClock.SYSTEM, keptMax);
  }

  public ProcFileSystem files() {
    return files;
  }

  public Pidfds pidfds() {
    return pidfds;
  }

  public HostFacts facts() {
    return facts;
  }

  public HostClock clock() {
    return clock;
  }

  /** A new observer of this host. */
  public HostObserver observer() {
    return new HostObserver(files, facts, keptDescriptorsMax, clock::nanoTime);
  }

  @Override
  public void close() {
    files.close();
  }
}
