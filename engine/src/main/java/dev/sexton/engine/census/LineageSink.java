package dev.sexton.engine.census;

import dev.sexton.engine.attribution.KnownProcess;
import dev.sexton.engine.attribution.Pass;
import org.jspecify.annotations.Nullable;

/** Takes what a pass found out about one run. */
interface LineageSink {
  /** Keeps nothing. */
  LineageSink NONE =
      new LineageSink() {
        @Override
        public void born(KnownProcess p) {}

        @Override
        public void changed(KnownProcess p) {}

        @Override
        public void gone(int pid, long startTicks) {}

        @Override
        public void passEnded(Pass pass, @Nullable Pass quietBefore, PassOutcome outcome) {}
      };

  /** A process that was not known before. */
  void born(KnownProcess p);

  /** A process of which something is known that was not known before. */
  void changed(KnownProcess p);

  /** A process that has been collected. */
  void gone(int pid, long startTicks);

  /**
   * The pass is over.
   *
   * @param quietBefore the pass before it, if that showed nothing
   */
  void passEnded(Pass pass, @Nullable Pass quietBefore, PassOutcome outcome);

  /**
   * How a pass went.
   *
   * @param clean as for {@link dev.sexton.engine.attribution.Attributor#endPass}
   * @param partial whether somebody could not be read
   */
  record PassOutcome(boolean clean, boolean partial) {}
}
