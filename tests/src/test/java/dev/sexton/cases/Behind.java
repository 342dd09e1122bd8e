package dev.sexton.cases;

import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.Requirements;
import dev.sexton.testing.sexton.NamespaceSexton;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Starts the product behind a command that changes what it sees or who it is: in a mount namespace
 * with something mounted over a file of {@code /proc}, or as a user without privilege.
 */
final class Behind {

  /** The user nobody, and one number below it. */
  static final int NOBODY = 65_534;

  static final int SOMEBODY_ELSE = 65_533;

  private static final long COMMAND_LIMIT_S = 30;
  private static final int FEW_NUMBERS_MIN = 4_000;

  private Behind() {}

  /**
   * So few process numbers that a round of them takes a fraction of a second, and yet so many that
   * the product takes a scan for conclusive: it allows for four numbers in use for each thread on
   * the host.
   */
  static int fewNumbers() {
    try {
      String[] load = Files.readString(Path.of("/proc/loadavg")).split("[ /]", -1);
      int threads = Integer.parseInt(load[4]);
      return Math.max(FEW_NUMBERS_MIN, 8 * threads + 2_000);
    } catch (IOException e) {
      // Not Linux: opening the namespace skips the test, and says why.
      return FEW_NUMBERS_MIN;
    }
  }

  /** The product in a new JVM, which a child of the warden starts behind the wrapper. */
  static NamespaceSexton start(ProcessWorld world, String name, Path root, List<String> wrapper) {
    Requirements.assumeUnshare();
    Actor shell = world.warden().fork(name + "-shell", ForkOptions.none().setsid());
    // An actor searches no path for what it executes.
    return NamespaceSexton.startBehind(shell, name, root, both(List.of("/usr/bin/env"), wrapper));
  }

  /** A mount namespace in which {@code script}, for a shell, ran first. */
  static List<String> script(String script) {
    return List.of("unshare", "--mount", "sh", "-c", script + " && exec \"$@\"", "sh");
  }

  /** A mount namespace in which a file shows the content of another. */
  static List<String> mount(Path from, String over) {
    return script("mount --bind " + from + " " + over);
  }

  /**
   * This user, without any privilege but to read every file: else a class path below a closed home
   * could not be read.
   */
  static List<String> user(int uid) {
    String caps = "-all,+dac_read_search";
    return List.of(
        "setpriv",
        "--reuid=" + uid,
        "--regid=" + uid,
        "--clear-groups",
        "--inh-caps=" + caps,
        "--ambient-caps=" + caps,
        "--bounding-set=" + caps);
  }

  static List<String> both(List<String> outer, List<String> inner) {
    List<String> words = new ArrayList<>(outer);
    words.addAll(inner);
    return List.copyOf(words);
  }

  /** A folder for journals that belongs to this user. */
  static Path rootOf(int uid, Path parent) throws IOException {
    Path root = Files.createDirectory(parent.resolve("of-" + uid));
    Files.setAttribute(parent, "unix:mode", 0711, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(root, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(root, "unix:gid", uid, LinkOption.NOFOLLOW_LINKS);
    Files.setAttribute(root, "unix:mode", 0700, LinkOption.NOFOLLOW_LINKS);
    return root;
  }

  /** Runs a command in the mount and pid namespace of a running product. */
  static void inside(NamespaceSexton sexton, String... command) {
    ProcessWorld world = sexton.program().parent().world();
    List<String> words = new ArrayList<>();
    String target = Integer.toString(world.hostPid(sexton.program().pid()));
    words.addAll(List.of("nsenter", "--mount", "--pid", "--target", target));
    words.addAll(List.of(command));
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      boolean ended = process.waitFor(COMMAND_LIMIT_S, TimeUnit.SECONDS);
      if (!ended || process.exitValue() != 0) {
        throw new AssertionError(words + ": " + said);
      }
    } catch (IOException e) {
      Assumptions.abort("needs nsenter: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
