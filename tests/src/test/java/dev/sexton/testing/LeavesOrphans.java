package dev.sexton.testing;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that leave an orphan, for {@link GatedTestsTest}, which runs them. */
final class LeavesOrphans {

  private LeavesOrphans() {}

  /** They are closed, and everything is ended, after each. */
  abstract static class Orphaning {
    private ProcessWorld world;

    @BeforeEach
    final void open() {
      world = ProcessWorld.open();
    }

    @AfterEach
    final void close() {
      world.close();
    }

    final Actor leaveOrphan() {
      return world.launcher().fork("orphan", ForkOptions.none().daemon());
    }

    final void leaveNone() {
      world.launcher().fork("child");
    }
  }

  static final class WithoutTheGate extends Orphaning {
    @Test
    void leavesOne() {
      leaveOrphan();
    }

    @Test
    void leavesNone() {
      leaveNone();
    }
  }

  @MayOrphan
  static class OfClass extends Orphaning {
    @Test
    void leavesOne() {
      leaveOrphan();
    }
  }

  static final class Inheriting extends OfClass {}

  static final class OfMethod extends Orphaning {
    @Test
    @MayOrphan
    void leavesOne() {
      leaveOrphan();
    }

    @Test
    @NoForeignOrphans
    void leavesOneWhileNobodyElseDoes() {
      leaveOrphan();
    }
  }

  @NoForeignOrphans
  static final class MethodBeforeClass {
    @Test
    void ofTheClass() {
      HostOrphanGate.ofThisUser().noForeignOrphans().close();
    }

    /** It would be given if the class's went before. */
    @Test
    @MayOrphan
    void ofTheMethod() {
      HostOrphanGate.ofThisUser().noForeignOrphans().close();
    }
  }

  static final class WithBoth {
    @Test
    @MayOrphan
    @NoForeignOrphans
    void hasBoth() {}
  }
}
