/** What every simulated history needs: where its choices come from, so that it can be repeated. */
@NullMarked
package dev.sexton.simulation;

import org.jspecify.annotations.NullMarked;
