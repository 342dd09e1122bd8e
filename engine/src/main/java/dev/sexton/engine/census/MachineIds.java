package dev.sexton.engine.census;

import dev.sexton.journal.JournalHeader;
import dev.sexton.procfs.HostFacts;
import java.util.UUID;

/** Whether a journal is of the machine that it is read on. */
public final class MachineIds {
  private static final int HALF = 16;
  private static final int HEX = 16;

  private MachineIds() {}

  /** Whether both machine ids are known and equal. */
  public static boolean isSameMachine(JournalHeader header, HostFacts facts) {
    UUID here = of(facts);
    return !here.equals(JournalHeader.MACHINE_UNKNOWN) && here.equals(header.machineId());
  }

  /** The machine id as a UUID, or {@link JournalHeader#MACHINE_UNKNOWN}. */
  static UUID of(HostFacts facts) {
    String id = facts.identity().machineId();
    if (id == null || !id.matches("[0-9a-f]{32}")) {
      return JournalHeader.MACHINE_UNKNOWN;
    }
    return new UUID(
        Long.parseUnsignedLong(id.substring(0, HALF), HEX),
        Long.parseUnsignedLong(id.substring(HALF), HEX));
  }
}
