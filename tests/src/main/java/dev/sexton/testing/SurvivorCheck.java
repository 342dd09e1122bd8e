package dev.sexton.testing;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What there was before a test, and whether more is there after it: descendants of this JVM, actors
 * of this JVM that lost their parents, threads of the product, open descriptors.
 */
public final class SurvivorCheck {

  /** Class files, logs and the like that a first use opens and keeps. */
  private static final int DESCRIPTOR_SLACK = 16;

  private static final String PRODUCT_THREAD_PREFIX = "sexton-";

  private final Set<ProcIdentity> processesBefore;
  private final Set<Thread> threadsBefore;
  private final int descriptorsBefore;

  private SurvivorCheck() {
    processesBefore = processes();
    threadsBefore = productThreads();
    descriptorsBefore = descriptors();
  }

  public static SurvivorCheck begin() {
    return new SurvivorCheck();
  }

  /**
   * Waits for what is about to end.
   *
   * @throws AssertionError if something is left that was not there at the beginning
   */
  public void assertNothingNew() {
    if (!Deadline.standard().holdsInTime(() -> findings().isEmpty())) {
      throw new AssertionError("left behind: " + findings());
    }
  }

  /** What is there now that was not at the beginning. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    Set<ProcIdentity> processes = processes();
    processes.removeAll(processesBefore);
    for (ProcIdentity process : processes) {
      findings.add(process + " " + ProcText.host().stat(process.pid()));
    }
    Set<Thread> threads = productThreads();
    threads.removeAll(threadsBefore);
    for (Thread thread : threads) {
      findings.add("thread " + thread.getName());
    }
    int grown = descriptors() - descriptorsBefore;
    if (grown > DESCRIPTOR_SLACK) {
      findings.add(grown + " descriptors more");
    }
    return findings;
  }

  private static Set<ProcIdentity> processes() {
    Set<ProcIdentity> processes = new HashSet<>();
    ProcText host = ProcText.host();
    Set<Integer> descendants = new HashSet<>();
    descendants.add((int) ProcessHandle.current().pid());
    ProcessHandle.current().descendants().forEach(child -> descendants.add((int) child.pid()));
    descendants.remove((int) ProcessHandle.current().pid());
    String actors = ActorBinary.get().folder().toString();
    for (int pid : host.pids()) {
      ProcStat stat = host.stat(pid);
      if (stat == null) {
        continue;
      }
      // A dead orphan that its adopter does not wait for is not ours to answer for; a dead child
      // is.
      boolean orphanedActor = !stat.isDead() && Marks.bears(pid, actors);
      if (descendants.contains(pid) || orphanedActor) {
        processes.add(new ProcIdentity(pid, stat.startTicks()));
      }
    }
    return processes;
  }

  private static Set<Thread> productThreads() {
    Set<Thread> threads = new HashSet<>();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().startsWith(PRODUCT_THREAD_PREFIX)) {
        threads.add(thread);
      }
    }
    return threads;
  }

  private static int descriptors() {
    return ProcText.host().descriptorCount((int) ProcessHandle.current().pid());
  }
}
