package dev.corral.cli.demo.crowd;

import dev.corral.cli.demo.database.Page;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.codec.Codec;
import dev.corral.fault.CorralException;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CorralStats;
import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * As it is written everywhere: look, and on a miss load and store. Where there are namespaces, as
 * memcached's own wiki has it: a number per user, which is read first, is part of each of his keys,
 * and is counted up to invalidate them all.
 */
final class NaiveFrontend implements Frontend {
  /** Longer than a scene, and short for what is left behind. */
  private static final Duration GENERATION_TTL = Duration.ofMinutes(15);

  private final Place place;
  private final Plan plan;
  private final Source source;
  private final MemcachedStore store;
  private final MemcachedClient<String> client;
  private volatile int version;

  NaiveFrontend(Place place, Plan plan, Source source) {
    this.place = place;
    this.plan = plan;
    this.source = source;
    this.store = MemcachedStore.open(place.uri());
    this.client = store.client(Codec.strings());
  }

  @Override
  public Page get(int user, int page) throws SQLException {
    String key = null;
    try {
      key = key(version, user, page);
      String cached = client.get(key);
      if (cached != null) {
        return Page.parse(cached);
      }
    } catch (CorralException e) {
      // A cache that fails is no reason to fail: the database has it.
    }
    Page row = source.query(user, page);
    store(key, row);
    return row;
  }

  private void store(@Nullable String key, Page row) {
    if (key == null) {
      return;
    }
    try {
      client.set(key, row.text(), plan.ttl());
    } catch (CorralException e) {
      return; // nor is it here: the caller has his page
    }
  }

  private String key(int ofVersion, int user, int page) {
    String owner = plan.isNamespaced() ? user + "." + generation(user) : String.valueOf(user);
    return String.join(
        ":", place.prefix(), "page", String.valueOf(ofVersion), owner, String.valueOf(page));
  }

  private String generation(int user) {
    String key = generationKey(user);
    String known = client.get(key);
    if (known != null) {
      return known;
    }
    String begun = String.valueOf(System.currentTimeMillis()); // none that was used before
    if (client.add(key, begun, GENERATION_TTL)) {
      return begun;
    }
    String others = client.get(key);
    return others == null ? begun : others;
  }

  private String generationKey(int user) {
    return place.prefix() + ":generation:" + user;
  }

  @Override
  public void put(int user, int page, Page row) {
    client.set(key(version, user, page), row.text(), plan.ttl());
  }

  @Override
  public void invalidate(int user) {
    client.increment(generationKey(user), 1);
  }

  @Override
  public void flush(Duration period) {
    client.flushAll();
  }

  @Override
  public void deploy(int newVersion) {
    version = newVersion;
  }

  @Override
  public CorralStats stats() {
    return CorralStats.NONE; // nor is any value stale: what is past its ttl is gone
  }

  /** What is cached under earlier generations can't be found, and goes when its ttl is over. */
  @Override
  public void clear() {
    for (int user = 0; user < plan.users(); user++) {
      for (int page = 0; page < plan.pages(); page++) {
        for (int any = 0; any <= version; any++) {
          client.delete(key(any, user, page));
        }
      }
      client.delete(generationKey(user));
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
