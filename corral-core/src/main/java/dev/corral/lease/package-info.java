/**
 * Items that are made from an origin when they are missing: {@link dev.corral.lease.LeasedReads}
 * lets one process make them while the others wait. For recipes whose items are more than values of
 * a cache.
 */
@NullMarked
package dev.corral.lease;

import org.jspecify.annotations.NullMarked;
