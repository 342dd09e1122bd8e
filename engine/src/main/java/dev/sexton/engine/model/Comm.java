package dev.sexton.engine.model;

/** Names of processes as text that is safe to print: raw, they may hold any byte but zero. */
public final class Comm {
  private static final int FIRST_PRINTABLE = 0x20;
  private static final int FIRST_UNPRINTABLE = 0x7f;

  private Comm() {}

  /** The name with everything but printable ASCII escaped as {@code \xNN}. */
  public static String printable(byte[] raw) {
    StringBuilder text = new StringBuilder(raw.length);
    for (byte b : raw) {
      int value = b & 0xff;
      if (value == '\\') {
        text.append("\\\\");
      } else if (value >= FIRST_PRINTABLE && value < FIRST_UNPRINTABLE) {
        text.append((char) value);
      } else {
        text.append("\\x").append(Character.forDigit(value >> 4, 16));
        text.append(Character.forDigit(value & 0xf, 16));
      }
    }
    return text.toString();
  }
}
