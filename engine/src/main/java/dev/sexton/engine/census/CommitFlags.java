package dev.sexton.engine.census;

/** Bits of a commit record's flags. Stored in journals, so their values never change. */
final class CommitFlags {
  /** The first sample: everybody was looked at twice. */
  static final int CENSUS = 1;

  /** Everybody was looked at. */
  static final int FULL = 1 << 1;

  /** As for {@link dev.sexton.engine.attribution.Attributor#endPass}. */
  static final int CLEAN = 1 << 2;

  /** Nothing had happened; the record only says that the sampler is alive. */
  static final int HEARTBEAT = 1 << 3;

  /** The pass before this one showed nothing and has no commit of its own; its facts are here. */
  static final int HAS_PREVIOUS = 1 << 4;

  /** No process is hidden from the sampler, so what a pass over everything shows is everything. */
  static final int SEES_ALL = 1 << 5;

  /**
   * Somebody who was listed or is followed could not be read: whoever has no record in this sample
   * need not have been seen in it.
   */
  static final int PARTIAL = 1 << 6;

  private CommitFlags() {}

  static boolean has(int flags, int flag) {
    return (flags & flag) != 0;
  }
}
