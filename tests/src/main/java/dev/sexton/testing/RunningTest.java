package dev.sexton.testing;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Whose a world, a place at the gate or a process is when several tests run at once: one test's,
 * which is bound to its thread. A thread that no test was announced on has one of its own.
 */
final class RunningTest {

  private static final ThreadLocal<RunningTest> CURRENT = new ThreadLocal<>();

  /** By the mark that all processes of a world bear. Few, and wanted after a world is closed. */
  private static final Map<String, RunningTest> OF_WORLDS = new ConcurrentHashMap<>();

  private final String name;

  /** The one that started a launcher of its own, and in which this one runs. */
  private final @Nullable RunningTest outer;

  private final List<String> findings = new CopyOnWriteArrayList<>();
  private final AtomicInteger worldsClosing = new AtomicInteger();

  private RunningTest(String name, @Nullable RunningTest outer) {
    this.name = name;
    this.outer = outer;
  }

  /** The one of this thread. */
  static RunningTest current() {
    RunningTest current = CURRENT.get();
    if (current == null) {
      current = begin("thread " + Thread.currentThread().getName());
    }
    return current;
  }

  /** Binds this thread to a new test, until that ends. */
  static RunningTest begin(String name) {
    RunningTest test = new RunningTest(name, CURRENT.get());
    CURRENT.set(test);
    return test;
  }

  /** Binds this thread to what it was bound to before. */
  void end() {
    if (outer == null) {
      CURRENT.remove();
    } else {
      CURRENT.set(outer);
    }
  }

  /** Says that processes that bear this mark are the current test's, and returns that test. */
  static RunningTest bears(String mark) {
    RunningTest current = current();
    OF_WORLDS.put(mark, current);
    return current;
  }

  /** Whose world a process of this JVM's namespace is of; null if of none that was opened here. */
  static @Nullable RunningTest ofProcess(int hostPid) {
    String mark = Marks.borne(hostPid, OF_WORLDS.keySet());
    return mark == null ? null : OF_WORLDS.get(mark);
  }

  /** While a world is closed its processes die in any order, parents before children too. */
  void worldIsClosing(boolean closing) {
    worldsClosing.addAndGet(closing ? 1 : -1);
  }

  boolean isClosingAWorld() {
    return worldsClosing.get() > 0;
  }

  /** Notes, from any thread, what is wrong with this test. */
  void found(String finding) {
    findings.add(finding);
  }

  List<String> findings() {
    return List.copyOf(findings);
  }

  @Override
  public String toString() {
    return name;
  }
}
