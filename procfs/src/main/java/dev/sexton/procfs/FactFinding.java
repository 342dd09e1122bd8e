package dev.sexton.procfs;

/**
 * What was found out about one {@link KernelFact} on this host.
 *
 * @param detail what was seen, without a full stop
 */
public record FactFinding(KernelFact fact, Outcome outcome, String detail) {
  /** Whether the fact was tried, and held. */
  public enum Outcome {
    /** Tried here, and held. */
    HOLDS("holds"),
    /** Not tried here, or only in part. */
    RELIED_ON("relied-on"),
    /** Does not hold; {@link KernelFact#otherwise} is done instead. */
    REPLACED("replaced"),
    /** Does not hold, and nothing can be done instead: nothing that is said here can be trusted. */
    BROKEN("broken");

    private final String jsonName;

    Outcome(String jsonName) {
      this.jsonName = jsonName;
    }

    /** Its stable name. */
    public String jsonName() {
      return jsonName;
    }

    /** Whether the fact was seen not to hold. */
    public boolean fails() {
      return this == REPLACED || this == BROKEN;
    }
  }

  static FactFinding holds(KernelFact fact, String detail) {
    return new FactFinding(fact, Outcome.HOLDS, detail);
  }

  static FactFinding reliedOn(KernelFact fact, String detail) {
    return new FactFinding(fact, Outcome.RELIED_ON, detail);
  }

  static FactFinding replaced(KernelFact fact, String detail) {
    return new FactFinding(fact, Outcome.REPLACED, detail);
  }

  static FactFinding broken(KernelFact fact, String detail) {
    return new FactFinding(fact, Outcome.BROKEN, detail);
  }

  /** Holds or is broken. */
  static FactFinding judge(KernelFact fact, boolean held, String detail) {
    return new FactFinding(fact, held ? Outcome.HOLDS : Outcome.BROKEN, detail);
  }

  /** The weightier of two findings about one fact: a failure first, then what held; or this one. */
  public FactFinding with(FactFinding other) {
    if (other.fact != fact) {
      throw new IllegalArgumentException(fact + " and " + other.fact);
    }
    if (outcome.fails() || other.outcome.fails()) {
      return outcome.compareTo(other.outcome) >= 0 ? this : other;
    }
    return outcome == Outcome.HOLDS ? this : other;
  }
}
