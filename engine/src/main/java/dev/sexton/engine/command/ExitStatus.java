package dev.sexton.engine.command;

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
}
