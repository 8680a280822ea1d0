/**
 * JMH benchmarks of the pieces that a call is made of, one class each, such as
 * {@link dev.corral.benchmarks.piece.RingLookupBenchmark}; nothing in them waits for a server.
 */
@NullMarked
package dev.corral.benchmarks.piece;

import org.jspecify.annotations.NullMarked;
