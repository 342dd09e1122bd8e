@NullMarked
package dev.sexton.engine.census;

import org.jspecify.annotations.NullMarked;
