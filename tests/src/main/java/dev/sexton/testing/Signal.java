package dev.sexton.testing;

/** Signals by name, with the numbers that Linux gives them on x86, ARM, POWER and RISC-V. */
public enum Signal {
  HUP(1),
  INT(2),
  QUIT(3),
  KILL(9),
  USR1(10),
  USR2(12),
  PIPE(13),
  ALRM(14),
  TERM(15),
  CHLD(17),
  CONT(18),
  STOP(19),
  TSTP(20);

  private final int number;

  Signal(int number) {
    this.number = number;
  }

  public int number() {
    return number;
  }
}
