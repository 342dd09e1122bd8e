package dev.sexton.trees;

import dev.sexton.engine.reap.ReapOptions;
import dev.sexton.testing.Actor;
import dev.sexton.testing.PidNamespace;
import dev.sexton.testing.sexton.NamespaceSexton;
import dev.sexton.testing.sexton.ReapCheck;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A pid namespace. The product runs in a JVM inside it, one for all its trees. */
final class NamespaceStage extends TreeStage {

  private final PidNamespace namespace;
  private final int pidMax;
  private final Path folder;
  private @Nullable NamespaceSexton sexton;

  NamespaceStage(Numbers numbers, Path folder) {
    this(numbers, numbers.pidMax(), folder);
  }

  private NamespaceStage(Numbers numbers, int pidMax, Path folder) {
    this(numbers, pidMax, PidNamespace.open(pidMax), folder);
  }

  private NamespaceStage(Numbers numbers, int pidMax, PidNamespace namespace, Path folder) {
    super(numbers, namespace);
    this.pidMax = pidMax;
    this.namespace = namespace;
    this.folder = folder;
  }

  @Override
  void prepare() {
    super.prepare();
    namespace.init().record();
    // Recording took that back.
    namespace.init().collectChildren(true);
    sexton = NamespaceSexton.start(namespace, "sexton", folder);
    if (numbers() == Numbers.SCARCE) {
      // Numbers below it are handed out once only.
      namespace.stranger().burnPids(PidNamespace.FIRST_REUSED_PID);
    }
  }

  private NamespaceSexton sexton() {
    return Objects.requireNonNull(sexton);
  }

  @Override
  boolean allowsConclusions() {
    return numbers().allowConclusions(pidMax);
  }

  @Override
  void begin(Path root, Actor runner) {
    sexton = sexton().over(root);
    sexton().add(runner);
  }

  @Override
  void sample() {
    sexton().sample();
  }

  @Override
  void endSampling() {
    sexton().closeSampler();
  }

  @Override
  ReapCheck reap(ReapOptions options) {
    return sexton().reap(options);
  }

  @Override
  List<Actor> bystanders() {
    List<Actor> all = super.bystanders();
    all.add(namespace.init());
    return all;
  }
}
