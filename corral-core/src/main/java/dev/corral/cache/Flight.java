package dev.corral.cache;

import dev.corral.key.Key;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Claim;
import dev.corral.shelf.Kept;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The load of one key, and those who wait for it in this process. */
final class Flight<K, V> {
  final K key;
  final Key wire;
  final Stamp stamp;

  /** The right to store; null if what is loaded is not stored. */
  final @Nullable Claim claim;

  /** The old value, if there is one. */
  final @Nullable Kept<V> old;

  final boolean servable;

  /** How often this process had changed the key when it was looked up. */
  final long version;

  /** Guarded by the lock of {@link Flights}, as what follows. */
  final List<Caller<K, V>> callers;

  boolean begun;
  long beganAt;

  Flight(
      K key,
      Key wire,
      Stamp stamp,
      @Nullable Claim claim,
      @Nullable Kept<V> old,
      boolean servable,
      long version,
      List<Caller<K, V>> callers) {
    this.key = key;
    this.wire = wire;
    this.stamp = stamp;
    this.claim = claim;
    this.old = old;
    this.servable = servable;
    this.version = version;
    this.callers = new ArrayList<>(callers);
  }

  /** A load whose result is not stored. */
  static <K, V> Flight<K, V> bare(K key, Key wire) {
    return new Flight<>(key, wire, Stamp.NONE, null, null, false, 0, List.of());
  }

  void giveSign(Duration computeTime) {
    if (claim != null) {
      claim.giveSign(computeTime);
    }
  }

  void giveBack() {
    if (claim != null) {
      claim.giveBack();
    }
  }
}
