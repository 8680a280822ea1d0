/**
 * Programs that print tables of what Corral costs on real servers, and how little that grows:
 * {@link dev.corral.benchmarks.cost.FlatCost} for the most part.
 */
@NullMarked
package dev.corral.benchmarks.cost;

import org.jspecify.annotations.NullMarked;
