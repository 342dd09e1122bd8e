package dev.sexton.engine.command;

import java.util.Locale;

/** Whether a recorded process is alive now. */
enum Life {
  ALIVE,
  DEAD,
  /** Another host's or boot's, or it could not be read. */
  UNKNOWN;

  /** For people and for JSON. */
  String text() {
    return name().toLowerCase(Locale.ROOT);
  }
}
