/**
 * Breaks the product on purpose, one assumption at a time, and demands that a test notices.
 *
 * <p>{@link dev.sexton.mutants.Mutants} is the list; {@link dev.sexton.mutants.MutantCheck} runs
 * it: the changed file is compiled into a folder of its own, which comes before the product's in a
 * class loader of another JVM, and there the tests named for the mutant are run until one fails.
 * The product's own files are never touched.
 */
@NullMarked
package dev.sexton.mutants;

import org.jspecify.annotations.NullMarked;
