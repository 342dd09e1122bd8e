package dev.sexton.engine.command;

import dev.sexton.engine.census.Host;
import dev.sexton.procfs.FactFinding;
import dev.sexton.procfs.PidNumbers;
import dev.sexton.procfs.ProcessProbes;
import dev.sexton.procfs.ProcessScanner;
import dev.sexton.procfs.ProcfsException;
import dev.sexton.procfs.ReadResult;
import dev.sexton.procfs.UnsupportedHostException;
import dev.sexton.procfs.linux.AdoptedChild;
import dev.sexton.procfs.linux.Subreaper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Tries those kernel facts that take processes, on six short-lived ones: {@code doctor
 * --try-facts}. This process is a subreaper meanwhile, so that the orphans come to it.
 *
 * <p>They are held by descriptors, are killed and collected before this returns, and would end
 * after half a minute in any case.
 */
final class FactTrials {
  private static final String TOP = "top";
  private static final String LEADER = "leader";
  private static final String HEIR = "heir";
  private static final String IDLE = "idle";
  private static final String CORPSE = "corpse";
  private static final String MISNAMED = "misnamed";
  private static final List<String> BELOW_TOP = List.of(LEADER, HEIR, IDLE, CORPSE, MISNAMED);
  private static final String ODD_NAME = ") S 1 1 (";
  private static final long COLLECTED_WITHIN_NS = TimeUnit.SECONDS.toNanos(5);
  private static final int NOBODY = 0;
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(1);

  /**
   * Each says its part and its number, as in the demonstration. The top waits for its children, the
   * idle one has a child that it never collects.
   */
  private static final String SCRIPT =
      """
      exec 3<&0
      echo "top $$"
      setsid sh -c 'sh -c "echo heir \\$\\$; exec sleep 30" & echo "leader $$"; exec sleep 30' &
      sh -c 'sh -c "echo corpse \\$\\$; exec sleep 30" & echo "idle $$"; exec sleep 30' &
      sh -c 'printf ") S 1 1 (" >/proc/self/comm; echo "misnamed $$"; read gone <&3' &
      wait
      """;

  private final Host host;
  private final ProcessScanner scanner;
  private final ProcessProbes probes;
  private final List<FactFinding> findings = new ArrayList<>();

  FactTrials(Host host) {
    this.host = host;
    scanner = new ProcessScanner(host.files(), host.facts(), host.clock()::nanoTime);
    probes = new ProcessProbes(host.files(), host.pidfds(), host.facts(), scanner);
  }

  /**
   * Tries them.
   *
   * @throws DemoException if the processes could not be brought into the situation in question
   */
  List<FactFinding> run()
      throws DemoException,
          IOException,
          InterruptedException,
          ProcfsException,
          UnsupportedHostException {
    boolean wasSubreaper = Subreaper.isSet();
    Subreaper.set(true);
    try (DemoCast cast = new DemoCast()) {
      int lastBefore = scanner.lastPid();
      cast.start(SCRIPT);
      try {
        cast.await(TOP, LEADER, HEIR, IDLE, CORPSE, MISNAMED);
        tryLiving(cast, lastBefore);
        tryDying(cast);
      } finally {
        endAll(cast);
      }
    } finally {
      Subreaper.set(wasSubreaper);
    }
    return findings;
  }

  private void tryLiving(DemoCast cast, int lastBefore) throws DemoException, ProcfsException {
    int top = pid(cast, TOP);
    int leader = pid(cast, LEADER);
    int heir = pid(cast, HEIR);
    findings.add(probes.descent(leader, top, "after it called setsid"));
    findings.add(probes.session(leader, heir));
    if (lastBefore != PidNumbers.LAST_PID_UNKNOWN) {
      findings.add(probes.upwards(lastBefore, scanner.lastPid(), top, leader, heir));
    }
    findings.add(probes.name(pid(cast, MISNAMED), ODD_NAME, top));
    findings.add(
        probes.inodes(top, leader, heir, pid(cast, IDLE), pid(cast, CORPSE), pid(cast, MISNAMED)));
  }

  private void tryDying(DemoCast cast) throws DemoException, ProcfsException {
    int self = host.facts().self().pid();
    int leader = pid(cast, LEADER);
    int heir = pid(cast, HEIR);
    int descriptor = probes.keep(leader);
    try {
      cast.kill(LEADER);
      awaitCollected(leader, descriptor);
      findings.add(probes.endOf(leader, descriptor));
    } finally {
      probes.close(descriptor);
    }
    findings.add(probes.numberKept(leader, heir));
    findings.add(probes.adopter(heir, self, "the nearest subreaper above it"));
    findings.add(listed(self, pid(cast, TOP), heir));
    cast.kill(CORPSE);
    findings.add(probes.corpse(pid(cast, CORPSE)));
  }

  private void awaitCollected(int pid, int descriptor) {
    long endNs = host.clock().nanoTime() + COLLECTED_WITHIN_NS;
    while (probes.readKept(pid, descriptor) != ReadResult.VANISHED
        && host.clock().nanoTime() - endNs < 0) {
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  /** The top first: what is below it then comes to this process, which collects it by number. */
  private static void endAll(DemoCast cast) throws UnsupportedHostException {
    end(cast, TOP);
    for (String part : BELOW_TOP) {
      int pid = end(cast, part);
      if (pid != NOBODY) {
        AdoptedChild.collect(pid);
      }
    }
  }

  /** Its number; or nobody's, if it never played its part, or hangs in the kernel. */
  private static int end(DemoCast cast, String part) {
    try {
      cast.kill(part);
      return pid(cast, part);
    } catch (DemoException e) {
      return NOBODY;
    }
  }

  /** The JVM runs no Java code on its leader, so whoever forked the top was another thread. */
  private FactFinding listed(int self, int top, int heir) {
    FactFinding forked = probes.listedUnderForker(self, top);
    FactFinding adopted = probes.listedUnder(self, heir, self);
    FactFinding.Outcome weightier = forked.with(adopted).outcome();
    return new FactFinding(
        adopted.fact(), weightier, forked.detail() + ", and adopted " + adopted.detail());
  }

  private static int pid(DemoCast cast, String part) throws DemoException {
    return cast.actor(part).identity().pid();
  }
}
