package dev.sexton.journal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Little-endian access to byte arrays at any alignment, without allocation. */
final class Bits {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Bits() {}

  static int getByte(byte[] from, int at) {
    return from[at] & 0xFF;
  }

  static int getShort(byte[] from, int at) {
    return (short) SHORT.get(from, at) & 0xFFFF;
  }

  static int getInt(byte[] from, int at) {
    return (int) INT.get(from, at);
  }

  static long getLong(byte[] from, int at) {
    return (long) LONG.get(from, at);
  }

  static void putByte(byte[] into, int at, int value) {
    into[at] = (byte) value;
  }

  static void putShort(byte[] into, int at, int value) {
    SHORT.set(into, at, (short) value);
  }

  static void putInt(byte[] into, int at, int value) {
    INT.set(into, at, value);
  }

  static void putLong(byte[] into, int at, long value) {
    LONG.set(into, at, value);
  }
}
