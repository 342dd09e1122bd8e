package dev.sexton.simulation.kernel;

/** The numbers of the signals that the simulation knows (the same on x86-64 and aarch64). */
public final class SimSignal {
  /** Sends nothing, and only checks that one may. */
  public static final int NONE = 0;

  public static final int HANGUP = 1;
  public static final int KILL = 9;
  public static final int TERM = 15;
  public static final int CONT = 18;
  public static final int STOP = 19;

  private SimSignal() {}

  static boolean isKnown(int signal) {
    return switch (signal) {
      case NONE, HANGUP, KILL, TERM, CONT, STOP -> true;
      default -> false;
    };
  }
}
