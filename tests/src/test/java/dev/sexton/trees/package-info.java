/**
 * Random process trees, executed by real processes, sampled and reaped by the real product, and
 * compared with a plain model of who descends from whom; and the hot potato, a lineage of which
 * exactly one member lives at a time.
 */
@NullMarked
package dev.sexton.trees;

import org.jspecify.annotations.NullMarked;
