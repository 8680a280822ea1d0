package dev.corral.load;

import dev.corral.codec.Lookup;
import java.time.Duration;
import java.util.Optional;

/**
 * What was cached before, so that a load can be spared or made cheaper: by an ETag in the value,
 * say, or by the time since it was stored.
 *
 * @param value the value; absent if it was remembered that there is none
 * @param age how long ago it was stored, to the second on a memcached server; empty if nobody
 *     knows, since it was stored without an expiry
 * @param <V> the kind of value
 */
public record Previous<V>(Lookup<V> value, Optional<Duration> age) {}
