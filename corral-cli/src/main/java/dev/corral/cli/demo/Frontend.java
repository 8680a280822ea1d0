package dev.corral.cli.demo;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.metric.CacheEvent;
import dev.corral.store.Item;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** A process that answers its callers from the cache, and where it must, from the database. */
interface Frontend extends AutoCloseable {
  /** The value of a key, or null if the database has none. */
  @Nullable
  String get(String key) throws Exception;

  /** How many callers were given a value that was no longer fresh, where that can happen. */
  default OptionalLong stale() {
    return OptionalLong.empty();
  }

  @Override
  void close();

  /** How a frontend is made. */
  @FunctionalInterface
  interface Kind {
    /** A frontend for a scene, on the cache of that URI. */
    Frontend open(String uri, Scene scene, Database database);
  }

  /** As it is written everywhere: look, and on a miss load and store. */
  static Frontend naive(String uri, Scene scene, Database database) {
    Corral corral = Corral.open(uri);
    Store store = corral.store();
    Ttl ttl = Ttl.of(scene.ttl());
    return new Frontend() {
      @Override
      public String get(String name) throws Exception {
        Key key = Key.of("demo", name);
        if (store.get(key).join() instanceof Item item) {
          return new String(item.value(), StandardCharsets.UTF_8);
        }
        String value = database.query(name);
        store.set(key, value.getBytes(StandardCharsets.UTF_8), ttl).join();
        return value;
      }

      @Override
      public void close() {
        corral.close();
      }
    };
  }

  /** The same with Corral. */
  static Frontend corral(String uri, Scene scene, Database database) {
    Corral corral = Corral.open(uri);
    Cache<String, String> cache = corral.cache(
        "demo",
        Keys.strings(),
        Codec.strings(),
        o -> o.ttl(scene.ttl()).staleFor(scene.staleFor()));
    return new Frontend() {
      @Override
      public @Nullable String get(String name) {
        return cache.get(name, database::query);
      }

      @Override
      public OptionalLong stale() {
        return OptionalLong.of(cache.stats().count(CacheEvent.Kind.STALE));
      }

      @Override
      public void close() {
        corral.close();
      }
    };
  }
}
