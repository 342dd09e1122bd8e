package dev.sexton.testing;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** Values on the wire are hexadecimal, so that names may hold spaces and line ends. */
final class Hex {

  private Hex() {}

  static String of(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  static String of(String text) {
    return of(text.getBytes(StandardCharsets.UTF_8));
  }
}
