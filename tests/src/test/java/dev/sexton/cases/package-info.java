/**
 * Stories on real process trees: reports from the field, each named by its number, and what the
 * kernel can do to a lineage.
 */
@NullMarked
package dev.sexton.cases;

import org.jspecify.annotations.NullMarked;
