package dev.sexton.trees;

import dev.sexton.trees.Step.What;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * Makes a script from a seed: the same one each time. Nobody looks whether a step is possible; one
 * that is not is left out when the script is played.
 */
final class ScriptMaker {

  private static final int STEPS_MIN = 6;
  private static final int STEPS_MORE = 14;

  private final long seed;
  private final Random random;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> members = new ArrayList<>();
  private final List<String> strangers = new ArrayList<>();

  /** Each step is sampled while it is, and nobody hides whose child he is. */
  private final boolean open;

  private boolean runnerLives = true;
  private int names;

  private ScriptMaker(long seed) {
    this.seed = seed;
    // Seeds that follow each other give a Random much alike first numbers.
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.open = random.nextInt(100) < 50;
  }

  /** For a pid namespace. */
  static TreeScript inNamespace(long seed) {
    ScriptMaker maker = new ScriptMaker(seed);
    int dice = maker.random.nextInt(100);
    return maker.make(dice < 15 ? Numbers.SCARCE : dice < 65 ? Numbers.FEW : Numbers.USUAL);
  }

  /** For the host: the same, but nobody uses up its numbers. */
  static TreeScript onHost(long seed) {
    return new ScriptMaker(seed).make(Numbers.HOST);
  }

  private boolean chance(int percent) {
    return random.nextInt(100) < percent;
  }

  private String anyOf(List<String> names) {
    return names.get(random.nextInt(names.size()));
  }

  private TreeScript make(Numbers numbers) {
    strangersBefore();
    if (chance(20)) {
      steps.add(Step.by(Step.LAUNCHER, What.SUBREAPER));
    }
    steps.add(Step.of(What.START).with(runnersManners()));
    members.add(Step.RUNNER);
    int count = STEPS_MIN + random.nextInt(STEPS_MORE);
    int killAt = random.nextInt(count);
    int samplingUntil = chance(60) ? killAt : random.nextInt(count);
    int replacingAt = random.nextInt(2 * count);
    for (int i = 0; i < count; i++) {
      if (i == replacingAt && numbers == Numbers.SCARCE) {
        replacing();
      }
      if (i == samplingUntil) {
        steps.add(Step.of(What.END_SAMPLING));
      }
      if (i == killAt) {
        steps.add(Step.of(What.KILL_RUNNER));
        runnerLives = false;
      }
      steps.add(next(numbers));
      if (i < samplingUntil && (open || chance(30))) {
        steps.add(Step.of(What.SAMPLE));
      }
    }
    return new TreeScript(seed, numbers, chance(20), steps);
  }

  /** Whoever is there before the runner: besides the world's own, of several kinds. */
  private void strangersBefore() {
    int count = 1 + random.nextInt(3);
    for (int i = 0; i < count; i++) {
      steps.add(stranger());
    }
  }

  private Step stranger() {
    String parent = Step.STRANGER;
    // Whom the launcher forks while the runner lives may as well be the runner's.
    boolean before = members.isEmpty();
    if (chance(25) && (before || !open)) {
      parent = Step.LAUNCHER;
    } else if (!strangers.isEmpty() && chance(40)) {
      parent = anyOf(strangers);
    }
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 30, Manner.SETSID);
    maybe(manners, 10, Manner.SETPGID);
    maybe(manners, 15, Manner.DAEMON);
    maybe(manners, 10, Manner.DOUBLE_FORK);
    maybe(manners, 10, Manner.FROM_THREAD);
    maybe(manners, 8, Manner.OTHER_USER);
    maybe(manners, 5, Manner.SUBREAPER);
    String name = "s" + ++names;
    strangers.add(name);
    return Step.spawn(parent, name, manners);
  }

  private void maybe(Set<Manner> manners, int percent, Manner manner) {
    // The leader of a session can move into no other group.
    boolean possible = manner != Manner.SETPGID || !manners.contains(Manner.SETSID);
    if (chance(percent) && possible && !(open && manner.hidesForker())) {
      manners.add(manner);
    }
  }

  private Set<Manner> runnersManners() {
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 45, Manner.SETSID);
    maybe(manners, 10, Manner.SETPGID);
    maybe(manners, 15, Manner.SUBREAPER);
    maybe(manners, 25, Manner.COLLECTING);
    maybe(manners, 10, Manner.FROM_THREAD);
    return manners;
  }

  private Step next(Numbers numbers) {
    int dice = random.nextInt(100);
    if (dice < 46 || members.isEmpty()) {
      return spawn();
    }
    if (dice < (numbers == Numbers.SCARCE ? 59 : 54)) {
      return strangersStep(numbers);
    }
    String who = anyOf(members);
    if (dice < 59) {
      return Step.by(who, What.SETSID);
    }
    if (dice < 64) {
      return Step.by(who, What.SETPGID).toward(chance(50) ? anyOf(members) : "");
    }
    if (dice < 69) {
      return Step.by(who, What.EXEC).with(execsManners());
    }
    if (dice < 72) {
      return Step.by(who, What.SUBREAPER);
    }
    if (dice < 76) {
      return Step.by(who, What.THREADS).times(1 + random.nextInt(3));
    }
    if (dice < 79) {
      return Step.by(who, What.END_LEADER);
    }
    if (dice < 82) {
      return Step.by(who, What.BROOD).times(1 + random.nextInt(8)).with(broodsManners());
    }
    if (dice < 85 && !open) {
      return Step.by(who, What.CHAIN).times(20 + random.nextInt(80)).with(broodsManners());
    }
    if (dice < 87) {
      return Step.by(who, What.COLLECT);
    }
    if (who.equals(Step.RUNNER)) {
      return spawn();
    }
    return Step.by(who, dice < 90 ? What.STOP : What.EXIT);
  }

  private Step spawn() {
    List<String> parents = new ArrayList<>(members);
    if (!runnerLives) {
      parents.remove(Step.RUNNER);
    }
    String name = "m" + ++names;
    String parent = parents.isEmpty() ? Step.RUNNER : anyOf(parents);
    members.add(name);
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 20, Manner.SETSID);
    maybe(manners, 10, Manner.SETPGID);
    maybe(manners, 15, Manner.CLEAR_ENVIRONMENT);
    maybe(manners, 15, Manner.IGNORE_TERM);
    maybe(manners, 8, Manner.SUBREAPER);
    maybe(manners, 15, Manner.COLLECTING);
    maybe(manners, 8, Manner.NON_DUMPABLE);
    maybe(manners, 8, Manner.FROM_THREAD);
    maybe(manners, 8, Manner.DOUBLE_FORK);
    maybe(manners, 12, Manner.DAEMON);
    maybe(manners, 5, Manner.CLONE_PARENT);
    if (manners.stream().noneMatch(Manner::hidesForker)) {
      // Not everybody may; of an intermediate process that may not, nobody hears.
      maybe(manners, 3, Manner.NESTED_INIT);
    }
    maybe(manners, 3, Manner.OTHER_USER);
    return Step.spawn(parent, name, manners);
  }

  private Set<Manner> broodsManners() {
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 30, Manner.SETSID);
    maybe(manners, 20, Manner.SETPGID);
    return manners;
  }

  private Set<Manner> execsManners() {
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 35, Manner.MARKED);
    if (manners.isEmpty()) {
      maybe(manners, 50, Manner.CLEAR_ENVIRONMENT);
    }
    return manners;
  }

  /**
   * A member leads a session or a group, is seen, and goes; then a stranger does so under the same
   * number, and leaves an orphan there. Chance alone hardly ever brings that about.
   */
  private void replacing() {
    Manner leading = chance(60) ? Manner.SETSID : Manner.SETPGID;
    String member = "m" + ++names;
    steps.add(Step.spawn(Step.RUNNER, member, Set.of(leading)));
    steps.add(Step.of(What.SAMPLE));
    steps.add(Step.by(member, What.EXIT));
    steps.add(Step.by(Step.RUNNER, What.COLLECT));
    if (chance(50)) {
      steps.add(Step.of(What.SAMPLE));
    }
    steps.add(usurper(Set.of(leading)));
    String usurper = strangers.get(strangers.size() - 1);
    String orphan = "s" + ++names;
    strangers.add(orphan);
    steps.add(Step.spawn(usurper, orphan, Set.of(Manner.DOUBLE_FORK)));
  }

  private Step usurper() {
    Set<Manner> manners = EnumSet.noneOf(Manner.class);
    maybe(manners, 50, Manner.SETSID);
    maybe(manners, 60, Manner.SETPGID);
    return usurper(manners);
  }

  private Step usurper(Set<Manner> manners) {
    String name = "s" + ++names;
    strangers.add(name);
    return Step.by(Step.STRANGER, What.USURP).toward(name).with(manners);
  }

  private Step strangersStep(Numbers numbers) {
    int dice = random.nextInt(100);
    if (dice < 20 && numbers != Numbers.HOST) {
      return Step.by(Step.STRANGER, What.BURN).times(1 + random.nextInt(150));
    }
    if (dice < 70 && numbers == Numbers.SCARCE) {
      return usurper();
    }
    String who = anyOf(strangers);
    if (dice < 40) {
      return Step.by(who, What.EXIT);
    }
    if (dice < 50) {
      return Step.by(who, What.SETSID);
    }
    return stranger();
  }
}
