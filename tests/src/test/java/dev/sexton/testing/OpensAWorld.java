package dev.sexton.testing;

import java.io.IOException;

/**
 * A program for the kit's own tests: opens a world of its own, says the pids of its actors, and
 * waits to be killed.
 */
final class OpensAWorld {

  private OpensAWorld() {}

  public static void main(String[] arguments) throws IOException {
    ProcessWorld world = ProcessWorld.open();
    Actor plain = world.launcher().fork("plain");
    Actor stopped = world.launcher().fork("stopped", ForkOptions.none().setsid());
    stopped.stop();
    Actor keeping = world.stranger().fork("keeping", ForkOptions.none().keep());
    System.out.println(plain.pid() + " " + stopped.pid() + " " + keeping.pid());
    int end = System.in.read();
    throw new IllegalStateException("read " + end);
  }
}
