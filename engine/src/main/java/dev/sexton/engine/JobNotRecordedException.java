package dev.sexton.engine;

/**
 * A job was started and could not be recorded: it runs on, and nobody will reap what it leaves. The
 * cause says why; {@link RunRegister#scope} tries again.
 */
public final class JobNotRecordedException extends Exception {
  private static final long serialVersionUID = 1L;

  private final transient Process process;

  JobNotRecordedException(Process process, Exception cause) {
    super(
        "Job "
            + process.pid()
            + " was started but could not be recorded, and runs on: "
            + cause.getMessage(),
        cause);
    this.process = process;
  }

  /** The job, which is the caller's to end or to record again. */
  public Process process() {
    return process;
  }
}
