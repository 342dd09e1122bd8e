package dev.sexton.trees;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.ReapAttempt;
import dev.sexton.testing.sexton.ReapCheck;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The host. The product runs in this JVM. */
final class HostStage extends TreeStage {

  private @Nullable SampledRunner sampled;

  HostStage() {
    super(Numbers.HOST, ProcessWorld.open());
  }

  private SampledRunner sampled() {
    return Objects.requireNonNull(sampled);
  }

  @Override
  void begin(Path root, Actor runner) {
    sampled = SampledRunner.onDemand(root, runner);
  }

  @Override
  void sample() {
    sampled().sample();
  }

  @Override
  void endSampling() {
    sampled().close();
  }

  @Override
  ReapCheck reap(ReapOptions options) {
    return ReapAttempt.over(world(), sampled().directory()).options(before -> options).go();
  }

  @Override
  public void close() {
    SampledRunner current = sampled;
    if (current != null) {
      current.close();
    }
    super.close();
  }
}
