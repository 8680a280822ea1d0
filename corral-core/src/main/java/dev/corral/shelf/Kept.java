package dev.corral.shelf;

import dev.corral.codec.Envelope;
import dev.corral.codec.Lookup;
import dev.corral.load.Previous;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Optional;

/**
 * A value as the store had it. There is one for each hit, so what hardly anybody asks for is left
 * in the bytes.
 *
 * @param value the value, or that it is remembered that there is none
 * @param stamp which generations it belongs to
 * @param freshNanos how long it is fresh from now on, {@link Long#MAX_VALUE} for without end
 * @param bytes what it was read from
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares these
public record Kept<V>(Lookup<V> value, long stamp, long freshNanos, byte[] bytes) {
  /** What it was stored with. */
  public Envelope envelope() {
    return Envelope.open(bytes);
  }

  public Previous<V> previous() {
    Ttl ttl = envelope().ttl();
    return new Previous<>(
        value,
        ttl.isLimited()
            ? Optional.of(Duration.ofNanos(Math.max(0, ttl.toNanos() - freshNanos)))
            : Optional.empty());
  }
}
