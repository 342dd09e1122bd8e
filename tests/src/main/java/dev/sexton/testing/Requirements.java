package dev.sexton.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * What a test needs of its machine. Where it is missing the test is skipped, and the reason says
 * what.
 */
public final class Requirements {

  private Requirements() {}

  public static void assumeLinux() {
    Assumptions.assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs Linux with /proc");
  }

  public static void assumeRoot() {
    assumeLinux();
    String uids = ProcText.host().status((int) ProcessHandle.current().pid(), "Uid");
    Assumptions.assumeTrue(
        uids != null && Words.of(uids).get(1).equals("0"), "needs root (effective uid 0)");
  }

  /** The actor compiles here. */
  public static void assumeActors() {
    assumeLinux();
    String problem = ActorBinary.get().problem();
    Assumptions.assumeTrue(problem.isEmpty(), problem);
  }

  public static void assumeGcc() {
    assumeCommand("gcc");
  }

  public static void assumeUnshare() {
    assumeCommand("unshare");
  }

  /** All that a {@link PidNamespace} needs. */
  public static void assumePidNamespace() {
    assumeRoot();
    assumeActors();
    assumeUnshare();
    assumeKernel(new KernelVersion(6, 14), "a pid_max for each pid namespace");
    Assumptions.assumeTrue(UnshareProbe.WORKS, "unshare(1) cannot make a pid namespace here");
  }

  /** Asked once in a JVM: a sandbox may forbid what root otherwise may. */
  private static final class UnshareProbe {

    static final boolean WORKS = works();

    private static boolean works() {
      try {
        List<String> command =
            List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child", "true");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor()
            == 0;
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /** The running kernel is this one or newer. */
  public static void assumeKernel(KernelVersion oldest, String reason) {
    KernelVersion running = KernelVersion.running();
    Assumptions.assumeTrue(
        running.compareTo(oldest) >= 0,
        "needs Linux " + oldest + " for " + reason + ", this is " + running);
  }

  private static void assumeCommand(String name) {
    for (String folder : Words.between(System.getenv().getOrDefault("PATH", ""), ":")) {
      if (Files.isExecutable(Path.of(folder, name))) {
        return;
      }
    }
    Assumptions.abort("needs the command " + name);
  }
}
