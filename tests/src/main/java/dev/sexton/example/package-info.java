/** A complete runner service that embeds Sexton, short enough to copy from. */
@NullMarked
package dev.sexton.example;

import org.jspecify.annotations.NullMarked;
