package dev.sexton.engine.command;

import dev.sexton.engine.census.RunnerException;
import dev.sexton.engine.reap.ReapTargetException;
import dev.sexton.journal.JournalException;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.UnsupportedHostException;

/**
 * What an exception means to whoever called the command: a status and a sentence.
 *
 * @param status the exit status
 * @param sentence what is wrong and what to do
 */
record Failure(ExitStatus status, String sentence) {

  static Failure of(Throwable thrown) {
    String message = String.valueOf(thrown.getMessage());
    if (thrown instanceof UsageException
        || thrown instanceof ReapTargetException
        || thrown instanceof RunnerException) {
      return new Failure(ExitStatus.USAGE, message);
    }
    if (thrown instanceof UnsupportedHostException) {
      return new Failure(ExitStatus.HOST_CANNOT, message);
    }
    if (thrown instanceof ProcfsException) {
      return new Failure(
          ExitStatus.HOST_CANNOT,
          "This host cannot be looked at (" + message + "); 'sexton doctor' says what is missing.");
    }
    if (thrown instanceof JournalException journal) {
      return new Failure(statusOf(journal.kind()), message);
    }
    // Without this the trace is lost: the property is for whoever reports the defect.
    if (Boolean.getBoolean("sexton.trace")) {
      thrown.printStackTrace();
    }
    return new Failure(
        ExitStatus.INTERNAL_ERROR,
        "Internal error: " + thrown + "; JAVA_TOOL_OPTIONS=-Dsexton.trace=true shows where.");
  }

  private static ExitStatus statusOf(JournalException.Kind kind) {
    return switch (kind) {
      case EXISTS, NOT_FOUND, NOT_PERMITTED, NOT_A_JOURNAL -> ExitStatus.USAGE;
      case HEADER_DAMAGED, UNTRUSTED -> ExitStatus.DAMAGED;
      case LOCKED -> ExitStatus.WRITER_ALIVE;
      case FULL, UNAVAILABLE_FLAGS, UNSUPPORTED_FILE_SYSTEM, UNKNOWN_VERSION, IO, APPENDER_FAILED ->
          ExitStatus.HOST_CANNOT;
    };
  }
}
