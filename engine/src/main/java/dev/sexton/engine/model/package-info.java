/**
 * What the engine means by its words: identities, attributions, verdicts, proofs and refusals.
 *
 * <p>Everything here depends on the JDK alone and holds no clock, no file and no native call.
 */
@NullMarked
package dev.sexton.engine.model;

import org.jspecify.annotations.NullMarked;
