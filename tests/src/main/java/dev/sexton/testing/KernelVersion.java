package dev.sexton.testing;

import java.util.Comparator;
import java.util.List;

/** The first two numbers of a kernel's release. */
public record KernelVersion(int major, int minor) implements Comparable<KernelVersion> {

  public static KernelVersion running() {
    List<String> numbers = Words.between(System.getProperty("os.version"), ".-+");
    return new KernelVersion(Integer.parseInt(numbers.get(0)), Integer.parseInt(numbers.get(1)));
  }

  @Override
  public int compareTo(KernelVersion other) {
    return Comparator.comparingInt(KernelVersion::major)
        .thenComparingInt(KernelVersion::minor)
        .compare(this, other);
  }

  @Override
  public String toString() {
    return major + "." + minor;
  }
}
