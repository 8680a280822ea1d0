package dev.corral.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import org.jspecify.annotations.Nullable;

/** Tries the life of a value as a cache has it: missed, computed, invalidated, computed again. */
final class LeaseProbe {
  private static final Ttl TTL = Ttl.seconds(30);
  private static final int SOME_FLAGS = 1; // 0 is for placeholders

  private final Store store;
  private final Key key;

  LeaseProbe(Store store, Key key) {
    this.store = store;
    this.key = key;
  }

  /** What was not as it should be, or null. Throws what the store throws. */
  @Nullable
  String trouble() {
    Item missed = read();
    if (missed == null || missed.lease() != Lease.WON || !missed.hasCas()) {
      return "a miss gave no lease";
    }
    Item second = read();
    if (second == null || second.lease() != Lease.LOST) {
      return "two callers got the lease of one miss";
    }
    if (!commit("one", missed.cas())) {
      return "the winner of a lease could not store its value";
    }
    Item stored = read();
    if (stored == null || stored.isStale() || !new String(stored.value(), UTF_8).equals("one")) {
      return "what was stored was not read again";
    }
    if (Answers.join(store.execute(Delete.of(key).markingStale(TTL))) != DeleteOutcome.DELETED) {
      return "a value could not be marked stale";
    }
    Item stale = read();
    if (stale == null || !stale.isStale() || stale.lease() != Lease.WON) {
      return "a stale value gave no lease";
    }
    return commit("late", missed.cas()) ? "a lease was used twice" : null;
  }

  private @Nullable Item read() {
    return Answers.join(store.execute(Get.of(key).withLease(TTL))) instanceof Item item
        ? item
        : null;
  }

  private boolean commit(String value, Cas cas) {
    Put put = Put.set(key, value.getBytes(UTF_8), TTL).withFlags(SOME_FLAGS).ifCas(cas);
    return Answers.join(store.execute(put)).isStored();
  }
}
