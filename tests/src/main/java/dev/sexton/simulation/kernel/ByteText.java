package dev.sexton.simulation.kernel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Text under construction, as bytes; reused. */
final class ByteText {
  private static final int DIGITS_MAX = 20;

  private byte[] bytes = new byte[1024];
  private int length;

  ByteText clear() {
    length = 0;
    return this;
  }

  ByteText put(byte[] more) {
    reserve(more.length);
    System.arraycopy(more, 0, bytes, length, more.length);
    length += more.length;
    return this;
  }

  ByteText put(char ascii) {
    reserve(1);
    bytes[length++] = (byte) ascii;
    return this;
  }

  ByteText put(String latin1) {
    return put(ascii(latin1));
  }

  ByteText number(long value) {
    reserve(DIGITS_MAX);
    long rest = value;
    if (rest < 0) {
      bytes[length++] = '-';
      rest = -rest;
    }
    int digits = 1;
    for (long power = 10; rest >= power && digits < DIGITS_MAX - 2; power *= 10) {
      digits++;
    }
    for (int at = length + digits - 1; at >= length; at--) {
      bytes[at] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
    length += digits;
    return this;
  }

  /** Two digits at least. */
  ByteText hundredths(long value) {
    return put((char) ('0' + value / 10)).put((char) ('0' + value % 10));
  }

  /** Sixteen hexadecimal digits. */
  ByteText hex(long value) {
    for (int shift = Long.SIZE - 4; shift >= 0; shift -= 4) {
      put(Character.forDigit((int) (value >>> shift) & 0xf, 16));
    }
    return this;
  }

  /** Fills a buffer from an offset of the text on, as a read would; returns how much. */
  int read(ByteBuffer into, long offset) {
    return read(bytes, length, into, offset);
  }

  static int read(byte[] from, int length, ByteBuffer into, long offset) {
    into.clear();
    int start = (int) Math.min(offset, length);
    int count = Math.min(into.capacity(), length - start);
    into.put(0, from, start, count);
    into.limit(count);
    return count;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void reserve(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more));
    }
  }
}
