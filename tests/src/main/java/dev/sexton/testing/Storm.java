package dev.sexton.testing;

import java.util.concurrent.TimeUnit;

/**
 * A chain of silent processes of which one lives at a time: each sleeps, forks the next and exits.
 * It ends by itself after so many members, after 20 seconds, or when its world closes.
 */
public final class Storm {

  private final int members;
  private final long lifeNs;
  private final String flags;

  private Storm(int members, long lifeNs, String flags) {
    this.members = members;
    this.lifeNs = lifeNs;
    this.flags = flags;
  }

  /** A chain of at most this many members. */
  public static Storm of(int members) {
    if (members < 1) {
      throw new IllegalArgumentException("members: " + members);
    }
    return new Storm(members, 0, "");
  }

  /** How long each member sleeps before it forks; microseconds count, less does not. */
  public Storm memberLife(long time, TimeUnit unit) {
    return new Storm(members, unit.toNanos(time), flags);
  }

  /** Each member in a session of its own. */
  public Storm setsid() {
    return new Storm(members, lifeNs, flags + " setsid");
  }

  /** Each member in a process group of its own. */
  public Storm setpgid() {
    return new Storm(members, lifeNs, flags + " setpgid");
  }

  /** The last member stays, for 20 seconds at most. */
  public Storm linger() {
    return new Storm(members, lifeNs, flags + " linger");
  }

  String command() {
    return "storm " + members + " " + TimeUnit.NANOSECONDS.toMicros(lifeNs) + flags;
  }
}
