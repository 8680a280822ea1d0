/**
 * JMH benchmarks of Corral's pieces beside those of other clients, such as
 * {@link dev.corral.benchmarks.RingLookupBenchmark}.
 */
@NullMarked
package dev.corral.benchmarks;

import org.jspecify.annotations.NullMarked;
