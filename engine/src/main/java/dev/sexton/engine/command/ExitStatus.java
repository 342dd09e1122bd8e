package dev.sexton.engine.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The exit status of the command, one meaning each. {@code docs/command.md} has the same table. */
enum ExitStatus {
  DONE(0, "done, clean, or proved"),
  INTERNAL_ERROR(1, "internal error"),
  USAGE(2, "usage: an option, a path or a pid is not as it must be"),
  REFUSED(3, "refused; the reason is in the output"),
  DAMAGED(4, "the check found damage"),
  HOST_CANNOT(5, "this host cannot do it"),
  WRITER_ALIVE(6, "the journal is held by a live writer");

  private final int code;
  private final String meaning;

  ExitStatus(int code, String meaning) {
    this.code = code;
    this.meaning = meaning;
  }

  int code() {
    return code;
  }

  String meaning() {
    return meaning;
  }

  /** Has a help list these. */
  static void describe(List<ExitStatus> statuses, UsageMessageSpec help) {
    Map<String, String> described = new LinkedHashMap<>();
    for (ExitStatus status : statuses) {
      // Every start comes here, and the first "+" of a string and a number costs milliseconds.
      described.put(" ".concat(Integer.toString(status.code)), status.meaning);
    }
    help.exitCodeListHeading("%nExit status:%n");
    help.exitCodeList(described);
  }
}
