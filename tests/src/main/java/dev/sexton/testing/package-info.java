/**
 * Real process trees for tests: actors that a test scripts through handshakes, a second reader of
 * {@code /proc} that shares no code with the product, and the checks that nothing survives.
 *
 * <p>{@link dev.sexton.testing.ProcessWorld} is where to start; {@link
 * dev.sexton.testing.PidNamespace} is the same world inside a pid namespace with a small range of
 * numbers, for tests on numbers that are handed out twice.
 */
@NullMarked
package dev.sexton.testing;

import org.jspecify.annotations.NullMarked;
