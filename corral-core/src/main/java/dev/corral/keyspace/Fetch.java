package dev.corral.keyspace;

import dev.corral.codec.Lookup;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.keyspace.Place.Reading;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.lock.Hold;
import dev.corral.metric.AtomicCacheEvent.Kind;
import dev.corral.metric.AtomicCacheMeter;
import dev.corral.site.Site;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One call of an atomic cache. */
/* design
 *
 *   the value of the last modified time is there ───────────────────────────────► return it
 *   not there ─► lock ─► acquired ─► read again ─► there: release ──────────────► return it
 *                   │                           └► not there: generate, store,
 *                   │                              move the last known key, release ► return it
 *                   ├──► held by another ─► the last known value ───────────────► return it
 *                   │                    └► none: pause and read again, and again ► return it
 *                   │                                                 until it is ► the fallback
 *                   └──► unavailable, as any fault of the store: generate ──────► return it
 *
 * A value is stored under the time that was read under the lock, before it was generated. So what an
 * expiry meets half-way is stored where nobody looks any more, but for those who want the last known
 * value. And since whoever has the lock reads again first, there is one generation for each expiry,
 * as long as no generation outlives the lock.
 *
 * What the store does wrong never reaches the caller, for there is a generator; save that it is set
 * up wrong, for that does not pass, and each call would generate. What the generator does wrong always
 * does; so the two are never in the same try.
 */
final class Fetch<V> {
  private static final Logger log = LoggerFactory.getLogger(Fetch.class);

  private final Site site;
  private final Place<V> place;
  private final String keyspace;
  private final AtomicCacheOptions<V> options;
  private final AtomicCacheMeter meter;
  private final Rounds<V> rounds;
  private final Callable<? extends @Nullable V> generator;

  Fetch(
      Site site,
      Place<V> place,
      String keyspace,
      AtomicCacheOptions<V> options,
      AtomicCacheMeter meter,
      Rounds<V> rounds,
      Callable<? extends @Nullable V> generator) {
    this.site = site;
    this.place = place;
    this.keyspace = keyspace;
    this.options = options;
    this.meter = meter;
    this.rounds = rounds;
    this.generator = generator;
  }

  /** Where a caller stands who has asked the store. */
  private sealed interface Standing<V> {
    record Served<V>(Lookup<V> value) implements Standing<V> {}

    record Chosen<V>(Hold hold, long timestamp) implements Standing<V> {}

    record Waiting<V>() implements Standing<V> {}
  }

  @Nullable
  V run() {
    Standing<V> standing;
    try {
      standing = ask();
    } catch (CorralException fault) {
      return generateAlone(fault);
    }
    if (standing instanceof Standing.Served<V> served) {
      return served.value().orNull();
    }
    return standing instanceof Standing.Chosen<V> chosen ? regenerate(chosen) : await();
  }

  private Standing<V> ask() {
    Lookup<V> present = place.read().value();
    count(present == null ? Kind.READ_NOT_PRESENT : Kind.READ_PRESENT);
    if (present != null) {
      return new Standing.Served<>(present);
    }
    Acquisition tried = place.lock(options.generateTtl()).tryAcquire();
    if (tried instanceof Unavailable unavailable) {
      throw unavailable.fault();
    }
    if (tried instanceof Acquired acquired) {
      return chosen(acquired.hold());
    }
    count(Kind.GENERATED_BY_OTHER);
    Lookup<V> known = lastKnown();
    return known == null ? new Standing.Waiting<>() : new Standing.Served<>(known);
  }

  private @Nullable Lookup<V> lastKnown() {
    Lookup<V> known = place.lastKnown();
    count(known == null ? Kind.LAST_KNOWN_NOT_PRESENT : Kind.LAST_KNOWN_PRESENT);
    return known;
  }

  /** Whoever had the lock before may have done it all. */
  private Standing<V> chosen(Hold hold) {
    Reading<V> again;
    try {
      again = place.read();
    } catch (RuntimeException | Error e) {
      hold.close();
      throw e;
    }
    Lookup<V> present = again.value();
    if (present == null) {
      return new Standing.Chosen<>(hold, again.timestamp());
    }
    hold.close();
    count(Kind.GENERATED_BY_OTHER);
    return new Standing.Served<>(present);
  }

  private @Nullable V regenerate(Standing.Chosen<V> chosen) {
    V value;
    byte[] sealed;
    try {
      value = generate();
      sealed = value == null && !options.isCachingAbsent() ? null : place.seal(value);
    } catch (RuntimeException | Error e) {
      chosen.hold().close();
      throw e;
    }
    try {
      if (sealed != null) {
        place.add(chosen.timestamp(), sealed, options.ttl());
      }
      if (!options.minRegenerateInterval().isZero()) {
        chosen.hold().releaseAfter(options.minRegenerateInterval());
        return value;
      }
    } catch (ConfigurationException e) {
      chosen.hold().close();
      throw e;
    } catch (CorralException fault) {
      count(Kind.STORE_ERROR);
      log.warn("what was generated for {} may not be stored: {}", keyspace, fault.getMessage());
    }
    chosen.hold().close();
    return value;
  }

  private @Nullable V generateAlone(CorralException fault) {
    if (fault instanceof ConfigurationException) {
      throw fault;
    }
    count(Kind.STORE_ERROR);
    log.debug("{} is generated without the store: {}", keyspace, fault.getMessage());
    long began = site.ticker().nanos();
    try {
      return rounds.generate(place.lockKey(), this::generate);
    } catch (InterruptedException e) {
      throw interruptedSince(began);
    }
  }

  private @Nullable V generate() {
    long began = site.ticker().nanos();
    try {
      return generator.call();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      throw new LoadException(
          "generating " + keyspace + " failed: " + e.getClass().getName(), e);
    } finally {
      meter.count(Kind.GENERATED_BY_ME, keyspace, site.ticker().nanos() - began);
    }
  }

  private @Nullable V await() {
    long began = site.ticker().nanos();
    Lookup<V> found;
    try {
      found = awaitValue();
    } catch (InterruptedException e) {
      throw interruptedSince(began);
    } catch (CorralException fault) {
      return generateAlone(fault);
    } finally {
      meter.count(Kind.WAIT_RUN, keyspace, site.ticker().nanos() - began);
    }
    if (found != null) {
      return found.orNull();
    }
    count(Kind.WAIT_GIVE_UP);
    return options.fallback().get();
  }

  private StillLoadingException interruptedSince(long began) {
    Thread.currentThread().interrupt();
    return new StillLoadingException("interrupted after "
        + (site.ticker().nanos() - began) / 1_000_000
        + " ms of waiting for another's generation of " + keyspace);
  }

  private @Nullable Lookup<V> awaitValue() throws InterruptedException {
    for (int attempt = 1; attempt <= options.maxRetries(); attempt++) {
      pause(options.drawPause(attempt, site.random()));
      Lookup<V> found = place.read().value();
      if (found != null) {
        return found;
      }
    }
    // What was generated meanwhile may have expired meanwhile too. It is better than nothing.
    return options.maxRetries() == 0 ? null : lastKnown();
  }

  private void pause(Duration time) throws InterruptedException {
    CompletableFuture<Boolean> over = new CompletableFuture<>();
    Timer.Alarm alarm = site.timer().after(time, () -> over.complete(true));
    try {
      boolean unused = over.get();
    } catch (ExecutionException e) {
      throw new AssertionError(e); // nobody fails it
    } finally {
      alarm.cancel();
    }
  }

  private void count(Kind kind) {
    meter.count(kind, keyspace);
  }
}
