package dev.sexton.testing;

import java.util.List;

/**
 * A place in the gate's queue, held or waited for.
 *
 * @param jvm whose it is: with that process the entry is gone, however it ended
 * @param number counts the entries of that JVM
 * @param who for messages; one line
 */
record GateEntry(ProcIdentity jvm, long number, Mode mode, String who) {

  /** What the place is for. */
  enum Mode {
    MAY_ORPHAN,
    NO_FOREIGN_ORPHANS
  }

  private static final int FIELDS = 5;

  GateEntry {
    who = who.replaceAll("\\s+", " ");
  }

  static GateEntry parse(String line) {
    List<String> words = List.of(line.split(" ", FIELDS));
    if (words.size() != FIELDS) {
      throw new IllegalStateException("not an entry of the gate's queue: " + line);
    }
    ProcIdentity jvm =
        new ProcIdentity(Integer.parseInt(words.get(0)), Long.parseLong(words.get(1)));
    return new GateEntry(
        jvm, Long.parseLong(words.get(2)), Mode.valueOf(words.get(3)), words.get(4));
  }

  String line() {
    return jvm.pid() + " " + jvm.startTicks() + " " + number + " " + mode + " " + who;
  }

  boolean isOf(ProcIdentity process) {
    return jvm.equals(process);
  }

  /** Whether this must wait for an earlier one: two that may leave orphans never do. */
  boolean waitsFor(GateEntry earlier) {
    return mode == Mode.NO_FOREIGN_ORPHANS || earlier.mode == Mode.NO_FOREIGN_ORPHANS;
  }
}
