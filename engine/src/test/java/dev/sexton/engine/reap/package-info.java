@NullMarked
package dev.sexton.engine.reap;

import org.jspecify.annotations.NullMarked;
