package dev.sexton.cases;

import dev.sexton.testing.Actor;
import dev.sexton.testing.ForkOptions;
import dev.sexton.testing.NoForeignOrphans;
import dev.sexton.testing.NoSurvivors;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.SampledRunner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A world of actors in the host's namespace, and a runner R in it that is sampled on demand. */
@ExtendWith(NoSurvivors.class)
@NoForeignOrphans
abstract class CaseWorld {

  @TempDir Path folder;

  private final List<SampledRunner> sampled = new ArrayList<>();
  private ProcessWorld world;

  @BeforeEach
  final void openWorld() {
    world = ProcessWorld.open();
  }

  @AfterEach
  final void closeWorld() {
    sampled.forEach(SampledRunner::close);
    world.close();
  }

  final ProcessWorld world() {
    return world;
  }

  final Path root() {
    return folder.resolve("journals");
  }

  /** A runner in the launcher's session and group, as a shell without job control starts one. */
  final SampledRunner runner() {
    return sample(SampledRunner.startRunner(world, "R", ForkOptions.none()));
  }

  /** Its census is committed on return; it is sampled again only on demand. */
  final SampledRunner sample(Actor runner) {
    SampledRunner run = SampledRunner.onDemand(root(), runner);
    sampled.add(run);
    return run;
  }

  /** A process that was there before the runner and records every signal. */
  final Actor bystander(String tag) {
    return world.stranger().fork(tag, ForkOptions.none().record());
  }
}
