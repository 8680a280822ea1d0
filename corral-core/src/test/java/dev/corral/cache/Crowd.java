package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Claim;
import dev.corral.shelf.Shelf;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.MemoryStore;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Callers of a cache that nobody answers but the test. */
final class Crowd {
  static final Stamp STAMP = Stamp.of(7);

  private final MemoryStore store = MemoryStore.create(o -> o.ticker(() -> 0));
  private final Object life = new Object();
  private final View<String, String> view;

  Crowd() {
    // A time that never comes. Lincheck looks into it, and can't into a queue with a comparator.
    Timer never = (delay, task) -> () -> {};
    Site site = Site.on(store).ticker(() -> 0).timer(never);
    CacheOptions<String, String> options =
        new CacheOptions<String, String>().ttl(Duration.ofSeconds(10)).validated();
    Turnstile<String, String> turnstile = new Turnstile<>(site, "c", Codec.strings(), options);
    view =
        new View<>(turnstile, site.prefix(), site.prefix(), Keys.strings(), options, Scopes.NONE);
  }

  /** A caller that came at a moment. */
  Caller<String, String> caller(String key, long since) {
    Visit<String, String> visit =
        new Visit<>(view, List.of(key), keys -> Map.of(), Runnable::run, since);
    return visit.callers.get(0);
  }

  /** A load under a claim of this number. */
  Flight<String, String> claimed(String key, long number) {
    Key wire = wire(key);
    Item item = Item.of(new byte[0], 0, Lease.WON, false).withDetails(number, life, 1);
    Claim claim = new Shelf<>(Site.on(store), Codec.strings()).claim(wire, item, false);
    return new Flight<>(key, wire, STAMP, claim, null, false, 0, List.of());
  }

  Flight<String, String> bare(String key) {
    return Flight.bare(key, wire(key));
  }

  Key wire(String key) {
    return view.wire(key);
  }

  /** What others see of a claim of this number. */
  Object claim(long number) {
    return Item.of(new byte[0], 0, Lease.LOST, false)
        .withDetails(number, life, 1)
        .cas();
  }
}
