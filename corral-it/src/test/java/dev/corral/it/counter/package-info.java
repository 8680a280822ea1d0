/**
 * Counters on real memcached, of rows in a real database, with writers in several processes. The
 * {@link dev.corral.it.counter.CounterLog} tells which of the numbers that they read no moment had.
 */
@NullMarked
package dev.corral.it.counter;

import org.jspecify.annotations.NullMarked;
