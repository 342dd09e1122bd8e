package dev.sexton.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * A world inside a pid namespace with a range of numbers so small that a test can have one handed
 * out again. An actor called {@link #init()} is its first process. Numbers below {@link
 * #FIRST_REUSED_PID} are never handed out twice.
 *
 * <p>While it is open, its test holds {@link HostOrphanGate#mayOrphan()}.
 *
 * <p>Needs root, unshare(1), and Linux 6.14, the first with a pid_max for each namespace; opening
 * one skips the test where one is missing.
 */
public final class PidNamespace extends ProcessWorld {

  /** After the range is used up the kernel starts again here (RESERVED_PIDS in kernel/pid.c). */
  public static final int FIRST_REUSED_PID = 300;

  private static final Path HOST_PID_MAX = Path.of("/proc/sys/kernel/pid_max");

  private int initHostPid;

  /** For the product, which may run as root, whoever is under any namespace's init is an orphan. */
  private final HostOrphanGate.Hold hold;

  private PidNamespace(HostOrphanGate.Hold hold) {
    this.hold = hold;
  }

  /** A namespace whose init collects every orphan at once. */
  public static PidNamespace open(int pidMax) {
    return open(pidMax, true);
  }

  /** A namespace whose init never waits: dead orphans stay zombies. */
  public static PidNamespace openWithIdleInit(int pidMax) {
    return open(pidMax, false);
  }

  private static PidNamespace open(int pidMax, boolean collecting) {
    Requirements.assumePidNamespace();
    PidNamespace namespace = new PidNamespace(HostOrphanGate.ofThisUser().mayOrphan());
    boolean opened = false;
    try {
      namespace.start(pidMax, collecting);
      opened = true;
      return namespace;
    } finally {
      if (!opened) {
        namespace.close();
      }
    }
  }

  private void start(int pidMax, boolean collecting) {
    Actor init =
        startRoot(
            "init",
            List.of("unshare", "--pid", "--fork", "--mount-proc", "--kill-child"),
            "setsid",
            "detach");
    init.collectChildren(collecting);
    String hostPidMax = hostPidMax();
    init.request("pidmax " + pidMax);
    if (!hostPidMax().equals(hostPidMax)) {
      restoreHostPidMax(hostPidMax);
      Assumptions.abort("pid_max is one for all namespaces here");
    }
    for (String tag : List.of("launcher", "stranger", "warden")) {
      init.fork(tag, ForkOptions.none().setsid());
    }
  }

  /** The first process of the namespace, parent of the world's first three. */
  public Actor init() {
    return actor("init");
  }

  /** The {@code /proc} that the namespace's own processes see. */
  @Override
  public ProcText proc() {
    if (initHostPid == 0) {
      initHostPid = findInit();
    }
    return ProcText.seenBy(initHostPid);
  }

  @Override
  public int hostPid(int pid) {
    ProcText host = ProcText.host();
    for (int candidate : host.pids()) {
      String numbers = host.status(candidate, "NSpid");
      if (numbers == null) {
        continue;
      }
      List<String> levels = Words.of(numbers);
      if (levels.size() > 1
          && Integer.parseInt(levels.get(1)) == pid
          && Marks.bears(candidate, server().socket().toString())) {
        return candidate;
      }
    }
    throw new AssertionError("no process of this namespace has pid " + pid);
  }

  @Override
  public void close() {
    try {
      super.close();
    } finally {
      hold.close();
    }
  }

  private int findInit() {
    return hostPid(1);
  }

  /** The kernel ends every process of a namespace with its init, and lets the init go last. */
  @Override
  void endAll(Deadline deadline) {
    deadline.holdsInTime(
        () -> {
          List<ProcIdentity> survivors = survivors();
          survivors.forEach(ProcessWorld::killFromHere);
          return survivors.isEmpty();
        });
  }

  private static String hostPidMax() {
    try {
      return Files.readString(HOST_PID_MAX).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void restoreHostPidMax(String value) {
    try {
      Files.writeString(HOST_PID_MAX, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
