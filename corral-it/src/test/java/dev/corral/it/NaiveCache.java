package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.function.Supplier;

/** What most applications do: get, and on a miss load and set. */
final class NaiveCache {
  private final BasicStore store;
  private final String name;
  private final Ttl ttl;

  NaiveCache(BasicStore store, String name, Duration ttl) {
    this.store = store;
    this.name = name;
    this.ttl = Ttl.of(ttl);
  }

  String get(String key, Supplier<String> loader) {
    Key wire = Key.of("naive", name, key);
    if (store.get(wire).join() instanceof Item item) {
      return new String(item.value(), UTF_8);
    }
    String value = loader.get();
    store.set(wire, value.getBytes(UTF_8), ttl).join();
    return value;
  }
}
