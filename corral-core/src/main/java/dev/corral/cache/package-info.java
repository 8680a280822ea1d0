/**
 * Get-or-compute without the herd: a {@link dev.corral.cache.Cache} lets one process load a value
 * while the others are given the old one, or wait. Within, a visit asks the shelf, lookups judge
 * the reply, the turnstile acts on it, and loads bring new values.
 */
@NullMarked
package dev.corral.cache;

import org.jspecify.annotations.NullMarked;
