package dev.sexton.engine.attribution;

import dev.sexton.engine.attribution.ModelWorld.State;
import dev.sexton.engine.attribution.ModelWorld.Task;
import dev.sexton.engine.model.Attribution;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One pass as a sampler or a reaper makes it: numbers listed upwards, then members read again. */
final class ModelPass {
  private final ModelHistory history;
  private final ModelWorld world;
  private final List<Consumer<Attributor>> looks = new ArrayList<>();

  /** Who was read in this pass, and who of them was alive at some reading. */
  private final Set<Task> read = new HashSet<>();

  private final Set<Task> readAlive = new HashSet<>();
  private @Nullable Pass facts;
  private @Nullable Pass lastEmpty;
  private boolean tidy;
  private boolean conclusive;
  int moves;

  ModelPass(ModelHistory history) {
    this.history = history;
    world = history.world();
  }

  /** Reads everything that a pass of this kind reads. */
  void read(Pass.Kind kind) {
    looks.clear();
    read.clear();
    readAlive.clear();
    moves = 0;
    long before = history.virtualLast();
    long startTicks = world.nowTicks;
    boolean all = kind != Pass.Kind.BIRTHS && kind != Pass.Kind.UNCOMMITTED;
    int listings = kind == Pass.Kind.CENSUS ? history.plan().censusListings() : 1;
    for (int i = 0; i < listings; i++) {
      tidy = true;
      conclusive = true;
      list(all);
    }
    follow();
    if (kind == Pass.Kind.UNCOMMITTED) {
      int whole = history.choices().below(looks.size() + 1);
      looks.subList(whole, looks.size()).clear();
    }
    long after = history.virtualLast();
    boolean wrapped = before / world.pidMax != after / world.pidMax;
    tidy &= all && !wrapped;
    conclusive &= all && !wrapped;
    facts = new Pass(kind, before, after, startTicks, world.pidMax);
    history.listedTo(after);
  }

  Pass facts() {
    if (facts == null) {
      throw new IllegalStateException("nothing was read");
    }
    return facts;
  }

  void show(Attributor attributor) {
    looks.forEach(look -> look.accept(attributor));
  }

  boolean isClean() {
    return tidy;
  }

  /**
   * Two conclusive scans in a row: nobody who is not FOREIGN was seen alive, vanished or died, and
   * no number wrapped from the beginning of the first to the end of the second. One is not enough:
   * a parent born before an earlier wrap has a higher number than its child, so that the listing
   * can pass the child's number before it is visible and find the parent gone.
   */
  boolean provesEmpty(Attributor attributor) {
    boolean empty = conclusive;
    for (Task t : readAlive) {
      KnownProcess p = attributor.known(t.pid);
      empty &= p != null && p.startTicks == t.startTicks && p.is(Attribution.FOREIGN);
    }
    Pass now = facts();
    Pass before = lastEmpty;
    lastEmpty = empty ? now : null;
    return empty
        && before != null
        && before.virtualBefore() / world.pidMax == now.virtualAfter() / world.pidMax;
  }

  private void list(boolean all) {
    int next = 1;
    while (next < world.pidMax) {
      int end = next + (history.plan().atomic() ? world.pidMax : 1 + history.choices().below(6));
      List<Integer> listed = new ArrayList<>();
      for (int number = next; number < Math.min(end, world.pidMax); number++) {
        if ((all || mayBeNew(number)) && world.visible(number) != null) {
          listed.add(number);
        }
      }
      for (int number : listed) {
        history.betweenReads();
        readNumber(number);
      }
      if (listed.isEmpty()) {
        history.betweenReads();
      }
      next = end;
    }
  }

  /** In a births pass: nothing is known of the number, or it was handed out since. */
  private boolean mayBeNew(int number) {
    return history.attributor().known(number) == null
        || Pass.handedOut(number, history.listFrom(), history.virtualLast(), world.pidMax);
  }

  private void readNumber(int number) {
    Task t = world.visible(number);
    KnownProcess known = history.attributor().known(number);
    if (t == null) {
      vanished(number, known);
      return;
    }
    boolean same = known != null && known.startTicks == t.startTicks;
    boolean foreign = same && known != null && known.is(Attribution.FOREIGN);
    if (t.state == State.ZOMBIE) {
      boolean knownDead = read.contains(t) && !readAlive.contains(t);
      tidy &= same || read.contains(t) || history.plan().atomic();
      conclusive &= foreign || knownDead || (same && known != null && known.isDead());
    }
    look(t);
  }

  /** Whether what vanished was surely the process that is known under its number. */
  private void vanished(int number, @Nullable KnownProcess known) {
    boolean sure =
        known != null
            && !Pass.handedOut(
                number, known.lastSeen.virtualBefore(), history.virtualLast(), world.pidMax);
    tidy &= sure;
    conclusive &= sure && known != null && known.is(Attribution.FOREIGN);
    if (sure && known != null) {
      looks.add(attributor -> attributor.gone(known.pid, known.startTicks));
    }
  }

  private void look(Task t) {
    Observation o = history.observe(t);
    read.add(t);
    if (t.lives()) {
      readAlive.add(t);
    }
    looks.add(attributor -> attributor.see(o));
  }

  /** Members and whoever is undecided are read again through what was kept of them. */
  private void follow() {
    List<KnownProcess> followed = new ArrayList<>(history.attributor().owned());
    followed.addAll(history.attributor().undecided());
    for (KnownProcess p : followed) {
      Task t = history.taskOf(p);
      history.betweenReads();
      if (t.state == State.GONE) {
        looks.add(attributor -> attributor.gone(p.pid, p.startTicks));
      } else if (isUnchanged(p, t)) {
        if (t.lives()) {
          readAlive.add(t);
        }
        looks.add(attributor -> attributor.seeUnchanged(p));
      } else {
        look(t);
      }
    }
  }

  private boolean isUnchanged(KnownProcess p, Task t) {
    Task parent = t.parent;
    return !read.contains(t)
        && p.session == t.session
        && p.processGroup == t.group
        && p.isDead() == !t.lives()
        && parent != null
        && p.parentPid == parent.pid
        && p.parentStartTicks == parent.startTicks;
  }

  @Override
  public String toString() {
    Pass pass = facts();
    return "%s pass, numbers %d to %d, tick %d, %d read%s"
        .formatted(
            pass.kind(),
            pass.virtualBefore(),
            pass.virtualAfter(),
            pass.startTicks(),
            read.size(),
            tidy ? ", clean" : "");
  }
}
