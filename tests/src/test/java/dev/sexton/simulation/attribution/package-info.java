/** The attributor in small worlds whose truth is known. */
@NullMarked
package dev.sexton.simulation.attribution;

import org.jspecify.annotations.NullMarked;
