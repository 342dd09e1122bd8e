package dev.sexton.journal;

import org.jspecify.annotations.Nullable;

/** What a record says. The code is the first byte of the payload and never changes its meaning. */
public enum EventType {
  /** What the run is; the first record of the journal and of each further file. */
  HEADER(1),
  /** A process seen for the first time. */
  BIRTH(2),
  /** A known process of which something differs from what was recorded. */
  CHANGE(3),
  /** Up to {@link DeathsEncoder#DEATHS_MAX} processes that are gone. */
  DEATHS(4),
  /** An ancestor of the runner. */
  ANCESTOR(5),
  /** The end of one sample: all that was observed up to here belongs together. */
  COMMIT(6),
  /** Something that befell the sampler or the run. */
  EVENT(7);

  private static final EventType[] BY_CODE = new EventType[8];

  static {
    for (EventType type : values()) {
      BY_CODE[type.code] = type;
    }
  }

  private final int code;

  EventType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  /** The type with this code, or null for a code that this format version does not have. */
  static @Nullable EventType ofCode(int code) {
    return code > 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }
}
