package dev.sexton.procfs;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What is true of this host, this boot and this reader, read once.
 *
 * <p>Immutable, safe for use by any thread.
 */
public record HostFacts(
    Identity identity, Numbers numbers, ProcMount mount, Abilities abilities, Self self) {

  /** The kernel has no such namespace (time namespaces came with Linux 5.6). */
  public static final long NAMESPACE_NONE = 0;

  /** The namespace is there and could not be read. */
  public static final long NAMESPACE_UNREADABLE = -1;

  /**
   * What numbers and ticks are relative to.
   *
   * @param bootId the kernel's id of this boot, absent if unreadable
   * @param machineId as in {@code /etc/machine-id}, absent if there is none
   * @param pidNamespace inode of the reader's pid namespace, or one of the constants
   * @param timeNamespace inode of the reader's time namespace, or one of the constants
   * @param kernelRelease as {@code uname -r}
   */
  public record Identity(
      @Nullable UUID bootId,
      @Nullable String machineId,
      long pidNamespace,
      long timeNamespace,
      String kernelRelease) {}

  /**
   * What bounds numbers and times.
   *
   * @param pidMax one above the highest number handed out
   * @param lastPid the last number handed out when the facts were read, or {@link
   *     PidNumbers#LAST_PID_UNKNOWN} where the host does not tell it
   * @param ticksPerSecond the unit of start ticks
   * @param processors on line on the host, or {@link PidNumbers#PROCESSORS_UNKNOWN}
   */
  public record Numbers(int pidMax, int lastPid, int ticksPerSecond, int processors) {}

  /**
   * What the kernel was seen to be able to do; probed, not told from its version.
   *
   * @param pidfds whether a process descriptor can be opened and signalled through
   * @param uniquePidfdInodes whether a process descriptor's inode identifies its process (6.9)
   * @param listsBirthsOnly whether a listing of {@code /proc} can begin at a number
   * @param taskChildrenReadable whether {@code /proc/PID/task/TID/children} is there
   */
  public record Abilities(
      boolean pidfds,
      boolean uniquePidfdInodes,
      boolean listsBirthsOnly,
      boolean taskChildrenReadable) {}

  /**
   * The reader's own process.
   *
   * @param pid its number as {@code /proc} shows it
   * @param nestedInPidNamespace whether {@code /proc} is that of an outer pid namespace: its
   *     numbers are then not those that system calls take, and nobody may be signalled by them
   */
  public record Self(int pid, boolean nestedInPidNamespace) {}

  /**
   * The same host, taken for one that does not tell the last number: what its {@code loadavg} says
   * of numbers is not believed from now on.
   */
  public HostFacts withoutLastPid() {
    Numbers unknown =
        new Numbers(
            numbers.pidMax(),
            PidNumbers.LAST_PID_UNKNOWN,
            numbers.ticksPerSecond(),
            numbers.processors());
    return new HostFacts(identity, unknown, mount, abilities, self);
  }

  /**
   * Reads them all.
   *
   * @throws ProcfsException if one without which nothing can be judged is missing: the bound of
   *     numbers, the reader's own status, how {@code /proc} is mounted
   */
  public static HostFacts read(ProcFileSystem files, Pidfds pidfds) throws ProcfsException {
    return new HostFactsReader(files, pidfds).read();
  }
}
