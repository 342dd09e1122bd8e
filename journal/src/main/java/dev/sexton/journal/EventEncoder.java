package dev.sexton.journal;

import java.nio.charset.StandardCharsets;

/**
 * Something that befell the sampler or the run: the content of an {@link EventType#EVENT} record.
 * Got from {@link LineageAppender#event(EventKind)}, which resets every field. Reused and not
 * thread-safe.
 *
 * <pre>
 *   0 type u8   1 kind u8   2 text length u8   3 bootNs i64   11 wallMillis i64
 *  19 value i64            27 text, UTF-8
 * </pre>
 */
public final class EventEncoder extends RecordEncoder {
  /** The longest text, in bytes of UTF-8. */
  public static final int TEXT_LENGTH_MAX = 200;

  static final int KIND_AT = 1;
  static final int TEXT_LENGTH_AT = 2;
  static final int BOOT_NS_AT = 3;
  static final int WALL_MILLIS_AT = 11;
  static final int VALUE_AT = 19;
  static final int TEXT_AT = 27;

  private static final byte[] NO_TEXT = {};

  private EventKind kind = EventKind.NOTE;
  private long bootNs;
  private long wallMillis;
  private long value;
  private byte[] text = NO_TEXT;
  private int textLength;

  EventEncoder() {}

  EventEncoder reset(EventKind kind) {
    this.kind = kind;
    bootNs = 0;
    wallMillis = 0;
    value = 0;
    text = NO_TEXT;
    textLength = 0;
    return this;
  }

  /** CLOCK_BOOTTIME of the event, in nanoseconds. */
  public EventEncoder bootNs(long value) {
    bootNs = value;
    return this;
  }

  /**
   * The wall clock at the event, in milliseconds since 1970. For people only: it orders nothing.
   */
  public EventEncoder wallMillis(long value) {
    wallMillis = value;
    return this;
  }

  /** A number whose meaning follows from the kind. */
  public EventEncoder value(long value) {
    this.value = value;
    return this;
  }

  /** A text; what is longer than {@link #TEXT_LENGTH_MAX} is cut at a character. */
  public EventEncoder text(String value) {
    text = value.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(text.length, TEXT_LENGTH_MAX);
    // A byte 10xxxxxx continues a character: cutting before one would leave half a character.
    while (length < text.length && length > 0 && (text[length] & 0xC0) == 0x80) {
      length--;
    }
    textLength = length;
    return this;
  }

  @Override
  int encode(byte[] into, int at) {
    Bits.putByte(into, at, EventType.EVENT.code());
    Bits.putByte(into, at + KIND_AT, kind.code());
    Bits.putByte(into, at + TEXT_LENGTH_AT, textLength);
    Bits.putLong(into, at + BOOT_NS_AT, bootNs);
    Bits.putLong(into, at + WALL_MILLIS_AT, wallMillis);
    Bits.putLong(into, at + VALUE_AT, value);
    System.arraycopy(text, 0, into, at + TEXT_AT, textLength);
    return TEXT_AT + textLength;
  }
}
