/** Hashes that are the same in every process: {@link dev.corral.hash.Hash64} makes them. */
@NullMarked
package dev.corral.hash;

import org.jspecify.annotations.NullMarked;
