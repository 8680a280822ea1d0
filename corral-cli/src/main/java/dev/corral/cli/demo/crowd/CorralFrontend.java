package dev.corral.cli.demo.crowd;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.cli.demo.database.Page;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.codec.Codec;
import dev.corral.key.KeyPrefix;
import dev.corral.key.Keys;
import dev.corral.metric.CorralStats;
import dev.corral.namespace.Namespace;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;

/** With Corral. */
final class CorralFrontend implements Frontend {
  private static final String FIELD = "user";

  /**
   * Servers count whole seconds, and may keep an item for almost one less than they are told.
   * Corral makes up for it. Here both ways shall have a value for equally long.
   */
  private static final Duration MADE_UP_FOR = Duration.ofSeconds(1);

  private final Place place;
  private final Plan plan;
  private final Source source;
  private final Corral corral;

  /** One for each version that was deployed; the last is in use. */
  private final List<Cache<String, String>> caches = new CopyOnWriteArrayList<>();

  CorralFrontend(Place place, Plan plan, Source source) {
    this.place = place;
    this.plan = plan;
    this.source = source;
    this.corral = Corral.open(place.uri(), site -> site.prefix(place.prefix()));
    deploy(0);
  }

  @Override
  public void deploy(int version) {
    caches.add(corral.cache(
        "page-" + version,
        Keys.strings(),
        Codec.strings(),
        o -> o.ttl(plan.ttl().minus(MADE_UP_FOR)).staleFor(plan.staleFor())));
  }

  @Override
  public Page get(int user, int page) {
    String text =
        cache(user).get(key(user, page), key -> source.query(user, page).text());
    return Page.parse(Objects.requireNonNull(text, "the database has all pages"));
  }

  private Cache<String, String> cache(int user) {
    return of(user, caches.get(caches.size() - 1));
  }

  private Cache<String, String> of(int user, Cache<String, String> cache) {
    return plan.isNamespaced() ? cache.in(namespace(user)) : cache;
  }

  private static String key(int user, int page) {
    return user + "/" + page;
  }

  private Namespace namespace(int user) {
    return corral.namespace(FIELD, user);
  }

  @Override
  public void put(int user, int page, Page row) {
    cache(user).put(key(user, page), row.text());
  }

  @Override
  public void invalidate(int user) {
    namespace(user).invalidate();
  }

  @Override
  public void flush(Duration period) {
    corral.namespaces().rollingFlush(period);
  }

  @Override
  public CorralStats stats() {
    return corral.stats();
  }

  /** The bookkeeping of namespaces too, which would otherwise stay for days. */
  @Override
  public void clear() {
    Store store = corral.store();
    KeyPrefix keys = KeyPrefix.of(place.prefix());
    for (int user = 0; user < plan.users(); user++) {
      for (int page = 0; page < plan.pages(); page++) {
        for (Cache<String, String> cache : caches) {
          of(user, cache).invalidate(key(user, page));
        }
      }
      store.delete(keys.key("___counter", FIELD, String.valueOf(user))).join();
    }
    store.delete(keys.key("corral-evidence")).join();
  }

  @Override
  public void close() {
    corral.close();
  }
}
