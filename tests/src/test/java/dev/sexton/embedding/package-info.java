/** A service that embeds the product: its register, its scopes, and what it is given to bear. */
@NullMarked
package dev.sexton.embedding;

import org.jspecify.annotations.NullMarked;
