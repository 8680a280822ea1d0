package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Servers that close connections which nobody uses are kept from it. */
class IdleTimeoutIT {
  private static final Key KEY = Samples.key("idle", 0);

  @Test
  void aServerThatTellsItsIdleTimeoutClosesNoConnection() {
    try (Memcached memcached = Memcached.with("-o", "idle_timeout=1").start();
        MemcachedStore store = MemcachedStore.open(
            Nodes.list(memcached), options -> options.deadline(Nodes.PATIENCE))) {
      store.set(KEY, Samples.value(KEY), Ttl.NEVER).join();
      // It looks for idle connections every now and then, and closes them within three seconds.
      Load.goOnFor(Duration.ofMillis(3_500));
      assertThat(memcached.stats()).containsEntry("idle_kicks", "0");
      Nodes.assertAnswered(store, KEY);
      assertThat(store.nodes().get(0).errors()).isZero();
    }
  }
}
