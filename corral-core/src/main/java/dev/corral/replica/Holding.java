package dev.corral.replica;

import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Item;
import org.jspecify.annotations.Nullable;

/**
 * What a holder has said.
 *
 * @param index which one of the wheel's
 * @param key its key
 * @param item what is there, be it a placeholder; null if nothing is, or it did not answer
 * @param version whose put that comes from; null if it is none, or none to be believed
 * @param fault why it did not answer; null if it did
 */
record Holding(
    int index,
    Key key,
    @Nullable Item item,
    @Nullable Version version,
    @Nullable Throwable fault) {

  boolean isOf(Version other) {
    return other.equals(version);
  }

  /** Whether it is known to have nothing, or something older. */
  boolean isBehind(Version other) {
    return fault == null && (version == null || version.compareTo(other) < 0);
  }

  /** Its state; null if there is nothing to insist on. */
  @Nullable
  Cas cas() {
    return item != null && item.hasCas() ? item.cas() : null;
  }
}
