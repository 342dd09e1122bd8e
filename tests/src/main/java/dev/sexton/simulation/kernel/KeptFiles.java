package dev.sexton.simulation.kernel;

import dev.sexton.procfs.Errno;
import dev.sexton.procfs.ProcFile;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Open files of {@code /proc}, each bound to one life of a number. */
final class KeptFiles {
  /** The lowest descriptor: above what every process has. */
  private static final int LOWEST = 3;

  private static final int MAX_USUAL = 1024;

  private @Nullable SimPid[] pids = new SimPid[16];
  private ProcFile[] files = new ProcFile[16];
  private int[] images = new int[16];
  private int max = MAX_USUAL;
  private int count;

  void setMax(int descriptors) {
    max = descriptors;
  }

  int count() {
    return count;
  }

  /** A descriptor, the lowest that is free, or a negated errno. */
  int open(SimPid pid, ProcFile file, int image) {
    if (count >= max) {
      return -Errno.EMFILE;
    }
    int slot = 0;
    while (slot < pids.length && pids[slot] != null) {
      slot++;
    }
    if (slot == pids.length) {
      pids = Arrays.copyOf(pids, slot * 2);
      files = Arrays.copyOf(files, slot * 2);
      images = Arrays.copyOf(images, slot * 2);
    }
    pids[slot] = pid;
    files[slot] = file;
    images[slot] = image;
    count++;
    return slot + LOWEST;
  }

  /** Absent if the descriptor is not open. */
  @Nullable SimPid pid(int descriptor) {
    int slot = descriptor - LOWEST;
    return slot < 0 || slot >= pids.length ? null : pids[slot];
  }

  ProcFile file(int descriptor) {
    return files[descriptor - LOWEST];
  }

  int image(int descriptor) {
    return images[descriptor - LOWEST];
  }

  /** Fails if it is not open: whoever closes twice may close another's. */
  void close(int descriptor) {
    if (pid(descriptor) == null) {
      throw new IllegalStateException("descriptor " + descriptor + " is not open");
    }
    pids[descriptor - LOWEST] = null;
    count--;
  }
}
