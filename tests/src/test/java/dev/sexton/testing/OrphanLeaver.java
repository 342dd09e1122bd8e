package dev.sexton.testing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A program that keeps leaving orphans of which each lives for a fraction of a second: {@code
 * gated} behind the gate in the folder that is its second argument, or {@code ungated}. Always some
 * are alive, but for the times when it waits at the gate. Ends with its standard input.
 */
final class OrphanLeaver {

  /** In seconds. When the first ends the last lives on, and others are left. */
  private static final List<String> LIVES = List.of("0.1", "0.4", "0.8");

  private OrphanLeaver() {}

  public static void main(String[] arguments) throws Exception {
    HostOrphanGate gate =
        arguments[0].equals("gated") ? HostOrphanGate.blindIn(Path.of(arguments[1])) : null;
    leaveSome(gate);
    System.out.println("ready");
    int rounds = 1;
    while (System.in.available() == 0) {
      leaveSome(gate);
      rounds++;
    }
    System.out.println("left " + rounds * LIVES.size());
  }

  private static void leaveSome(@Nullable HostOrphanGate gate) throws Exception {
    if (gate == null) {
      HostOrphanGate.waitUntilGone(leave().get(0));
      return;
    }
    try (HostOrphanGate.OrphanHold hold = gate.mayOrphan()) {
      leave().forEach(hold::until);
    }
  }

  private static List<Integer> leave() throws IOException, InterruptedException {
    List<Integer> orphans = new ArrayList<>();
    for (String life : LIVES) {
      Process shell =
          new ProcessBuilder("sh", "-c", "setsid sleep " + life + " >&- & echo $!").start();
      orphans.add(Integer.parseInt(shell.inputReader().readLine()));
      shell.waitFor();
    }
    return orphans;
  }
}
