package dev.corral.key;

/**
 * Says which segments a key of the user's own type consists of. {@link Keys} has those for common
 * types; for others it is a lambda:
 *
 * <pre>{@code
 * KeyEncoder<Seat> seats = (seat, out) -> out.string(seat.hall()).number(seat.row());
 * }</pre>
 *
 * <p>Keys that are not equal must be given different lists of segments, equal ones the same list,
 * in every process that shares the cache. Encoders are called by many threads at once.
 *
 * @param <K> the type of the keys
 */
@FunctionalInterface
public interface KeyEncoder<K> {
  /**
   * Writes the segments of a key, at least one. What it throws reaches the caller as it is.
   *
   * @param key the key
   * @param out where to write; it must not be used once this method has returned
   */
  void encode(K key, KeyWriter out);
}
