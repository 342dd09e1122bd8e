package dev.sexton.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * A program that uses the gate in its first argument's folder as the lines that it reads say:
 * {@code mayOrphan}, {@code noForeignOrphans}, {@code close} for what it took last. Says each line
 * back when it is done.
 */
final class GateUser {

  private GateUser() {}

  public static void main(String[] arguments) throws IOException {
    HostOrphanGate gate = HostOrphanGate.blindIn(Path.of(arguments[0]));
    Deque<HostOrphanGate.Hold> holds = new ArrayDeque<>();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    System.out.println("ready");
    String line = input.readLine();
    while (line != null) {
      switch (line) {
        case "mayOrphan" -> holds.push(gate.mayOrphan());
        case "noForeignOrphans" -> holds.push(gate.noForeignOrphans());
        case "close" -> holds.pop().close();
        default -> throw new IllegalArgumentException(line);
      }
      System.out.println(line);
      line = input.readLine();
    }
  }
}
