/** Reports as JSON: what the command prints, and the certificates that a reap keeps. */
@NullMarked
package dev.sexton.engine.report;

import org.jspecify.annotations.NullMarked;
