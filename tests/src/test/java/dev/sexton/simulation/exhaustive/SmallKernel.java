package dev.sexton.simulation.exhaustive;

/**
 * A kernel of a few numbers, which is being scanned, in two words.
 *
 * <p>A fork hands the number out first and makes the process visible later; until then its parent
 * does nothing else. Numbers go round, and are free again once their zombie was collected. Index 1
 * to {@link #numbers}; the parent 0 is an init that is not shown.
 */
final class SmallKernel {
  /** Two words hold this many. */
  static final int NUMBERS_MAX = 6;

  static final int INIT = 0;

  /** What a number is at. */
  static final int FREE = 0;

  static final int FORKING = 1;
  static final int ALIVE = 2;
  static final int ZOMBIE = 3;

  /** What is under way. */
  static final int BETWEEN_SCANS = 0;

  static final int LISTING = 1;

  /** All is listed, and not all is read. */
  static final int READING = 2;

  final int numbers;
  final int[] state = new int[NUMBERS_MAX + 1];
  final boolean[] member = new boolean[NUMBERS_MAX + 1];
  final int[] parent = new int[NUMBERS_MAX + 1];

  /** How often the number was handed out since the beginning. */
  final int[] generation = new int[NUMBERS_MAX + 1];

  /** Listed, and not read yet. */
  final boolean[] pending = new boolean[NUMBERS_MAX + 1];

  int last;
  int cycles;
  int births;

  /** How many scans are over. */
  int scansOver;

  int phase;
  int cursor;
  boolean memberAtEnd;

  /** What the scanner knows: a node of {@link ScanJudge}. */
  int knowledge;

  SmallKernel(int numbers) {
    if (numbers > NUMBERS_MAX) {
      throw new IllegalArgumentException("at most " + NUMBERS_MAX + " numbers");
    }
    this.numbers = numbers;
  }

  long low() {
    long word = 0;
    for (int n = 1; n <= numbers; n++) {
      word = word << 2 | state[n];
      word = word << 1 | (member[n] ? 1 : 0);
      word = word << 3 | parent[n];
      word = word << 2 | generation[n];
      word = word << 1 | (pending[n] ? 1 : 0);
    }
    word = word << 3 | last;
    word = word << 3 | births;
    return word << 1 | (memberAtEnd ? 1 : 0);
  }

  long high() {
    long word = (long) knowledge << 3 | cycles;
    return ((word << 2 | scansOver) << 2 | phase) << 3 | cursor;
  }

  void load(long lowWord, long highWord) {
    long word = lowWord;
    memberAtEnd = (word & 1) != 0;
    births = (int) (word >>> 1 & 7);
    last = (int) (word >>> 4 & 7);
    word >>>= 7;
    for (int n = numbers; n >= 1; n--) {
      pending[n] = (word & 1) != 0;
      generation[n] = (int) (word >>> 1 & 3);
      parent[n] = (int) (word >>> 3 & 7);
      member[n] = (word >>> 6 & 1) != 0;
      state[n] = (int) (word >>> 7 & 3);
      word >>>= 9;
    }
    cursor = (int) (highWord & 7);
    phase = (int) (highWord >>> 3 & 3);
    scansOver = (int) (highWord >>> 5 & 3);
    cycles = (int) (highWord >>> 7 & 7);
    knowledge = (int) (highWord >>> 10);
  }

  boolean isVisible(int number) {
    return state[number] == ALIVE || state[number] == ZOMBIE;
  }

  boolean isForking(int number) {
    for (int n = 1; n <= numbers; n++) {
      if (state[n] == FORKING && parent[n] == number) {
        return true;
      }
    }
    return false;
  }

  /** A member that lives, or a fork of one in flight, of which then the parent lives. */
  boolean memberLives() {
    for (int n = 1; n <= numbers; n++) {
      if (member[n] && state[n] == ALIVE) {
        return true;
      }
    }
    return false;
  }

  /** Whether anybody who is no member may be born yet. */
  boolean foreignerLives() {
    for (int n = 1; n <= numbers; n++) {
      if (!member[n] && state[n] == ALIVE) {
        return true;
      }
    }
    return false;
  }

  boolean anyPending() {
    for (int n = 1; n <= numbers; n++) {
      if (pending[n]) {
        return true;
      }
    }
    return false;
  }

  /** Hands the next number out; whether one is free. */
  boolean beginFork(int forker) {
    int next = last;
    int cyclesPassed = 0;
    for (int tries = 0; tries < numbers; tries++) {
      if (++next > numbers) {
        next = 1;
        cyclesPassed++;
      }
      if (state[next] == FREE) {
        last = next;
        cycles += cyclesPassed;
        births++;
        state[next] = FORKING;
        member[next] = member[forker];
        parent[next] = forker;
        generation[next]++;
        return true;
      }
    }
    return false;
  }

  void exit(int number) {
    state[number] = ZOMBIE;
    for (int n = 1; n <= numbers; n++) {
      if (parent[n] == number) {
        parent[n] = INIT;
      }
    }
  }

  /** Collected, or its fork was aborted. What nobody can ask about any more is cleared. */
  void free(int number) {
    state[number] = FREE;
    member[number] = false;
    parent[number] = INIT;
  }
}
