package dev.sexton.engine.reap;

/**
 * Is told after each step that the settling of a proved run has made on disk, so that a test can
 * end it there as a kill would.
 */
@FunctionalInterface
interface RetirementSteps {
  RetirementSteps NONE = step -> {};

  /** In the order in which they are made. */
  enum Step {
    CERTIFICATE_BEGUN,
    CERTIFICATE_WRITTEN,
    CERTIFICATE_NAMED,
    CERTIFICATE_KEPT,
    JOURNAL_BURIED,
    FILE_DELETED,
    JOURNAL_DELETED
  }

  /** The step is made; the next is not begun. */
  void made(Step step);
}
