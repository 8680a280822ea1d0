package dev.corral.cache;

import dev.corral.scope.Stamp;
import dev.corral.shelf.Claim;
import dev.corral.shelf.Verdict;
import dev.corral.store.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a lookup has shown.
 *
 * @param ask what was asked, and for whom
 * @param verdict what the reply means
 * @param stamp what the value must carry
 * @param claim the right to store, if it was won
 * @param holder who has it, if it was lost: the item under whose CAS, or the token of the lock
 */
record Sighting<K, V>(
    Ask<K, V> ask,
    Verdict<V> verdict,
    Stamp stamp,
    @Nullable Claim claim,
    @Nullable Object holder) {

  /** The same, shown to others. */
  Sighting<K, V> with(List<Caller<K, V>> callers) {
    return new Sighting<>(ask.with(callers), verdict, stamp, claim, holder);
  }

  /** What a load by the holder would be claimed under. */
  @Nullable
  Object holderId() {
    return holder instanceof Item item ? item.cas() : holder;
  }

  /** The load that a sighting with a claim leads to. */
  Flight<K, V> flight(List<Caller<K, V>> callers) {
    return new Flight<>(
        ask.key(),
        ask.wire(),
        stamp,
        claim,
        verdict.kept(),
        verdict.servable(),
        ask.version(),
        callers);
  }
}
