package dev.sexton.engine.reap;

/** The signals that a reap sends, with their numbers on Linux (asm-generic and x86 agree). */
enum Signal {
  KILL(9),
  TERM(15),
  CONT(18),
  STOP(19);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }
}
