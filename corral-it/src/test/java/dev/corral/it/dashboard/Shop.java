package dev.corral.it.dashboard;

import static java.util.Objects.requireNonNull;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.dashboard.Dashboard;
import dev.corral.fault.CorralException;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A shop with something to show: three real servers, two caches with readers, namespaces that are
 * invalidated now and then, and its dashboard. It is open for as long as the test class.
 */
final class Shop implements BeforeAllCallback, AfterAllCallback {
  private static final int READERS = 4;
  private static final int USERS = 200;
  private static final int ARTICLES = 60;
  private static final Duration QUERY = Duration.ofMillis(15);
  private static final Duration BETWEEN_READS = Duration.ofMillis(10);

  private final List<Memcached> servers =
      List.of(Memcached.with(), Memcached.with(), Memcached.with());
  private final ExecutorService readers = Executors.newCachedThreadPool();
  private @Nullable MemcachedStore store;
  private @Nullable Corral corral;
  private @Nullable Dashboard dashboard;
  private volatile boolean isClosed;

  @Override
  public void beforeAll(ExtensionContext context) {
    servers.forEach(Memcached::start);
    store = MemcachedStore.open(
        Nodes.list(servers.toArray(Memcached[]::new)),
        options -> options.connectTimeout(Nodes.PATIENCE));
    corral = Corral.on(store);
    Cache<Integer, String> users = corral.cache(
        "user",
        Keys.ints(),
        Codec.strings(),
        options -> options.ttl(Duration.ofSeconds(10)).staleFor(Duration.ofSeconds(10)));
    Cache<Integer, String> articles = corral.cache(
        "article", Keys.ints(), Codec.strings(), options -> options.ttl(Duration.ofSeconds(6)));
    for (int i = 0; i < READERS; i++) {
      readers.execute(() -> read(users, articles));
    }
    dashboard = Dashboard.serve(corral, 0);
  }

  private void read(Cache<Integer, String> users, Cache<Integer, String> articles) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    while (!isClosed) {
      int user = random.nextInt(USERS);
      int article = random.nextInt(ARTICLES);
      try {
        users.in(corral().namespace("userId", user)).get(user, Shop::query);
        articles.get(article, Shop::query);
        if (random.nextInt(100) == 0) {
          corral().namespace("userId", user).invalidate();
        }
        if (random.nextInt(300) == 0) {
          corral().namespace("articleId", article).invalidate();
        }
      } catch (CorralException e) {
        // A server is down on purpose, and this was an invalidation.
      }
      LockSupport.parkNanos(BETWEEN_READS.toNanos());
    }
  }

  private static String query(int id) {
    LockSupport.parkNanos(QUERY.toNanos());
    return "No. " + id;
  }

  Memcached server(int number) {
    return servers.get(number);
  }

  MemcachedStore store() {
    return requireNonNull(store);
  }

  Corral corral() {
    return requireNonNull(corral);
  }

  Dashboard dashboard() {
    return requireNonNull(dashboard);
  }

  @Override
  public void afterAll(ExtensionContext context) throws InterruptedException {
    isClosed = true;
    readers.shutdown();
    readers.awaitTermination(Nodes.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    if (dashboard != null) {
      dashboard.close();
    }
    if (corral != null) {
      corral.close();
    }
    servers.forEach(Memcached::close);
  }
}
