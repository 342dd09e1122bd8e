package dev.sexton.engine.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Same, different, unknown: each part of an identity by itself. */
class ProcessIdentityTest {
  private static final int MANY = ProcessIdentity.TICKS_SUFFICE_FROM_PID_MAX;
  private static final int FEW = MANY - 1;

  private static final ProcessIdentity KNOWN = new ProcessIdentity(700, 50, 9_000);
  private static final ProcessIdentity WITHOUT_INODE =
      new ProcessIdentity(700, 50, ProcessIdentity.UNKNOWN_INODE);
  private static final ProcessIdentity WITHOUT_TICKS =
      new ProcessIdentity(700, ProcessIdentity.UNKNOWN_TICKS, 9_000);

  /** Both ways: who is compared with whom must not matter. */
  private static void assertMatch(
      ProcessIdentity a, ProcessIdentity b, int pidMax, IdentityMatch expected) {
    assertThat(a.match(b, pidMax)).isEqualTo(expected);
    assertThat(b.match(a, pidMax)).isEqualTo(expected);
  }

  @Test
  void equalPartsAreTheSame() {
    assertMatch(KNOWN, new ProcessIdentity(700, 50, 9_000), FEW, IdentityMatch.SAME);
  }

  @Test
  void anotherNumberIsAnotherProcess() {
    assertMatch(KNOWN, new ProcessIdentity(701, 50, 9_000), MANY, IdentityMatch.DIFFERENT);
  }

  @Test
  void otherTicksAreAnotherProcess() {
    assertMatch(WITHOUT_INODE, new ProcessIdentity(700, 51, 0), MANY, IdentityMatch.DIFFERENT);
    assertMatch(KNOWN, new ProcessIdentity(700, 51, 9_000), MANY, IdentityMatch.DIFFERENT);
  }

  @Test
  void anotherInodeIsAnotherProcess() {
    assertMatch(KNOWN, new ProcessIdentity(700, 50, 9_001), MANY, IdentityMatch.DIFFERENT);
  }

  @Test
  void ticksAloneIdentifyOnlyAmongManyNumbers() {
    assertMatch(KNOWN, WITHOUT_INODE, MANY, IdentityMatch.SAME);
    assertMatch(KNOWN, WITHOUT_INODE, FEW, IdentityMatch.UNKNOWN);
  }

  @Test
  void unknownTicksAreNeitherSameNorDifferent() {
    assertMatch(KNOWN, WITHOUT_TICKS, MANY, IdentityMatch.UNKNOWN);
    assertMatch(WITHOUT_INODE, WITHOUT_TICKS, MANY, IdentityMatch.UNKNOWN);
  }

  @Test
  void aMatchIsAsStrongAsWhatWasCompared() {
    assertThat(KNOWN.strengthWith(KNOWN)).isEqualTo(IdentityStrength.PIDFD_INODE);
    assertThat(KNOWN.strengthWith(WITHOUT_INODE)).isEqualTo(IdentityStrength.START_TICKS);
  }
}
