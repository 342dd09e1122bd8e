package dev.sexton.mutants;

/** What a mutant would break. */
public enum Promise {
  /** No process that is not the run's is ever signalled. */
  STRANGER("stranger"),
  /** No proof is ever wrong. */
  PROOF("proof"),
  /** Either, by the same error. */
  BOTH("both");

  private final String text;

  Promise(String text) {
    this.text = text;
  }

  /** As the table in the documentation has it. */
  public String text() {
    return text;
  }
}
