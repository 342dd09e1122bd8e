package dev.sexton.simulation.kernel;

/** The capabilities that are asked for, by their bit (include/uapi/linux/capability.h). */
public final class Capability {
  public static final int KILL = 5;
  public static final int SYS_PTRACE = 19;
  public static final int SYS_ADMIN = 21;

  /** All that there are: those of root, and those within a user namespace of one's own. */
  public static final long ALL = 0x1ff_ffff_ffffL;

  /** None at all. */
  public static final long NONE = 0;

  private Capability() {}
}
