/** A host of a few scripted processes behind the product's seams, for tests of single decisions. */
@NullMarked
package dev.sexton.engine.fake;

import org.jspecify.annotations.NullMarked;
