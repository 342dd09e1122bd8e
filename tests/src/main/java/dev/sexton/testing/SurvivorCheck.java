package dev.sexton.testing;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * What there was before a test, and whether more is there after it: descendants of this JVM, actors
 * of this JVM that lost their parents, threads of the product, open descriptors.
 *
 * <p>Other tests may run beside this one, and what is theirs is there too. A process of a world is
 * that world's test's. For anything else nothing tells whose it is: it may be that of any check
 * that was under way when it was first found, and that had not seen it at its own beginning. The
 * last of these to end answers for it. Descriptors are counted by tests that ran alone.
 */
public final class SurvivorCheck {

  /** Class files, logs and the like that a first use opens and keeps. */
  private static final int DESCRIPTOR_SLACK = 16;

  private static final String PRODUCT_THREAD_PREFIX = "sexton-";

  private static final Set<SurvivorCheck> UNDER_WAY = ConcurrentHashMap.newKeySet();

  /** Processes and threads, and those who may have left them. */
  private static final ConcurrentMap<Object, Set<SurvivorCheck>> SUSPECTS =
      new ConcurrentHashMap<>();

  private final RunningTest test = RunningTest.current();
  private final Set<Object> before = new HashSet<>();
  private final int descriptorsBefore;
  private volatile boolean alone = true;

  private SurvivorCheck() {
    before.addAll(processes().keySet());
    before.addAll(productThreads());
    descriptorsBefore = descriptors();
  }

  public static SurvivorCheck begin() {
    SurvivorCheck check = new SurvivorCheck();
    UNDER_WAY.add(check);
    check.notice();
    return check;
  }

  private void notice() {
    for (SurvivorCheck other : UNDER_WAY) {
      if (other != this) {
        other.alone = false;
        alone = false;
      }
    }
  }

  /**
   * Waits for what is about to end. Ends the check.
   *
   * @throws AssertionError if something is left that was not there at the beginning
   */
  public void assertNothingNew() {
    try {
      if (!Deadline.standard().holdsInTime(() -> findings().isEmpty())) {
        throw new AssertionError("left behind: " + findings());
      }
    } finally {
      UNDER_WAY.remove(this);
    }
  }

  /** What is there now that was not at the beginning, and that this test answers for. */
  List<String> findings() {
    List<String> findings = new ArrayList<>();
    Map<ProcIdentity, @Nullable RunningTest> processes = processes();
    for (Map.Entry<ProcIdentity, @Nullable RunningTest> entry : processes.entrySet()) {
      ProcIdentity process = entry.getKey();
      RunningTest owner = entry.getValue();
      boolean mine = owner == null ? answersFor(process) : owner.equals(test);
      if (mine && !before.contains(process)) {
        findings.add(process + " " + ProcText.host().stat(process.pid()) + candidates(process));
      }
    }
    Set<Thread> threads = productThreads();
    for (Thread thread : threads) {
      if (!before.contains(thread) && answersFor(thread)) {
        findings.add("thread " + thread.getName() + candidates(thread));
      }
    }
    SUSPECTS
        .keySet()
        .removeIf(
            suspect ->
                suspect instanceof Thread thread ? !thread.isAlive() : isGone(suspect, processes));
    int grown = descriptors() - descriptorsBefore;
    if (alone && grown > DESCRIPTOR_SLACK) {
      findings.add(grown + " descriptors more");
    }
    return findings;
  }

  private static boolean isGone(
      Object suspect, Map<ProcIdentity, @Nullable RunningTest> processes) {
    return suspect instanceof ProcIdentity process && !processes.containsKey(process);
  }

  /** Whether nobody else who is still under way may have left it. */
  private boolean answersFor(Object suspect) {
    Set<SurvivorCheck> candidates =
        SUSPECTS.computeIfAbsent(
            suspect,
            first -> {
              Set<SurvivorCheck> all = new HashSet<>(UNDER_WAY);
              all.removeIf(check -> check.before.contains(first));
              return Set.copyOf(all);
            });
    return candidates.stream().noneMatch(check -> check != this && UNDER_WAY.contains(check));
  }

  /** Who else may have left it; they have ended. */
  private String candidates(Object suspect) {
    List<RunningTest> others = new ArrayList<>();
    for (SurvivorCheck check : SUSPECTS.getOrDefault(suspect, Set.of())) {
      if (check != this) {
        others.add(check.test);
      }
    }
    return others.isEmpty() ? "" : ", or of one of " + others;
  }

  /** All of this JVM's, and whose each is, if a world's mark tells. */
  private static Map<ProcIdentity, @Nullable RunningTest> processes() {
    Map<ProcIdentity, @Nullable RunningTest> processes = new HashMap<>();
    ProcText host = ProcText.host();
    Set<Integer> descendants = new HashSet<>();
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
        processes.put(new ProcIdentity(pid, stat.startTicks()), RunningTest.ofProcess(pid));
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
