package dev.corral.replica;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.site.Site;
import dev.corral.store.Placement;
import dev.corral.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Chooses the servers of the items: the same in all processes that know the same servers. */
/* design
 *
 * An item's keys differ by a number, the salt, and so lie on different servers by chance. The hub has
 * salt 0. Each further salt is a copy's if it is on a server that has neither the hub nor a copy yet,
 * until there are enough. If the servers do not suffice, one copy shares the hub's.
 */
final class Wheels<K> {
  private static final int SALTS = 128;
  private static final long MOST_KEPT = 10_000;

  private final Site site;
  private final Store store;
  private final KeyEncoder<? super K> encoder;
  private final int copies;
  private final KeyPrefix load;
  private final List<KeyPrefix> salted;
  private final AtomicReference<Era> era;
  private final Cache<Key, Wheel> known =
      Caffeine.newBuilder().maximumSize(MOST_KEPT).executor(Runnable::run).build();

  Wheels(Site site, Store store, String name, KeyEncoder<? super K> encoder, int copies) {
    this.site = site;
    this.store = store;
    this.encoder = encoder;
    this.copies = copies;
    this.load = site.prefix().with("corral-replica-load", name);
    KeyPrefix prefix = site.prefix().with("corral-replica", name);
    this.salted = IntStream.range(0, SALTS).mapToObj(salt -> prefix.with(salt)).toList();
    this.era = new AtomicReference<>(new Era(store.placement(), Long.MIN_VALUE));
  }

  Wheel of(K key) {
    Key hub = salted.get(0).encode(encoder, key);
    Era now = era.updateAndGet(known -> {
      Placement at = store.placement();
      return known.at().equals(at) ? known : new Era(at, site.clock().millis() + 1);
    });
    Wheel wheel = known.getIfPresent(hub);
    if (wheel == null || !wheel.era().equals(now)) {
      wheel = choose(now, hub, key);
      known.put(hub, wheel);
    }
    return wheel;
  }

  private Wheel choose(Era now, Key hub, K key) {
    List<Key> holders = new ArrayList<>(List.of(hub));
    Object hubsHome = now.at().home(hub);
    Set<Object> homes = new HashSet<>(Set.of(hubsHome));
    Key besideHub = null;
    for (int salt = 1; salt < SALTS && holders.size() <= copies; salt++) {
      Key candidate = salted.get(salt).encode(encoder, key);
      Object home = now.at().home(candidate);
      if (homes.add(home)) {
        holders.add(candidate);
      } else if (besideHub == null && home.equals(hubsHome)) {
        besideHub = candidate;
      }
    }
    if (holders.size() <= copies && besideHub != null) {
      holders.add(besideHub);
    }
    return new Wheel(now, List.copyOf(holders), load.encode(encoder, key));
  }

  /** Whether the servers are those of a wheel still. */
  boolean isNow(Wheel wheel) {
    return wheel.era().at().equals(store.placement());
  }

  /** A version greater than another, that is believed under the servers of now. */
  Version next(Wheel wheel, @Nullable Version newest) {
    long millis = Math.max(wheel.era().since(), site.clock().millis());
    return Version.after(newest, millis, site.random());
  }
}
