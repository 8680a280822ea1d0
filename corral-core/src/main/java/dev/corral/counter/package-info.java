/**
 * Counts of what is in a database, without counting it each time. A
 * {@link dev.corral.counter.Counter} keeps the number in the store, and changes it when a
 * transaction has changed the truth.
 */
@NullMarked
package dev.corral.counter;

import org.jspecify.annotations.NullMarked;
