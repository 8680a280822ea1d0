/**
 * Time as Corral takes it: a {@link dev.corral.time.Ticker} and a {@link dev.corral.time.Timer}
 * that tests can move, and the {@link dev.corral.time.Ttl} that says how long an item lives.
 */
@NullMarked
package dev.corral.time;

import org.jspecify.annotations.NullMarked;
