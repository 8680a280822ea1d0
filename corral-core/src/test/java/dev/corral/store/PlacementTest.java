package dev.corral.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import org.junit.jupiter.api.Test;

class PlacementTest {
  private static final Key KEY = Key.of("key");

  private final MemoryStore store = MemoryStore.create();
  private final Placement placement = store.placement();

  @Test
  void aStoreInOnePlaceHasOnePlacementInWhichNoKeyEverMoves() {
    assertThat(store.placement()).isEqualTo(placement).hasSameHashCodeAs(placement);
    assertThat(placement.moves(KEY, store.placement())).isFalse();
    assertThat(placement.fingerprint())
        .isEqualTo(MemoryStore.create().placement().fingerprint());
  }

  @Test
  void anotherStoresPlacementIsAnother() {
    assertThat(MemoryStore.create().placement()).isNotEqualTo(placement);
  }

  @Test
  void whatIsAskedOfAPlacementIsDoneByTheStore() {
    assertThat(placement.execute(Put.add(KEY, new byte[] {1}, Ttl.NEVER)).join().isStored())
        .isTrue();
    assertThat(store.get(KEY).join()).isInstanceOf(Item.class);
    Item read = (Item) placement.execute(Get.of(KEY).withDetails()).join();
    assertThat(store
            .execute(Put.set(KEY, new byte[] {2}, Ttl.NEVER).ifCas(read.cas()))
            .join()
            .isStored())
        .isTrue();
    store.close();
    assertThatThrownBy(() -> placement.execute(Get.of(KEY)).join())
        .hasCauseInstanceOf(UnavailableException.class);
  }
}
