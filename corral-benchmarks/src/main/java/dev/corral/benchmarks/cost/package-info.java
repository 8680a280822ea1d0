/**
 * Tables of what Corral costs, mostly on real servers, and how little that grows:
 * {@link dev.corral.benchmarks.cost.Costs} prints those that are asked for.
 */
@NullMarked
package dev.corral.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
