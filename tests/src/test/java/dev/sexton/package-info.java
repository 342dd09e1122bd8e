/** What holds for the whole tree of sources: who may know whom, and how the code looks. */
@NullMarked
package dev.sexton;

import org.jspecify.annotations.NullMarked;
