/** Tests of identities. */
@NullMarked
package dev.sexton.engine.model;

import org.jspecify.annotations.NullMarked;
