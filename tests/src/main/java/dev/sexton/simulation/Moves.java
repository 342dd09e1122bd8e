package dev.sexton.simulation;

import dev.sexton.procfs.Errno;
import dev.sexton.simulation.kernel.CallKind;
import dev.sexton.simulation.kernel.KernelCalls;
import dev.sexton.simulation.kernel.SimTask;
import org.jspecify.annotations.Nullable;

/**
 * What happens between the system calls of one process of ours: the world moves on, calls fail, the
 * process is killed.
 *
 * <p>Choice 0 is always that nothing of it happens.
 */
final class Moves implements KernelCalls {
  private static final long CALL_NS = 2_000;
  private static final int QUIET_FOR_CALLS = 1_000_000;
  private static final int STEPS_TOGETHER = 4;
  private static final int STEPS_WHILE_WAITING = 6;
  private static final int FAULT_EVERY = 60;

  /** What a call can fail with; never what would say that a process is gone. */
  private static final int[] FAULTS = {
    Errno.EMFILE, Errno.ENFILE, Errno.ENOMEM, Errno.EACCES, Errno.EPERM, Errno.ENOSYS
  };

  private final World world;
  private final Choices choices;
  private final int rate;
  private boolean faults;
  private final SignalCheck signals;

  private int callsUntilMove;
  private int callsUntilFault;
  private int callsUntilDeath = Integer.MAX_VALUE;
  private int callsUntilAside = Integer.MAX_VALUE;
  private @Nullable Runnable onDeath;
  private @Nullable Runnable aside;
  private boolean busy;
  private boolean dead;
  private long calls;

  /** Is told of each signal before it is delivered. */
  @FunctionalInterface
  interface SignalCheck {
    /**
     * Is told of one.
     *
     * @throws Violation if it must not be sent
     */
    void before(SimTask target, int signal);
  }

  /**
   * @param rate how many calls there are to a movement, on average
   * @param faults whether calls may fail
   */
  Moves(World world, Choices choices, int rate, boolean faults, SignalCheck signals) {
    this.world = world;
    this.choices = choices;
    this.rate = rate;
    this.faults = faults;
    this.signals = signals;
    callsUntilMove = drawMove();
    callsUntilFault = drawFault();
  }

  private int drawMove() {
    int drawn = choices.below(2 * rate);
    return drawn == 0 ? QUIET_FOR_CALLS : drawn;
  }

  private int drawFault() {
    int drawn = faults ? choices.below(2 * FAULT_EVERY) : 0;
    return drawn == 0 ? QUIET_FOR_CALLS : drawn;
  }

  /** The calling process is killed at its n-th call from now. */
  void dieAtCall(int n, Runnable then) {
    callsUntilDeath = n;
    onDeath = then;
  }

  /** Something else, with system calls of its own, happens before the n-th call from now. */
  void doBeforeCall(int n, Runnable what) {
    callsUntilAside = n;
    aside = what;
  }

  /** From now on calls may fail. */
  void mayFail() {
    faults = true;
    callsUntilFault = drawFault();
  }

  boolean isDead() {
    return dead;
  }

  /** System calls so far. */
  long calls() {
    return calls;
  }

  @Override
  public int before(CallKind kind, int pid) {
    if (dead) {
      throw new SimulatedDeath();
    }
    calls++;
    world.kernel().advance(CALL_NS);
    if (busy) {
      return 0;
    }
    busy = true;
    try {
      if (--callsUntilMove <= 0) {
        world.steps(1 + choices.below(STEPS_TOGETHER));
        callsUntilMove = drawMove();
      }
      if (--callsUntilAside <= 0 && aside != null) {
        Runnable what = aside;
        aside = null;
        what.run();
      }
      if (--callsUntilDeath <= 0 && onDeath != null) {
        dead = true;
        onDeath.run();
        throw new SimulatedDeath();
      }
      if (--callsUntilFault <= 0) {
        callsUntilFault = drawFault();
        return fault(kind, pid);
      }
      return 0;
    } finally {
      busy = false;
    }
  }

  private int fault(CallKind kind, int pid) {
    int errno = FAULTS[choices.below(FAULTS.length)];
    if (world.isLogging()) {
      world.say("    " + kind + " of " + pid + " fails with " + Errno.name(errno));
    }
    return -errno;
  }

  @Override
  public void signalled(SimTask target, int signal) {
    if (signal != 0) {
      if (world.isLogging()) {
        world.say("    signal " + signal + " to " + target);
      }
      signals.before(target, signal);
    }
  }

  @Override
  public void waiting(long timeoutNs) {
    int steps = 1 + choices.below(STEPS_WHILE_WAITING);
    world.kernel().advance(timeoutNs / (steps + 1));
    for (int i = 0; i < steps; i++) {
      world.step();
      world.kernel().advance(timeoutNs / (steps + 1));
    }
  }
}
