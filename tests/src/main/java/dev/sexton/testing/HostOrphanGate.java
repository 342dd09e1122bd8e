package dev.sexton.testing;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps tests that leave orphans apart from tests whose reap must verify.
 *
 * <p>A reap looks at every process of its user on the host. An orphan that was born during the run
 * and is nobody's for certain is in the way of the proof, rightly. So a test that leaves orphans,
 * and a test whose reap must verify, spoil each other when they run side by side: in two threads,
 * in two JVMs of one build, or in two builds on one machine. The gate is one for all of these, for
 * one user.
 *
 * <ul>
 *   <li>{@link #mayOrphan()} is held by a test that can leave an orphan, until that has ended. Its
 *       holders never wait for each other.
 *   <li>{@link #noForeignOrphans()} is held by a test whose reap must verify. It waits for all
 *       holders, holds new ones back, and then waits out the orphans that are there.
 * </ul>
 *
 * <p><b>No side starves.</b> All stand in one queue in the order of their arrival. A place waits
 * for earlier places only: {@code noForeignOrphans} for all, {@code mayOrphan} for those of the
 * other kind. So nobody who comes later goes before, and each waits for as long as those who were
 * there already hold, and no longer.
 *
 * <p><b>No deadlock.</b> As places wait for earlier ones only, those cannot wait for each other;
 * and a test that has a place is given more without a second one in the queue. The one way to wait
 * for oneself is to ask for {@code noForeignOrphans} while holding {@code mayOrphan}, which fails
 * at once. The other way round is in order: a test that nobody disturbs may leave orphans.
 *
 * <p><b>The dead hold nothing.</b> A place is its JVM's, and is gone with that process, also after
 * SIGKILL. The orphans that it left are waited out like any others.
 *
 * <p>A place is bound to the thread that asked for it. Another thread of the same test uses what
 * the first was given, and asks for nothing: {@link OrphanHold#until} and closing are for any
 * thread. Every wait has a limit, and says what it waited for.
 */
public final class HostOrphanGate {

  /** How long others may hold the gate; long, as a whole build may stand before. */
  private static final Duration HOLDERS_LIMIT = Duration.ofMinutes(15);

  /** How long orphans that are there already may stay. */
  private static final Duration ORPHANS_LIMIT = Duration.ofSeconds(60);

  private static final long QUEUE_POLL_NS = TimeUnit.MILLISECONDS.toNanos(5);

  /** A look at all processes costs far more than one at the queue. */
  private static final long ORPHANS_POLL_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private static @Nullable HostOrphanGate ofThisUser;

  private final GateQueue queue;
  private final Duration orphansLimit;
  private final Supplier<List<HostOrphans.Orphan>> orphans;
  private final Map<RunningTest, Place> places = new HashMap<>();

  private HostOrphanGate(
      Path folder, Duration orphansLimit, Supplier<List<HostOrphans.Orphan>> orphans) {
    this.queue = new GateQueue(folder);
    this.orphansLimit = orphansLimit;
    this.orphans = orphans;
  }

  /** The gate of this user on this host. */
  public static synchronized HostOrphanGate ofThisUser() {
    HostOrphanGate gate = ofThisUser;
    if (gate == null) {
      gate = new HostOrphanGate(GateFolder.ofThisUser(), ORPHANS_LIMIT, HostOrphans::now);
      ofThisUser = gate;
    }
    return gate;
  }

  /** A gate of its own, for tests of the gate. */
  static HostOrphanGate in(Path folder, Duration orphansLimit) {
    return new HostOrphanGate(GateFolder.prepare(folder), orphansLimit, HostOrphans::now);
  }

  /** One that finds no orphans, for tests of its order. */
  static HostOrphanGate blindIn(Path folder) {
    return new HostOrphanGate(GateFolder.prepare(folder), ORPHANS_LIMIT, List::of);
  }

  /** What a test holds, until it is closed. Closing twice is closing once. */
  public sealed interface Hold extends AutoCloseable permits Held, OrphanHold {
    @Override
    void close();
  }

  /**
   * Waits until no test that stands before this one holds {@link #noForeignOrphans()}. Within that
   * of the same test it is given at once, and keeps it until it is closed itself.
   *
   * @throws AssertionError if the others do not leave in time
   */
  public OrphanHold mayOrphan() {
    return new OrphanHold(take(GateEntry.Mode.MAY_ORPHAN));
  }

  /**
   * Waits until nobody else holds the gate, and then until this user's orphans are gone, of which a
   * reap could not tell whose they are. Those of worlds that this test has opened do not count, nor
   * do those that no build has started and that have lived for five seconds: services.
   *
   * @throws IllegalStateException if this test holds {@link #mayOrphan()}
   * @throws AssertionError if others do not leave in time, or the orphans, which it names
   */
  public Hold noForeignOrphans() {
    Held hold = new Held(take(GateEntry.Mode.NO_FOREIGN_ORPHANS));
    boolean alone = false;
    try {
      waitOutOrphans();
      alone = true;
      return hold;
    } finally {
      if (!alone) {
        hold.close();
      }
    }
  }

  /**
   * Waits until a process is dead: gone, or a zombie. A signal takes effect only after kill(2) has
   * returned, and kill(pid, 0) succeeds on a zombie, so neither is asked. A number that is another
   * process' meanwhile is gone too.
   *
   * @throws AssertionError if it lives on
   */
  public static void waitUntilGone(int pid) {
    Deaths.await(Set.of(Deaths.identify(pid)));
  }

  /**
   * Waits until no process of a process group is alive; see {@link #waitUntilGone}.
   *
   * @throws AssertionError if one lives on; it names them
   */
  public static void waitUntilGroupGone(int pgid) {
    Deaths.awaitGroup(pgid);
  }

  /** Whether a test has a place and holds the gate with it, in this JVM. */
  synchronized boolean isHeldBy(RunningTest test) {
    Place place = places.get(test);
    return place != null && place.granted;
  }

  /** Whether some test holds it, in this JVM. */
  synchronized boolean isHeld() {
    return places.values().stream().anyMatch(place -> place.granted);
  }

  /** In order; those of dead processes are left out. */
  List<GateEntry> entries() {
    return queue.living();
  }

  private Place take(GateEntry.Mode mode) {
    RunningTest test = RunningTest.current();
    Place place;
    synchronized (this) {
      Place mine = places.get(test);
      if (mine != null) {
        if (mode == GateEntry.Mode.NO_FOREIGN_ORPHANS && mine.entry.mode() != mode) {
          throw new IllegalStateException(
              test
                  + " holds mayOrphan(), so that noForeignOrphans() would wait for itself:"
                  + " take noForeignOrphans() first, or close the other before");
        }
        mine.uses++;
        return mine;
      }
      place = new Place(test, queue.enter(mode, test.toString()));
      places.put(test, place);
    }
    boolean granted = false;
    try {
      awaitTurn(place.entry);
      granted = true;
      place.granted = true;
      return place;
    } finally {
      if (!granted) {
        release(place);
      }
    }
  }

  private void awaitTurn(GateEntry entry) {
    Deadline deadline = Deadline.after(HOLDERS_LIMIT);
    List<GateEntry> before = queue.before(entry);
    while (!before.isEmpty()) {
      if (deadline.passed()) {
        throw new AssertionError(entry.who() + " waited too long at the gate for " + before);
      }
      pause(QUEUE_POLL_NS);
      before = queue.before(entry);
    }
  }

  private void waitOutOrphans() {
    Deadline deadline = Deadline.after(orphansLimit);
    List<HostOrphans.Orphan> left = foreign();
    while (!left.isEmpty()) {
      if (deadline.passed()) {
        StringBuilder text = new StringBuilder();
        left.forEach(orphan -> text.append("\n  ").append(orphan));
        throw new AssertionError(
            "no reap could verify: after "
                + orphansLimit.toMillis()
                + " ms there are orphans that nobody holds the gate for:"
                + text);
      }
      pause(ORPHANS_POLL_NS);
      left = foreign();
    }
  }

  private List<HostOrphans.Orphan> foreign() {
    RunningTest self = RunningTest.current();
    List<HostOrphans.Orphan> foreign = new ArrayList<>(orphans.get());
    foreign.removeIf(
        orphan ->
            orphan.isSettled() || self.equals(RunningTest.ofProcess(orphan.identity().pid())));
    return foreign;
  }

  private static void pause(long ns) {
    LockSupport.parkNanos(ns);
    if (Thread.currentThread().isInterrupted()) {
      throw new IllegalStateException("interrupted while waiting at the gate");
    }
  }

  private synchronized void release(Place place) {
    place.uses--;
    if (place.uses == 0) {
      places.remove(place.test, place);
      queue.leave(place.entry);
    }
  }

  /** One test's place in the queue, however often it asked. */
  private static final class Place {
    private final RunningTest test;
    private final GateEntry entry;
    private int uses = 1;
    private volatile boolean granted;

    Place(RunningTest test, GateEntry entry) {
      this.test = test;
      this.entry = entry;
    }
  }

  private final class Held implements Hold {
    private @Nullable Place place;

    Held(Place place) {
      this.place = place;
    }

    @Override
    public void close() {
      Place given;
      synchronized (this) {
        given = place;
        place = null;
      }
      if (given != null) {
        release(given);
      }
    }
  }

  /** Held by a test that can leave orphans. */
  public final class OrphanHold implements Hold {
    private final Held held;
    private final Set<ProcIdentity> until = new LinkedHashSet<>();

    private OrphanHold(Place place) {
      held = new Held(place);
    }

    /**
     * Names orphans that {@link #close} is to wait for. May be called often.
     *
     * @param pids in this JVM's pid namespace
     */
    public OrphanHold until(int... pids) {
      synchronized (until) {
        for (int pid : pids) {
          until.add(Deaths.identify(pid));
        }
      }
      return this;
    }

    /**
     * Waits until the named orphans are dead, and gives the gate back.
     *
     * @throws AssertionError if they live on; the gate is given back all the same, and whoever
     *     takes it next waits them out
     */
    @Override
    public void close() {
      try {
        Set<ProcIdentity> named;
        synchronized (until) {
          named = Set.copyOf(until);
        }
        Deaths.await(named);
      } finally {
        held.close();
      }
    }
  }
}
