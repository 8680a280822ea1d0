package dev.corral.shelf;

import dev.corral.time.Ttl;
import java.time.Duration;

/**
 * By what values are read and kept.
 *
 * @param lease the life of a placeholder: it outlives every load, so that its expiry decides
 *     nothing
 * @param span how long an item is kept beyond its ttl, in whole seconds; it outlives every load too
 * @param window how long before the end of its life an item may be won: the cache's own span, even
 *     where a call's own options have a longer one, or it would refresh what was just stored
 * @param staleFor how long past its ttl a value may be served
 * @param staleAfterInvalidation whether a value of another stamp may be served like an old one
 * @param refreshAhead how long before the end of its ttl a value may be refreshed
 * @param earlyBeta how eagerly that is done by chance; 0 for not at all
 */
public record Terms(
    Ttl lease,
    Duration span,
    Duration window,
    Duration staleFor,
    boolean staleAfterInvalidation,
    Duration refreshAhead,
    double earlyBeta) {
  /** No ttl is longer. */
  public static final Duration LONGEST_TTL = Duration.ofDays(36_500);

  /** The same terms, for a call to a cache that has terms of its own. */
  public Terms within(Terms usual) {
    Duration least = window.compareTo(usual.window) < 0 ? window : usual.window;
    return new Terms(lease, span, least, staleFor, staleAfterInvalidation, refreshAhead, earlyBeta);
  }

  /** The same terms, by which whatever has less than this left to live may be won, too. */
  public Terms reaching(Duration left) {
    Duration most = window.compareTo(left) < 0 ? left : window;
    return new Terms(lease, span, most, staleFor, staleAfterInvalidation, refreshAhead, earlyBeta);
  }

  /** How long the store keeps a value that is fresh for so long. */
  public Ttl life(Ttl fresh) {
    return fresh.plus(span);
  }
}
