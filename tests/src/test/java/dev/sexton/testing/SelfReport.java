package dev.sexton.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/**
 * A program for the kit's own tests: says its first argument and its pid, echoes lines, ends with 3
 * at "end".
 */
final class SelfReport {

  private SelfReport() {}

  public static void main(String[] arguments) throws IOException {
    System.out.println(arguments[0] + " " + ProcessHandle.current().pid());
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    String line = input.readLine();
    while (line != null && !line.equals("end")) {
      System.out.println(line);
      line = input.readLine();
    }
    System.exit(line == null ? 4 : 3);
  }
}
