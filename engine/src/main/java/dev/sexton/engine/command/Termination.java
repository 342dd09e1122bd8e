package dev.sexton.engine.command;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * What happens when the command is told to end (TERM, INT, HUP): the work is interrupted and given
 * a moment to come to an orderly end, and the JVM exits with the signal's usual status. After that
 * no result is printed; a result that is being printed is completed first.
 *
 * <p>Belongs to the thread that made it.
 */
final class Termination implements AutoCloseable {
  private static final long ORDERLY_END_MS = 3_000;

  private final Object guard = new Object();
  private final CountDownLatch over = new CountDownLatch(1);
  private final Thread worker = Thread.currentThread();
  private final Runnable onSignal;
  private final Thread hook = new Thread(this::signalled, "sexton-termination");
  private boolean requested;

  /**
   * Begins to listen.
   *
   * @param onSignal run on a thread of its own before the worker is interrupted
   */
  Termination(Runnable onSignal) {
    this.onSignal = onSignal;
    try {
      Runtime.getRuntime().addShutdownHook(hook);
    } catch (IllegalStateException e) {
      requested = true;
    }
  }

  private void signalled() {
    synchronized (guard) {
      requested = true;
    }
    try {
      onSignal.run();
      worker.interrupt();
      if (!over.await(ORDERLY_END_MS, TimeUnit.MILLISECONDS)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether the command was told to end. */
  boolean isRequested() {
    synchronized (guard) {
      return requested;
    }
  }

  /** Prints a result whole, unless the command was told to end. */
  void report(Runnable printing) {
    synchronized (guard) {
      if (!requested) {
        printing.run();
      }
    }
  }

  /** The work is over. */
  @Override
  public void close() {
    over.countDown();
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // The JVM is on its way out, and the hook is what takes it there.
      return;
    }
  }
}
