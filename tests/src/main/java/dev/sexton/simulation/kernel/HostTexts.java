package dev.sexton.simulation.kernel;

import dev.sexton.procfs.HostFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The text of the files about the host, for one reader. */
final class HostTexts {
  private static final long NANOS_PER_HUNDREDTH = 10_000_000;
  private static final int HUNDREDTHS = 100;
  private static final int AT_PAGESZ = 6; // include/uapi/linux/auxvec.h
  private static final int AT_CLKTCK = 17;
  private static final int PAGE_BYTES = 4096;
  private static final byte[] LOADS = ByteText.ascii("0.10 0.20 0.30 1/");

  private final SimKernel kernel;
  private final SimNamespace namespace;
  private final Access access;

  HostTexts(SimKernel kernel, SimTask reader, Access access) {
    this.kernel = kernel;
    this.namespace = reader.pid.namespace;
    this.access = access;
  }

  void write(HostFile file, ByteText into) {
    into.clear();
    switch (file) {
      case LOADAVG ->
          into.put(LOADS).number(kernel.threads()).put(' ').number(namespace.lastPid()).put('\n');
      case UPTIME -> uptime(into);
      case PID_MAX -> into.number(kernel.settings().pidMax()).put('\n');
      case BOOT_ID -> into.put(kernel.names().bootId().toString()).put('\n');
      case KERNEL_RELEASE -> into.put(kernel.names().kernelRelease()).put('\n');
      case MOUNTINFO -> mounts(into);
      case AUXV -> into.put(auxiliaryVector());
      case MACHINE_ID -> into.put(kernel.names().machineId()).put('\n');
      case PROCESSORS -> {
        int last = kernel.settings().processors() - 1;
        into.put(last == 0 ? "0\n" : "0-" + last + "\n");
      }
    }
  }

  private void uptime(ByteText into) {
    long hundredths = kernel.nowNs() / NANOS_PER_HUNDREDTH;
    into.number(hundredths / HUNDREDTHS).put('.').hundredths(hundredths % HUNDREDTHS);
    into.put(' ').number(hundredths / HUNDREDTHS).put(".00\n");
  }

  private void mounts(ByteText into) {
    into.put("21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw\n");
    into.put("22 21 0:21 / /proc rw,nosuid,nodev,noexec,relatime shared:5 - proc proc rw");
    into.put(
        switch (access.hidepid()) {
          case Access.HIDE_NOTHING -> "\n";
          case Access.HIDE_CONTENTS -> ",hidepid=noaccess\n";
          case Access.HIDE_PROCESSES -> ",hidepid=invisible\n";
          default -> ",hidepid=ptraceable\n";
        });
  }

  private byte[] auxiliaryVector() {
    ByteBuffer words = ByteBuffer.allocate(6 * Long.BYTES).order(ByteOrder.nativeOrder());
    words.putLong(AT_PAGESZ).putLong(PAGE_BYTES);
    words.putLong(AT_CLKTCK).putLong(kernel.settings().ticksPerSecond());
    return words.array();
  }
}
