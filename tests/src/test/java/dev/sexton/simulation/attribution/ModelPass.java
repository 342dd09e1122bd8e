package dev.sexton.simulation.attribution;

import dev.sexton.engine.attribution.Attributor;
import dev.sexton.engine.attribution.ConclusiveScan;
import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Observation;
import dev.sexton.engine.attribution.Pass;
import dev.sexton.engine.model.Attribution;
import dev.sexton.simulation.attribution.ModelWorld.State;
import dev.sexton.simulation.attribution.ModelWorld.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One pass as a sampler or a reaper makes it: numbers listed upwards, then members read again. */
final class ModelPass {
  /** What was read, to be shown once the pass is over. */
  private interface Look {
    void showTo(Attributor attributor, ConclusiveScan conclusive);
  }

  private static final long NEVER = Long.MIN_VALUE;

  private final ModelHistory history;
  private final ModelWorld world;
  private final List<Look> looks = new ArrayList<>();
  private int read;
  private @Nullable Pass facts;
  private long previousBefore = NEVER;
  private boolean full;
  private boolean continuous;

  ModelPass(ModelHistory history) {
    this.history = history;
    world = history.world();
  }

  /** Another reader begins, who knows nothing of the passes before. */
  void beginsAnew() {
    previousBefore = NEVER;
  }

  /** Reads everything that a pass of this kind reads. */
  void read(Pass.Kind kind) {
    looks.clear();
    read = 0;
    long before = history.virtualLast();
    long startTicks = world.numbers.nowTicks();
    int threads = world.threads();
    full = kind != Pass.Kind.BIRTHS && kind != Pass.Kind.UNCOMMITTED;
    continuous =
        previousBefore != NEVER
            && previousBefore / world.numbers.pidMax == before / world.numbers.pidMax;
    previousBefore = before;
    list();
    follow();
    if (kind == Pass.Kind.UNCOMMITTED) {
      int whole = history.cutAt(looks.size());
      looks.subList(whole, looks.size()).clear();
    }
    long after = history.virtualLast();
    facts =
        new Pass(kind, before, after, startTicks, world.numbers.pidMax)
            .bounded(threads, world.numbers.perTick);
    history.listedTo(after);
  }

  Pass facts() {
    if (facts == null) {
      throw new IllegalStateException("nothing was read");
    }
    return facts;
  }

  boolean isFull() {
    return full;
  }

  /** Whether the numbers did not begin anew since the pass before it began. */
  boolean isContinuous() {
    return continuous;
  }

  long roundBefore() {
    return facts().virtualBefore() / world.numbers.pidMax;
  }

  long roundAfter() {
    return facts().virtualAfter() / world.numbers.pidMax;
  }

  /** In the order of reading. */
  void show(Attributor attributor, ConclusiveScan conclusive) {
    conclusive.begin(true, roundBefore() == roundAfter(), true);
    looks.forEach(look -> look.showTo(attributor, conclusive));
  }

  private void list() {
    int next = 1;
    while (next < world.numbers.pidMax) {
      int end = history.chunkEnd(next);
      List<Integer> listed = new ArrayList<>();
      for (int number = next; number < end; number++) {
        if ((full || mayBeNew(number)) && world.visible(number) != null) {
          listed.add(number);
        }
      }
      if (listed.isEmpty()) {
        history.betweenReads();
      }
      for (int number : listed) {
        history.betweenReads();
        readNumber(number);
      }
      next = end;
    }
  }

  /** In a births pass: nothing is known of the number, or it was handed out since. */
  private boolean mayBeNew(int number) {
    return history.attributor().known(number) == null
        || ModelNumbers.handedOut(
            number, history.listFrom(), history.virtualLast(), world.numbers.pidMax);
  }

  private void readNumber(int number) {
    Task t = world.visible(number);
    if (t == null) {
      looks.add((attributor, conclusive) -> conclusive.vanished(number));
    } else {
      read++;
      look(t, false);
    }
  }

  /**
   * Shows what is read now, or that nothing has changed since. Of the foreign only the session
   * matters any more; of the others the parent is asked for among the followed.
   */
  private void look(Task t, boolean isFollowed) {
    Observation o = history.observe(t);
    Task parent = t.parent;
    int session = t.session;
    int group = t.group;
    boolean dead = !t.lives();
    looks.add(
        (attributor, conclusive) -> {
          KnownProcess p = attributor.known(t.pid);
          boolean same = p != null && p.startTicks() == t.startTicks;
          boolean foreign = p != null && p.attribution() == Attribution.FOREIGN;
          if (isFollowed && (!same || foreign)) {
            return; // Another was found under the number, or it is followed no longer.
          }
          if (p == null || !same) {
            attributor.see(o);
            return;
          }
          boolean unchanged =
              p.session() == session
                  && (foreign || (p.processGroup() == group && p.isDead() == dead))
                  && (!isFollowed || isParent(p, parent));
          if (unchanged) {
            attributor.seeUnchanged(p);
          } else {
            attributor.see(o);
          }
        });
  }

  private static boolean isParent(KnownProcess p, @Nullable Task parent) {
    return parent != null
        && p.parentPid() == parent.pid
        && p.parentStartTicks() == parent.startTicks;
  }

  /** Members and whoever is undecided are read again through what was kept of them. */
  private void follow() {
    List<KnownProcess> followed = new ArrayList<>(history.attributor().owned());
    followed.addAll(history.attributor().undecided());
    for (KnownProcess p : followed) {
      Task t = history.taskOf(p);
      history.betweenReads();
      if (t.state == State.GONE) {
        looks.add((attributor, conclusive) -> isGone(p, attributor, conclusive));
      } else {
        read++;
        look(t, true);
      }
    }
  }

  /** Whoever is not known to have been dead may have forked behind the listing. */
  private static void isGone(KnownProcess p, Attributor attributor, ConclusiveScan conclusive) {
    if (isFollowed(p, attributor)) {
      if (!p.isDead()) {
        conclusive.vanished(p.pid());
      }
      attributor.gone(p.pid(), p.startTicks());
    }
  }

  private static boolean isFollowed(KnownProcess p, Attributor attributor) {
    return attributor.known(p.pid()) == p && p.attribution() != Attribution.FOREIGN;
  }

  @Override
  public String toString() {
    Pass pass = facts();
    return "%s pass, numbers %d to %d, tick %d, %d read"
        .formatted(pass.kind(), pass.virtualBefore(), pass.virtualAfter(), pass.startTicks(), read);
  }
}
