package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * The algorithm that Corral's cache has learned from, as Cache::Memcached::Turnstile 0.01 has it:
 * each value is kept with a flag and its soft expiry, for its compute time longer than it is fresh.
 * Who finds it expired puts a placeholder in its place, loads, and sets. Whoever sees the
 * placeholder waits, asks once more, and then has nothing.
 */
final class TurnstileSource {
  private static final long THIRTY_DAYS = 30L * 24 * 60 * 60;

  private final Store store;
  private final Duration computeTime;
  private final Duration wait;

  /** What is stored: without a value it is a placeholder. */
  private record Kept(
      boolean isLocked, long expiry, @Nullable String value) {
    static final Kept PLACEHOLDER = new Kept(true, 0, null);

    byte[] toBytes() {
      String head = (isLocked ? "1 " : "0 ") + expiry;
      return (value == null ? head : head + " " + value).getBytes(UTF_8);
    }

    static Kept of(Item item) {
      String[] parts = new String(item.value(), UTF_8).split(" ", 3);
      return new Kept(
          parts[0].equals("1"), Long.parseLong(parts[1]), parts.length < 3 ? null : parts[2]);
    }
  }

  /** A wait of zero is taken for one that was not given. */
  TurnstileSource(Store store, Duration computeTime, Duration wait) {
    this.store = store;
    this.computeTime = computeTime;
    this.wait = wait.isZero() ? computeTime : wait;
  }

  /** The value, or null if another's load did not end in time. */
  @Nullable
  String get(String key, long ttlSeconds, Callable<String> loader) throws Exception {
    return get(Key.of("source", key), ttlSeconds, loader, true);
  }

  /** A long ttl is taken for a date. */
  private @Nullable String get(Key key, long ttl, Callable<String> loader, boolean patient)
      throws Exception {
    long seconds = ttl > THIRTY_DAYS ? ttl - now() : ttl;
    if (!(store.execute(Get.of(key).withDetails()).join() instanceof Item item)) {
      Put placeholder = Put.add(key, Kept.PLACEHOLDER.toBytes(), Ttl.of(computeTime));
      return loadIf(isStored(placeholder), key, seconds, loader, patient);
    }
    Kept kept = Kept.of(item);
    if (kept.value() != null && kept.expiry() > now()) {
      return kept.value();
    }
    Put placeholder =
        Put.set(key, Kept.PLACEHOLDER.toBytes(), Ttl.of(computeTime)).ifCas(item.cas());
    boolean isWinner = !kept.isLocked() && isStored(placeholder);
    return loadIf(isWinner, key, seconds, loader, patient);
  }

  private boolean isStored(Put put) {
    return store.execute(put).join().isStored();
  }

  private @Nullable String loadIf(
      boolean isWinner, Key key, long seconds, Callable<String> loader, boolean patient)
      throws Exception {
    if (isWinner) {
      String value = loader.call();
      long expiry = now() + seconds;
      Duration life = Duration.ofSeconds(Math.max(1, seconds)).plus(computeTime);
      store.set(key, new Kept(false, expiry, value).toBytes(), Ttl.of(life)).join();
      return value;
    }
    if (!patient) {
      return null;
    }
    long end = System.nanoTime() + wait.toNanos();
    Memcached.awaitUntil("the wait to be over", () -> System.nanoTime() - end >= 0);
    return get(key, seconds, loader, false);
  }

  private static long now() {
    return System.currentTimeMillis() / 1000;
  }
}
