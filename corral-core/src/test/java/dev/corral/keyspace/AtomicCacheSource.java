package dev.corral.keyspace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What keyspaces come from, with its flaws: atomic_cache's steps, written anew. */
final class AtomicCacheSource {
  private final BasicStore store;
  private final InstantSource clock;
  private final Duration lockTime;

  AtomicCacheSource(BasicStore store, InstantSource clock, Duration lockTime) {
    this.store = store;
    this.clock = clock;
    this.lockTime = lockTime;
  }

  void expire() {
    set("foo:lmt", now());
  }

  @Nullable
  String fetch(String child, Supplier<@Nullable String> generator) {
    while (true) {
      String present = get("foo:" + child + ":" + get("foo:lmt"));
      if (present != null) {
        return present;
      }
      if (!lock(child)) {
        String lastKnown = get("foo:" + child + ":lkk");
        return lastKnown == null ? null : get(lastKnown);
      }
      String start = now();
      String generated = generator.get();
      if (generated != null) {
        String key = "foo:" + child + ":" + start;
        set(key, generated);
        promote(child, key, start);
        unlock(child);
        return generated;
      }
      unlock(child);
    }
  }

  private void promote(String child, String key, String start) {
    set("foo:" + child + ":lkk", key);
    set("foo:lmt", start);
  }

  private boolean lock(String child) {
    long seconds = lockTime.toSeconds(); // rounded down, and to a server 0 means for ever
    Ttl ttl = seconds == 0 ? Ttl.NEVER : Ttl.seconds(seconds);
    return store.add(Key.raw("foo:" + child + ":lock"), new byte[] {1}, ttl).join();
  }

  private void unlock(String child) {
    store.delete(Key.raw("foo:" + child + ":lock")).join();
  }

  private String now() {
    return String.valueOf(clock.instant().getEpochSecond());
  }

  private @Nullable String get(String key) {
    return store.get(Key.raw(key)).join() instanceof Item item
        ? new String(item.value(), UTF_8)
        : null;
  }

  private void set(String key, String value) {
    store.set(Key.raw(key), value.getBytes(UTF_8), Ttl.NEVER).join();
  }
}
