/**
 * How long things take: a {@link dev.corral.metric.LatencyHistogram} counts durations, and the
 * {@link dev.corral.metric.Latencies} taken from it tell their percentiles.
 */
@NullMarked
package dev.corral.metric;

import org.jspecify.annotations.NullMarked;
