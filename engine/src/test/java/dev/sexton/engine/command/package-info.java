/** The command, called in this JVM. */
@NullMarked
package dev.sexton.engine.command;

import org.jspecify.annotations.NullMarked;
