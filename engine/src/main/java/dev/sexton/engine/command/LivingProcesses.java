package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.journal.JournalHeader;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcessTable;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.UnsupportedHostException;
import org.jspecify.annotations.Nullable;

/**
 * Tells by number and start ticks who is alive at this moment. To be shown, never to be acted on.
 */
final class LivingProcesses implements AutoCloseable {
  private final @Nullable Host host;
  private final @Nullable ProcessScanner scanner;
  private final ProcessTable row = new ProcessTable(1);

  private LivingProcesses(@Nullable Host host, @Nullable ProcessScanner scanner) {
    this.host = host;
    this.scanner = scanner;
  }

  /** On a host that cannot be looked at, nobody's life is known. */
  static LivingProcesses open() {
    try {
      Host host = Host.open();
      return new LivingProcesses(
          host, new ProcessScanner(host.files(), host.facts(), host.clock()::nanoTime));
    } catch (UnsupportedHostException | ProcfsException e) {
      return new LivingProcesses(null, null);
    }
  }

  /** Whether numbers in this journal mean the same here and now. */
  boolean isOfThisHost(JournalHeader header) {
    if (host == null) {
      return false;
    }
    HostFacts.Identity here = host.facts().identity();
    return header.bootId().equals(here.bootId())
        && header.pidNamespace() == here.pidNamespace()
        && header.timeNamespace() == here.timeNamespace();
  }

  Life of(ProcessIdentity identity) {
    if (scanner == null) {
      return Life.UNKNOWN;
    }
    row.clear();
    ReadResult result = scanner.readOne(identity.pid(), row);
    if (result == ReadResult.VANISHED) {
      return Life.DEAD;
    }
    if (!result.identifies()) {
      return Life.UNKNOWN;
    }
    boolean alive =
        result == ReadResult.OK && row.startTicks(0) == identity.startTicks() && !row.isDead(0);
    return alive ? Life.ALIVE : Life.DEAD;
  }

  @Override
  public void close() {
    if (host != null) {
      host.close();
    }
  }
}
