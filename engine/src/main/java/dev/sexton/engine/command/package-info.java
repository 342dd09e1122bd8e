/** The command. */
@NullMarked
package dev.sexton.engine.command;

import org.jspecify.annotations.NullMarked;
