package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.engine.model.IdentityStrength;
import dev.sexton.engine.model.ProcessIdentity;
import dev.sexton.engine.report.JsonLine;
import dev.sexton.journal.LineageJournal;
import dev.sexton.procfs.HostFacts;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.ProcMount;
import dev.sexton.procfs.ProcessStatus;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.StatusReader;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.ResourceLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What {@code doctor} finds out: one finding a fact, with what it means and how to better it. */
final class Diagnosis {
  private static final int CAP_KILL = 5;
  private static final Path CONTROL_GROUPS = Path.of("/sys/fs/cgroup");
  private static final String CONTROLLERS = "cgroup.controllers";

  /** How good a fact is for us. */
  enum Grade {
    GOOD,
    /** It works, and less can be proved, or more slowly. */
    WEAKER,
    /** Nothing works without it. */
    MISSING
  }

  /**
   * One fact.
   *
   * @param fact its stable name
   * @param grade how good it is
   * @param found what is the case here
   * @param advice what it costs and how to get it, or empty
   */
  private record Finding(String fact, Grade grade, String found, String advice) {}

  private final List<Finding> findings = new ArrayList<>();
  private String identity = "none";
  private String proof = "none";
  private @Nullable FactReport kernelFacts;

  /** Nothing works for want of this. */
  void cannot(String fact, String found, String advice) {
    findings.add(new Finding(fact, Grade.MISSING, found, advice));
  }

  private void good(String fact, String found) {
    findings.add(new Finding(fact, Grade.GOOD, found, ""));
  }

  private void judge(boolean isGood, String fact, String found, String otherwise, String advice) {
    findings.add(
        isGood
            ? new Finding(fact, Grade.GOOD, found, "")
            : new Finding(fact, Grade.WEAKER, otherwise, advice));
  }

  boolean canDoIt() {
    return findings.stream().noneMatch(f -> f.grade == Grade.MISSING)
        && (kernelFacts == null || !kernelFacts.isAnyBroken());
  }

  /** The kernel facts. */
  void examineKernel(FactReport report) {
    kernelFacts = report;
    if (!report.canSign()) {
      proof = "none (loadavg does not tell the last process number)";
    }
  }

  void examine(Host host) {
    HostFacts facts = host.facts();
    good("kernel", "Linux " + facts.identity().kernelRelease());
    good("pidfd", "processes can be held and signalled by descriptor");
    examineIdentity(facts);
    examineProc(host);
    examineNumbers(facts);
    examineNamespaces(facts);
    examineUser(host);
    examineControlGroups();
    try {
      int kept = ResourceLimits.read().keptDescriptorsMax();
      good("descriptors", kept + " processes can be followed by kept descriptors");
    } catch (UnsupportedHostException | ProcfsException e) {
      cannot("descriptors", String.valueOf(e.getMessage()), "");
    }
  }

  private void examineIdentity(HostFacts facts) {
    boolean unique = facts.abilities().uniquePidfdInodes();
    judge(
        unique,
        "pidfd-inode",
        "each process has a number of its own for the whole boot",
        "process descriptors have no number of their own (Linux 6.9 has them)",
        "Identities rest on pid and start ticks. Use Linux 6.9 or newer for more.");
    boolean ticksSuffice = facts.numbers().pidMax() >= ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX;
    if (unique) {
      identity = IdentityStrength.PIDFD_INODE.jsonName();
    } else if (ticksSuffice) {
      identity = IdentityStrength.START_TICKS.jsonName();
    } else {
      cannot(
          "identity",
          "pid_max is " + facts.numbers().pidMax() + ", so equal start ticks name nobody",
          "Raise kernel.pid_max to "
              + ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX
              + " or more, or use Linux 6.9 or newer.");
    }
  }

  private void examineProc(Host host) {
    HostFacts facts = host.facts();
    ProcMount mount = facts.mount();
    boolean seesAll = !mount.hides() || isRoot(host);
    judge(
        seesAll,
        "proc",
        mount.hides() ? "mounted with hidepid, which root sees through" : "shows every process",
        "mounted with hidepid: processes of other users are invisible",
        "A reap refuses with proc_restricted. Run as root, or remount /proc without hidepid.");
    if (mount.subsetPid()) {
      cannot("proc-subset", "mounted with subset=pid", "Remount /proc without subset=pid.");
    }
    if (facts.self().nestedInPidNamespace()) {
      cannot(
          "proc-namespace",
          "/proc is that of an outer pid namespace",
          "Mount this namespace's own /proc.");
    }
    judge(
        facts.abilities().listsBirthsOnly(),
        "births-only-listing",
        "a sample lists only what was born since the last one",
        "a listing of /proc cannot begin in the middle",
        "Every sample lists everything, which costs more; nothing is proved less.");
    judge(
        facts.abilities().taskChildrenReadable(),
        "task-children",
        "the kernel tells the forking thread of a child",
        "/proc/PID/task/TID/children is not there",
        "Fewer strangers can be told apart. Use a kernel with CONFIG_PROC_CHILDREN.");
    proof = seesAll ? "full" : "refused where members of other users are possible";
  }

  private void examineNumbers(HostFacts facts) {
    int lastPid = facts.numbers().lastPid();
    judge(
        lastPid != PidNumbers.LAST_PID_UNKNOWN,
        "pid-max",
        "numbers below %d, last one %d; %d ticks a second"
            .formatted(facts.numbers().pidMax(), lastPid, facts.numbers().ticksPerSecond()),
        "numbers below %d, and /proc/loadavg does not tell the last one"
            .formatted(facts.numbers().pidMax()),
        "Nothing is ever signed: a reap ends members and refuses with scan_inconclusive. Show the"
            + " kernel's own /proc/loadavg.");
    if (facts.identity().bootId() == null) {
      cannot(
          "boot-id",
          "the kernel's boot id cannot be read",
          "Make /proc/sys/kernel/random/boot_id readable.");
    } else {
      good("boot-id", String.valueOf(facts.identity().bootId()));
    }
    judge(
        facts.identity().machineId() != null,
        "machine-id",
        String.valueOf(facts.identity().machineId()),
        "there is none",
        "After a reboot the dead of the boot before cannot be proved gone. Create /etc/machine-id"
            + " (systemd-machine-id-setup).");
  }

  private void examineNamespaces(HostFacts facts) {
    long pids = facts.identity().pidNamespace();
    if (pids <= 0) {
      cannot("pid-namespace", "it cannot be read", "Make /proc/self/ns/pid readable to this user.");
    } else {
      good("pid-namespace", Long.toString(pids));
    }
    long time = facts.identity().timeNamespace();
    good(
        "time-namespace",
        time == HostFacts.NAMESPACE_NONE ? "the kernel has none" : Long.toString(time));
  }

  private void examineUser(Host host) {
    ProcessStatus status = new ProcessStatus();
    int self = host.facts().self().pid();
    if (new StatusReader(host.files()).read(self, status) != ReadResult.OK) {
      cannot("user", "this process' own status cannot be read", "");
      return;
    }
    boolean signalsAll =
        status.effectiveUid() == 0
            || (status.hasCapabilities()
                && (status.effectiveCapabilities() & (1L << CAP_KILL)) != 0);
    judge(
        signalsAll,
        "user",
        "uid " + status.effectiveUid() + ", which may signal everybody",
        "uid " + status.effectiveUid() + ", which may signal its own processes only",
        "A run whose members change user is refused with not_permitted. Run as root for those.");
  }

  private static boolean isRoot(Host host) {
    ProcessStatus status = new ProcessStatus();
    return new StatusReader(host.files()).read(host.facts().self().pid(), status) == ReadResult.OK
        && status.effectiveUid() == 0;
  }

  private void examineControlGroups() {
    boolean unified =
        Files.exists(CONTROL_GROUPS.resolve(CONTROLLERS))
            || Files.exists(CONTROL_GROUPS.resolve("unified").resolve(CONTROLLERS));
    judge(
        unified,
        "cgroup-v2",
        "mounted",
        "not mounted",
        "Services of the system cannot be told from orphans by their cgroup; other rules remain.");
  }

  /** What Chronicle Queue needs of the JVM. */
  void examineJvm(Module ours) {
    Module base = Object.class.getModule();
    boolean opened = base.isOpen("java.lang.reflect", ours) && base.isExported("sun.nio.ch", ours);
    String version = "Java " + Runtime.version();
    judge(
        opened,
        "jvm",
        version + ", with what Chronicle Queue needs",
        version + ", without the flags that Chronicle Queue needs",
        "Journals are kept in the plain store, which costs a write call a record. For Chronicle"
            + " start it with --add-opens=java.base/java.lang.reflect=ALL-UNNAMED"
            + " --add-exports=java.base/sun.nio.ch=ALL-UNNAMED; engine/bin/sexton does.");
  }

  /** The place where journals are to be written. */
  void examineRoot(Path root) {
    Path existing = root.toAbsolutePath().normalize();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    String type = fileSystemOf(existing);
    if (type == null) {
      cannot("journal-root", existing + " cannot be looked at", "Name another --journal ROOT.");
    } else if (!Files.isDirectory(existing)) {
      cannot("journal-root", existing + " is not a directory", "Name another --journal ROOT.");
    } else if (!Files.isWritable(existing)) {
      cannot(
          "journal-root",
          existing + " cannot be written by this user",
          "Give it to this user, or name another --journal ROOT.");
    } else {
      String why = LineageJournal.whyNotChronicleAt(existing);
      judge(
          why == null,
          "journal-root",
          existing + " is writable, on " + type,
          existing + " is writable, on " + type + ", where the plain store is used",
          String.valueOf(why));
    }
  }

  private static @Nullable String fileSystemOf(Path path) {
    try {
      return Files.getFileStore(path).type();
    } catch (IOException e) {
      return null;
    }
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (Finding finding : findings) {
      text.append(
          String.format(
              Locale.ROOT, "%-8s %-20s %s%n", mark(finding.grade), finding.fact, finding.found));
      if (!finding.advice.isEmpty()) {
        text.append(" ".repeat(30)).append(finding.advice).append('\n');
      }
    }
    text.append('\n');
    if (kernelFacts != null) {
      text.append(kernelFacts.text()).append('\n');
    }
    text.append(
        canDoIt()
            ? "This host can do it. Identities: " + identity + ". Proofs: " + proof + ".\n"
            : "This host cannot do it: see what is missing.\n");
    return text.toString();
  }

  private static String mark(Grade grade) {
    return switch (grade) {
      case GOOD -> "ok";
      case WEAKER -> "weaker";
      case MISSING -> "MISSING";
    };
  }

  String json() {
    return JsonLine.of(
        line -> {
          line.writeBooleanField("able", canDoIt());
          line.writeStringField("identityStrength", identity);
          line.writeStringField("proof", proof);
          line.writeArrayFieldStart("facts");
          for (Finding finding : findings) {
            line.writeStartObject();
            line.writeStringField("fact", finding.fact);
            line.writeStringField("grade", finding.grade.name().toLowerCase(Locale.ROOT));
            line.writeStringField("found", finding.found);
            line.writeStringField("advice", finding.advice);
            line.writeEndObject();
          }
          line.writeEndArray();
          if (kernelFacts != null) {
            kernelFacts.json(line);
          }
        });
  }
}
