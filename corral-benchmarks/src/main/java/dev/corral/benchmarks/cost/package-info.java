/**
 * Programs that print tables of what Corral costs on real servers, and how little that grows:
 * {@link dev.corral.benchmarks.cost.FlatCost} for the most part, and
 * {@link dev.corral.benchmarks.cost.CacheCost} for a hit.
 */
@NullMarked
package dev.corral.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
