package dev.sexton.mutants;

import java.util.ArrayList;
import java.util.List;

/**
 * One way to break the product.
 *
 * @param id its name on the command line and in the documentation
 * @param weakened what it makes the product do, in one sentence
 * @param promise what would no longer hold
 * @param edits the changes that make it; more than one where two checks cover for each other
 * @param killers the tests that notice, cheapest first: {@code ClassTest.method} or {@code
 *     ClassTest}, in any module
 */
public record Mutant(
    String id, String weakened, Promise promise, List<Edit> edits, List<String> killers) {
  public Mutant {
    edits = List.copyOf(edits);
    killers = List.copyOf(killers);
    if (edits.isEmpty() || killers.isEmpty()) {
      throw new IllegalArgumentException("mutant " + id + " changes nothing or has no killer");
    }
  }

  /** Begins a mutant that would break a promise. */
  static Builder breaking(Promise promise, String id) {
    return new Builder(promise, id);
  }

  /** Names the parts of a mutant, so that no two texts can be swapped. */
  static final class Builder {
    private final Promise promise;
    private final String id;
    private final List<Edit> edits = new ArrayList<>();
    private String weakened = "";
    private String type = "";

    private Builder(Promise promise, String id) {
      this.promise = promise;
      this.id = id;
    }

    /** What it makes the product do. */
    Builder by(String sentence) {
      weakened = sentence;
      return this;
    }

    /** The class whose file the next replacements are made in. */
    Builder in(String simpleName) {
      type = simpleName;
      return this;
    }

    Builder replace(String text, String replacement) {
      edits.add(new Edit(type, text, replacement));
      return this;
    }

    Builder remove(String text) {
      return replace(text, "");
    }

    Mutant caughtBy(String... killers) {
      return new Mutant(id, weakened, promise, edits, List.of(killers));
    }
  }
}
