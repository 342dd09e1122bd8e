/** The command as its users start it: through the launcher, as a process of its own. */
@NullMarked
package dev.sexton.command;

import org.jspecify.annotations.NullMarked;
