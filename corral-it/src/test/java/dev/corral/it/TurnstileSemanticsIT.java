package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.cache.Fallback;
import dev.corral.cache.Refresh;
import dev.corral.key.Key;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.store.Get;
import dev.corral.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a turnstile does in each of its states, between two processes. */
class TurnstileSemanticsIT {
  private static final Duration A_WHILE = Duration.ofMillis(300);

  private final Memcached server = Memcached.with();
  private final CountDownLatch word = new CountDownLatch(1);
  private CacheNode ours;
  private CacheNode theirs;
  private Cache<String, String> cache;

  @BeforeEach
  void start() {
    server.start();
    ours = CacheNode.on(server.server(), TurnstileSemanticsIT::options);
    theirs = CacheNode.on(server.server(), TurnstileSemanticsIT::options);
    cache = ours.cache;
  }

  @AfterEach
  void end() {
    word.countDown();
    ours.close();
    theirs.close();
    server.close();
  }

  private static CacheOptions<String, String> options(CacheOptions<String, String> options) {
    return options.ttl(MINUTE).computeTime(SECOND);
  }

  /** The other process has won the key, and loads until it is given the word. */
  private Asked<String> lock(String key) {
    long won = theirs.count(Kind.WON);
    Cache<String, String> inline = theirs.cache.with(o -> o.refresh(Refresh.INLINE));
    Asked<String> load = Asked.of(() -> CacheNode.begin(() -> inline.get(key, wanted -> {
      word.await();
      return "theirs";
    })));
    Memcached.awaitUntil("the lock", () -> theirs.count(Kind.WON) == won + 1);
    return load;
  }

  private Asked<String> ask(Cache<String, String> asked) {
    return Asked.of(() -> CacheNode.begin(() -> asked.get("a", key -> "ours")));
  }

  @Test
  void aFreshHitIsServed() {
    theirs.cache.get("a", key -> "theirs");
    assertThat(cache.get("a", key -> "ours")).isEqualTo("theirs");
    assertThat(ours.count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void whoFindsItExpiredAndUnlockedLoads() {
    theirs.cache.put("a", "old");
    theirs.cache.expire("a");
    assertThat(cache.with(o -> o.refresh(Refresh.INLINE)).get("a", key -> "ours"))
        .isEqualTo("ours");
    assertThat(theirs.cache.get("a", key -> "theirs")).isEqualTo("ours");
  }

  @Test
  void aTtlEndsByItself() {
    Cache<String, String> brief = cache.with(o -> o.ttl(SECOND).refresh(Refresh.INLINE));
    brief.get("a", key -> "1");
    long began = System.nanoTime();
    Memcached.awaitUntil("its end", () -> "2".equals(brief.get("a", key -> "2")));
    assertThat(Duration.ofNanos(System.nanoTime() - began))
        .isBetween(SECOND.minusMillis(50), SECOND.multipliedBy(2).plus(Asked.MARGIN));
  }

  @Test
  void whoFindsItExpiredAndLockedIsServedTheOldValue() {
    theirs.cache.put("a", "old");
    theirs.cache.expire("a");
    Asked<String> load = lock("a");
    assertThat(ask(cache).endsWithin(Duration.ZERO).outcome()).isEqualTo("old");
    assertThat(ours.count(Kind.STALE)).isEqualTo(1);
    word.countDown();
    assertThat(load.outcome()).isEqualTo("theirs");
    assertThat(cache.get("a", key -> "ours")).isEqualTo("theirs");
  }

  @Test
  void whoMissesItUnlockedLoads() {
    assertThat(cache.get("a", key -> "ours")).isEqualTo("ours");
    assertThat(theirs.cache.get("a", key -> "theirs")).isEqualTo("ours");
  }

  @Test
  void whoMissesItLockedWaitsForTheOther() {
    Asked<String> load = lock("a");
    Asked<String> call = ask(cache);
    Memcached.awaitUntil("the wait", () -> ours.count(Kind.LOST) == 1);
    assertThat(call.isDone()).isFalse();
    word.countDown();
    assertThat(call.outcome()).isEqualTo("theirs");
    assertThat(load.outcome()).isEqualTo("theirs");
  }

  @Test
  void aWaitThatIsANumberEndsInTheFallback() {
    lock("a");
    Asked<String> call = ask(cache.with(o -> o.wait(A_WHILE).fallback(Fallback.fail())));
    assertThat(call.endsWithin(A_WHILE).fault()).isInstanceOf(StillLoadingException.class);
    assertThat(call.took()).isGreaterThanOrEqualTo(A_WHILE);
    call = ask(cache.with(o -> o.wait(A_WHILE)));
    assertThat(call.endsWithin(A_WHILE).outcome()).isEqualTo("ours");
    assertThat(cache.peek("a").isFound()).as("what a fallback loads is stored").isFalse();
  }

  @Test
  void aWaitOfZeroIsNoWait() {
    lock("a");
    Duration zero = Duration.ZERO;
    assertThat(ask(cache.with(o -> o.wait(zero).fallback(Fallback.fail())))
            .endsWithin(zero)
            .fault())
        .isInstanceOf(StillLoadingException.class);
    assertThat(ask(cache.with(o -> o.wait(zero).fallback(Fallback.value("instead"))))
            .endsWithin(zero)
            .outcome())
        .isEqualTo("instead");
  }

  @Test
  void aWaitCanBeAFunction() {
    lock("a");
    lock("b");
    Set<String> asked = new ConcurrentSkipListSet<>();
    Fallback<String, String> fallback = Fallback.by(keys -> {
      asked.addAll(keys);
      return Map.of("a", "instead");
    });
    assertThat(cache
            .with(o -> o.wait(Duration.ZERO).fallback(fallback))
            .getAll(List.of("a", "b", "c"), CacheNode::values))
        .isEqualTo(Map.of("a", "instead", "c", "c"));
    assertThat(asked).containsExactly("a", "b");
  }

  @Test
  void withoutExpiryItStaysUntilItIsExpired() {
    Cache<String, String> lasting = cache.with(CacheOptions::noExpiry);
    lasting.get("a", key -> "ours");
    assertThat(item("a").expires()).isFalse();
    assertThat(lasting.get("a", key -> "other")).isEqualTo("ours");
    lasting.expire("a");
    assertThat(lasting.get("a", key -> "new")).isEqualTo("ours");
    Memcached.awaitUntil("the new value", () -> lasting.peek("a").orElse("none").equals("new"));
    assertThat(item("a").expires()).isFalse();
  }

  @Test
  void anExpiryAboveThirtyDaysIsADuration() {
    Duration forty = Duration.ofDays(40);
    cache.with(o -> o.ttl(forty)).get("a", key -> "ours");
    assertThat(item("a").remaining()).isBetween(forty, forty.plusMinutes(1));
    assertThat(theirs.cache.get("a", key -> "theirs")).isEqualTo("ours");
    Cache<String, String> ahead = cache.with(o -> o.ttl(forty).refreshAhead(Duration.ofDays(35)));
    assertThat(ahead.get("a", key -> "other")).isEqualTo("ours");
    assertThat(ours.count(Kind.HIT)).isEqualTo(1);
  }

  private Item item(String key) {
    return (Item) ours.store.execute(Get.of(Key.of("c", key)).withDetails()).join();
  }

  @Test
  void manyKeysAreEachServedByTheirState() {
    theirs.cache.put("fresh", "old");
    theirs.cache.put("stale", "old");
    theirs.cache.expire("stale");
    theirs.cache.put("locked", "old");
    theirs.cache.expire("locked");
    lock("locked");
    lock("missing and locked");
    Set<String> loaded = new ConcurrentSkipListSet<>(); // by the caller, and behind its back
    Asked<Map<String, String>> call = Asked.of(() -> CacheNode.begin(() ->
        cache.getAll(List.of("fresh", "stale", "locked", "missing and locked", "missing"), keys -> {
          loaded.addAll(keys);
          return CacheNode.values(keys);
        })));
    Memcached.awaitUntil("the wait", () -> ours.count(Kind.LOST) == 1);
    assertThat(call.isDone()).isFalse();
    word.countDown();
    assertThat(call.outcome())
        .isEqualTo(Map.of(
            "fresh", "old",
            "stale", "old",
            "locked", "old",
            "missing and locked", "theirs",
            "missing", "missing"));
    Memcached.awaitUntil(
        "what is loaded behind", () -> cache.peek("stale").orElse("none").equals("stale"));
    assertThat(loaded).containsExactly("missing", "stale");
  }

  /** The load takes longer than it should: it goes on, alone, for it gives signs of life. */
  @Test
  void aComputeTimeThatIsTooShortCostsNothing() {
    AtomicInteger loads = new AtomicInteger();
    Duration brief = Duration.ofMillis(200);
    CompletableFuture<String> load = CacheNode.begin(() -> theirs
        .cache
        .with(o -> o.computeTime(brief).hardLoadTimeout(MINUTE))
        .get("a", key -> {
          loads.incrementAndGet();
          word.await();
          return "theirs";
        }));
    Memcached.awaitUntil("the lock", () -> theirs.count(Kind.WON) == 1);
    Asked<String> call = Asked.of(() -> CacheNode.begin(
        () -> cache.with(o -> o.computeTime(brief).hardLoadTimeout(MINUTE)).get("a", key -> {
          loads.incrementAndGet();
          return "ours";
        })));
    long begun = System.nanoTime();
    Memcached.awaitUntil(
        "ten compute times", () -> System.nanoTime() - begun > brief.toNanos() * 10);
    assertThat(call.isDone()).isFalse();
    word.countDown();
    assertThat(call.outcome()).isEqualTo("theirs");
    assertThat(load.join()).isEqualTo("theirs");
    assertThat(loads).hasValue(1);
    assertThat(ours.count(Kind.STOLEN)).isZero();
  }
}
