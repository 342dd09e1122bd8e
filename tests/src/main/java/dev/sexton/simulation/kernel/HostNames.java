package dev.sexton.simulation.kernel;

import java.util.UUID;

/**
 * What tells one boot of one machine from another.
 *
 * @param bootId the kernel's id of the boot
 * @param machineId 32 hexadecimal digits
 * @param kernelRelease as {@code uname -r}
 * @param timeNamespace the inode of the only time namespace there is
 */
public record HostNames(UUID bootId, String machineId, String kernelRelease, long timeNamespace) {
  /** Some machine. */
  public static final HostNames USUAL =
      new HostNames(
          new UUID(0x1e6a0e4c6a434b0eL, 0x9d5b6d2f2f7a9c11L),
          "4c6f1c3de2a94f0f9a1b7c5d3e2f1a0b",
          "6.18.0-simulated",
          4_026_531_834L);

  /** The same machine after another start. */
  public HostNames rebooted() {
    UUID next = new UUID(bootId.getMostSignificantBits(), bootId.getLeastSignificantBits() ^ 0xff);
    return new HostNames(next, machineId, kernelRelease, timeNamespace);
  }
}
