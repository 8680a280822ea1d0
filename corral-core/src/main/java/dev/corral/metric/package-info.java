/**
 * What happened, and how long it took: the {@link dev.corral.metric.CacheStats} of a cache, the
 * same as {@link dev.corral.metric.CacheEvent}s for a {@link dev.corral.metric.CacheListener}, both
 * for atomic caches too, and {@link dev.corral.metric.Latencies} with their percentiles. All that a
 * corral has counted is its {@link dev.corral.metric.CorralStats}.
 */
@NullMarked
package dev.corral.metric;

import org.jspecify.annotations.NullMarked;
