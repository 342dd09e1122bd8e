package dev.sexton.trees;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.ProcessWorld;
import dev.sexton.testing.sexton.ReapCheck;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where trees are played one after the other: a world, and the product at work in it. */
abstract class TreeStage implements AutoCloseable {

  private final Numbers numbers;
  private final ProcessWorld world;
  private int trees = 1;

  TreeStage(Numbers numbers, ProcessWorld world) {
    this.numbers = numbers;
    this.world = world;
  }

  /**
   * Opens one.
   *
   * @param folder for the journals
   */
  static TreeStage open(Numbers numbers, Path folder) {
    TreeStage stage =
        numbers == Numbers.HOST ? new HostStage() : new NamespaceStage(numbers, folder);
    boolean opened = false;
    try {
      stage.prepare();
      opened = true;
      return stage;
    } finally {
      if (!opened) {
        stage.close();
      }
    }
  }

  /** All that the world consists of is foreign, and must not notice. */
  void prepare() {
    world.launcher().record();
    world.stranger().record();
  }

  final Numbers numbers() {
    return numbers;
  }

  /** Counts the trees that are played here after the first. */
  final int nextTree() {
    return ++trees;
  }

  /** Whether a scan here can be conclusive now; see {@link Numbers#allowConclusions}. */
  boolean allowsConclusions() {
    return true;
  }

  final ProcessWorld world() {
    return world;
  }

  /** Begins to sample a runner; its census is committed on return. */
  abstract void begin(Path root, Actor runner);

  abstract void sample();

  abstract void endSampling();

  /** Reaps the run that was begun last. */
  abstract ReapCheck reap(ReapOptions options);

  /** The processes that the world consists of, as far as they record their signals. */
  List<Actor> bystanders() {
    return new ArrayList<>(List.of(world.launcher(), world.stranger()));
  }

  @Override
  public void close() {
    world.close();
  }
}
