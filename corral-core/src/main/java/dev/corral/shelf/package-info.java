/**
 * Cached values as the store holds them: the {@link dev.corral.shelf.Shelf} reads and writes them,
 * a {@link dev.corral.shelf.Verdict} says what a reply means, and a {@link dev.corral.shelf.Claim}
 * is the right to store the next one.
 */
@NullMarked
package dev.corral.shelf;

import org.jspecify.annotations.NullMarked;
