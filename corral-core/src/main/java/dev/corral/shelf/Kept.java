package dev.corral.shelf;

import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.load.Previous;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Optional;

/**
 * A value as the store had it.
 *
 * @param value the value, or that it is remembered that there is none
 * @param envelope what it was stored with
 * @param remainingNanos how long the store keeps it, {@link Long#MAX_VALUE} for without end
 */
public record Kept<V>(Lookup<V> value, Envelope envelope, long remainingNanos) {
  /** How long the value is fresh from now on, {@link Long#MAX_VALUE} for without end. */
  public long freshNanos() {
    return envelope.freshNanos(remainingNanos);
  }

  public Previous<V> previous() {
    Ttl ttl = envelope.ttl();
    return new Previous<>(
        value,
        ttl.isLimited()
            ? Optional.of(Duration.ofNanos(Math.max(0, ttl.toNanos() - freshNanos())))
            : Optional.empty());
  }
}
