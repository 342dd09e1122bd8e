package dev.sexton.journal;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;

/** Gives an {@link IOException} its {@link JournalException.Kind}. */
final class IoFailures {
  private IoFailures() {}

  /**
   * The failure to do something.
   *
   * @param action what failed, to be read after "Could not"
   */
  static JournalException from(String action, IOException cause) {
    JournalException.Kind kind = kind(cause);
    String advice =
        switch (kind) {
          case FULL -> "make space and try again";
          case NOT_PERMITTED -> "run as the user that owns it";
          case NOT_FOUND -> "check the path";
          case EXISTS -> "choose another run id";
          default -> "check the disk";
        };
    return new JournalException(
        kind, "Could not " + action + " (" + cause.getMessage() + "); " + advice + ".", cause);
  }

  private static JournalException.Kind kind(IOException cause) {
    if (cause instanceof AccessDeniedException) {
      return JournalException.Kind.NOT_PERMITTED;
    }
    if (cause instanceof NoSuchFileException) {
      return JournalException.Kind.NOT_FOUND;
    }
    if (cause instanceof FileAlreadyExistsException) {
      return JournalException.Kind.EXISTS;
    }
    return isFull(String.valueOf(cause.getMessage()))
        ? JournalException.Kind.FULL
        : JournalException.Kind.IO;
  }

  /** EFBIG: this file may not grow, by a limit of the process or of the file system. */
  static boolean isFileAtItsLimit(IOException cause) {
    return String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT).contains("file too large");
  }

  /** ENOSPC, EDQUOT and EFBIG reach Java only as the text of strerror. */
  private static boolean isFull(String message) {
    String text = message.toLowerCase(Locale.ROOT);
    return text.contains("no space left")
        || text.contains("quota exceeded")
        || text.contains("file too large");
  }
}
