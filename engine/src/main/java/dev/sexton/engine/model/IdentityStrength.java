package dev.sexton.engine.model;

/** What an identity check rested on, from strong to weak. */
public enum IdentityStrength {
  /** Pid, start ticks and the pidfd inode, which from Linux 6.9 is unique for the boot. */
  PIDFD_INODE("pidfd-inode"),
  /** Pid and start ticks: two processes can share both only if all numbers wrap within one tick. */
  START_TICKS("start-ticks");

  private final String jsonName;

  IdentityStrength(String jsonName) {
    this.jsonName = jsonName;
  }

  public String jsonName() {
    return jsonName;
  }

  /** The weaker of two. */
  public IdentityStrength weakest(IdentityStrength other) {
    return this == START_TICKS ? this : other;
  }
}
