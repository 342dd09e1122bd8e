package dev.sexton.testing;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a child does to itself before it says hello, and how it is born. Immutable; each method
 * returns options with one more. What the child does to itself happens in the order in which it was
 * asked for.
 */
public final class ForkOptions {

  private static final ForkOptions NONE = new ForkOptions(List.of());

  private final List<String> words;

  private ForkOptions(List<String> words) {
    this.words = words;
  }

  public static ForkOptions none() {
    return NONE;
  }

  List<String> words() {
    return words;
  }

  private ForkOptions with(String word) {
    List<String> more = new ArrayList<>(words);
    more.add(word);
    return new ForkOptions(List.copyOf(more));
  }

  /** A session of its own. */
  public ForkOptions setsid() {
    return with("setsid");
  }

  /** A process group of its own. */
  public ForkOptions setpgid() {
    return with("setpgid");
  }

  /** Joins a process group of its session. */
  public ForkOptions joinGroup(int pgid) {
    return with("pgid=" + pgid);
  }

  /**
   * Empties the C library's environment; {@code /proc/PID/environ} changes only by {@link
   * Actor#exec}.
   */
  public ForkOptions clearEnvironment() {
    return with("clearenv");
  }

  public ForkOptions chdir(String path) {
    return with("chdir=" + Hex.of(path));
  }

  /**
   * Changes real, effective and saved user and group to this number, and drops all other groups.
   */
  public ForkOptions uid(int uid) {
    return with("uid=" + uid);
  }

  /** The kernel keeps 15 bytes, and none after a zero byte. */
  public ForkOptions comm(byte[] name) {
    return with("comm=" + Hex.of(name));
  }

  public ForkOptions comm(String name) {
    return comm(name.getBytes(StandardCharsets.UTF_8));
  }

  public ForkOptions ignore(Signal signal) {
    return with("ignore=" + signal.number());
  }

  public ForkOptions subreaper() {
    return with("subreaper");
  }

  public ForkOptions nonDumpable() {
    return with("nondumpable");
  }

  /** Ignores SIGCHLD, so that the kernel collects its children. */
  public ForkOptions collectChildren() {
    return with("reapauto");
  }

  /** Standard streams on {@code /dev/null}. */
  public ForkOptions detachStreams() {
    return with("detach");
  }

  /** Records the signals it gets; see {@link Actor#record()}. */
  public ForkOptions record() {
    return with("record");
  }

  /** Lives on when its connection ends, until its alarm. */
  public ForkOptions keep() {
    return with("keep");
  }

  /**
   * Born by an intermediate process that exits at once and has been waited for when the fork
   * returns.
   */
  public ForkOptions doubleFork() {
    return with("doublefork");
  }

  /**
   * Like {@link #doubleFork()}, with the intermediate process calling setsid: the child leads no
   * session.
   */
  public ForkOptions daemon() {
    return with("daemon");
  }

  /** Born by clone(CLONE_PARENT): a sibling of the actor that forks it. */
  public ForkOptions cloneParent() {
    return with("cloneparent");
  }

  /** Forked by a new thread that lives on, not by the leader. */
  public ForkOptions fromThread() {
    return with("thread");
  }

  /** Init of a nested pid namespace; it mounts nothing. Needs root. */
  public ForkOptions newPidNamespace() {
    return with("newpid");
  }

  /**
   * Gets this pid: the parent uses up numbers until it is next. Meant for a {@link PidNamespace},
   * where a round is short and nobody else forks.
   */
  public ForkOptions at(int pid) {
    return with("at=" + pid);
  }
}
