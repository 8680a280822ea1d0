/**
 * How the callers of one process share what they have: a {@link dev.corral.crowd.CallerThread} is
 * lent to the load that its caller was chosen for, and {@link dev.corral.crowd.Near} copies serve
 * all. Nothing in here knows of a cache.
 */
@NullMarked
package dev.corral.crowd;

import org.jspecify.annotations.NullMarked;
