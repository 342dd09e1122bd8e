package dev.sexton.engine.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Names of users from the local table; the number where it has none. */
final class UserNames {
  private static final Path TABLE = Path.of("/etc/passwd");
  private static final int FIELD_UID = 2;
  private static final int UNKNOWN = -1;

  private final Map<String, String> names = new HashMap<>();
  private boolean isRead;

  String of(int uid) {
    if (!isRead) {
      isRead = true;
      read();
    }
    return uid == UNKNOWN
        ? "?"
        : names.getOrDefault(Integer.toUnsignedString(uid), Integer.toUnsignedString(uid));
  }

  private void read() {
    try {
      for (String line : Files.readAllLines(TABLE, StandardCharsets.ISO_8859_1)) {
        String[] fields = line.split(":", -1);
        if (fields.length > FIELD_UID) {
          names.putIfAbsent(fields[FIELD_UID], fields[0]);
        }
      }
    } catch (IOException e) {
      // Numbers do as well.
      names.clear();
    }
  }
}
