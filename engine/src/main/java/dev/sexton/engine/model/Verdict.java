package dev.sexton.engine.model;

/**
 * An attribution with the rule and the evidence that decided it.
 *
 * @param attribution the answer
 * @param rule the rule that gave it
 * @param evidence the recorded fact that the rule used, as a sentence
 */
public record Verdict(Attribution attribution, Rule rule, Evidence evidence) {
  /** Nothing is known yet. */
  public static final Verdict UNDECIDED =
      new Verdict(Attribution.UNDECIDED, Rule.NONE, Evidence.NOTHING);

  public static Verdict owned(Rule rule, Evidence evidence) {
    return new Verdict(Attribution.OWNED, rule, evidence);
  }

  public static Verdict foreign(Rule rule, Evidence evidence) {
    return new Verdict(Attribution.FOREIGN, rule, evidence);
  }
}
