package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.cache.Fallback;
import dev.corral.cache.Refresh;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheEvent.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the turnstile's source does wrong, and Corral beside it. */
class TurnstileFlawsIT {
  private static final Duration A_WHILE = Duration.ofMillis(300);
  private static final Table FIGURES =
      Table.of("the turnstile and its source", "scene", "the source", "corral");

  private final Memcached server = Memcached.with();
  private final CountDownLatch word = new CountDownLatch(1);
  private CacheNode node;
  private Cache<String, String> cache;
  private TurnstileSource source;

  @BeforeEach
  void start() {
    server.start();
    node = CacheNode.on(server.server(), options -> options.ttl(MINUTE).computeTime(SECOND));
    cache = node.cache.with(options -> options.refresh(Refresh.INLINE));
    source = new TurnstileSource(node.store, Duration.ofSeconds(5), A_WHILE);
  }

  @AfterEach
  void end() {
    word.countDown();
    node.close();
    server.close();
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  private @Nullable String ofSource(long ttlSeconds, String value) {
    try {
      return source.get("a", ttlSeconds, () -> value);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private String await(String value) throws InterruptedException {
    word.await();
    return value;
  }

  @Test
  void aPlaceholderDestroysNoOldValue() {
    ofSource(1, "old");
    Memcached.awaitUntil("its end", () -> isLocked("new"));
    String theirs = ofSource(1, "never");
    assertThat(theirs).as("the source has thrown the old value away").isNull();

    cache.put("a", "old");
    cache.expire("a");
    CompletableFuture<String> load = CacheNode.begin(() -> cache.get("a", key -> await("new")));
    Memcached.awaitUntil("the load", () -> node.count(Kind.WON) == 1);
    String ours = cache.get("a", key -> "never");
    assertThat(ours).isEqualTo("old");
    word.countDown();
    assertThat(load.join()).isEqualTo("new");
    FIGURES.row("asked while another loads", String.valueOf(theirs), String.valueOf(ours));
  }

  /** Has the source begin a load that ends when the word is given, if the value has expired. */
  private boolean isLocked(String value) {
    AtomicInteger loads = new AtomicInteger();
    CompletableFuture<@Nullable String> unused = CacheNode.begin(() -> {
      try {
        return source.get("a", 1, () -> {
          loads.incrementAndGet();
          return await(value);
        });
      } catch (Exception e) {
        throw new AssertionError(e);
      }
    });
    Memcached.awaitUntil("the call", () -> unused.isDone() || loads.get() > 0);
    return loads.get() > 0;
  }

  @Test
  void aTtlOfZeroDoesNotExpireAtOnce() {
    AtomicInteger theirs = new AtomicInteger();
    AtomicInteger ours = new AtomicInteger();
    Cache<String, String> lasting = cache.with(CacheOptions::noExpiry);
    for (int i = 0; i < 5; i++) {
      ofSource(0, "value" + theirs.get());
      String found = ofSource(0, "loaded again");
      if ("loaded again".equals(found)) {
        theirs.incrementAndGet();
      }
      lasting.get("a", key -> "value" + ours.incrementAndGet());
    }
    assertThat(theirs).as("in the source a permanent value is never fresh").hasValue(5);
    assertThat(ours).hasValue(1);
    assertThatThrownBy(() -> cache.with(options -> options.ttl(Duration.ZERO)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("ttl must be more than zero");
    FIGURES.row("loads in 5 calls without expiry", theirs.get() + " of 5", ours.get() + " of 5");
  }

  @Test
  void aFailedLoadDoesNotKeepTheLockForItsWholeTime() {
    assertThatThrownBy(() -> source.get("a", 60, () -> {
          throw new IOException("no database");
        }))
        .isInstanceOf(IOException.class);
    String theirs = ofSource(60, "value");
    assertThat(theirs).as("in the source the lock of a failed load stays").isNull();

    Cache<String, String> retrying = cache.with(options -> options.retryAfter(Duration.ZERO));
    assertThatThrownBy(() -> retrying.get("a", key -> {
          throw new IOException("no database");
        }))
        .hasRootCauseInstanceOf(IOException.class);
    Asked<String> call = Asked.of(() -> CacheNode.begin(() -> retrying.get("a", key -> "value")));
    assertThat(call.endsWithin(Duration.ZERO).outcome()).isEqualTo("value");
    FIGURES.row("asked after a load has failed", String.valueOf(theirs), call.outcome());
  }

  @Test
  void aLateStoreBringsNothingBack() {
    assertThat(isLocked("old")).isTrue();
    node.store.delete(Key.of("source", "a")).join();
    CompletableFuture<String> load = CacheNode.begin(() -> cache.get("a", key -> await("old")));
    Memcached.awaitUntil("the load", () -> node.count(Kind.WON) == 1);
    cache.invalidate("a");
    word.countDown();
    assertThat(load.join()).isEqualTo("old");

    Memcached.awaitUntil("the source's store", () -> "old".equals(ofSource(60, "new")));
    String ours = cache.get("a", key -> "new");
    assertThat(ours).isEqualTo("new");
    FIGURES.row("asked after an invalidation during a load", "old", String.valueOf(ours));
  }

  @Test
  void aComputeTimeThatIsTooShortMeansNoSecondLoad() {
    source = new TurnstileSource(node.store, SECOND, Duration.ofMillis(2_500));
    assertThat(isLocked("first")).isTrue();
    String theirs = ofSource(60, "second");
    assertThat(theirs).as("in the source the lock ends before the load does").isEqualTo("second");

    CompletableFuture<String> load = CacheNode.begin(() -> cache.get("a", key -> await("first")));
    Memcached.awaitUntil("the load", () -> node.count(Kind.WON) == 1);
    try (CacheNode other =
        CacheNode.on(server.server(), options -> options.ttl(MINUTE).computeTime(SECOND))) {
      Cache<String, String> brief = other.cache.with(
          options -> options.wait(Duration.ofMillis(2_500)).fallback(Fallback.fail()));
      assertThatThrownBy(() -> brief.get("a", key -> "second"))
          .isInstanceOf(StillLoadingException.class);
      word.countDown();
      assertThat(load.join()).isEqualTo("first");
      assertThat(other.count(Kind.LOADED)).isZero();
    }
    FIGURES.row("loads of 2.5 compute times", "2", "1");
  }

  @Test
  void aWaitOfZeroIsNoWait() {
    source = new TurnstileSource(node.store, SECOND, Duration.ZERO);
    assertThat(isLocked("first")).isTrue();
    long began = System.nanoTime();
    ofSource(60, "second");
    Duration theirs = Duration.ofNanos(System.nanoTime() - began);
    assertThat(theirs).as("the source takes it for none given").isGreaterThan(A_WHILE);

    CompletableFuture<String> unused = CacheNode.begin(() -> cache.get("a", key -> await("first")));
    Memcached.awaitUntil("the load", () -> node.count(Kind.WON) == 1);
    Cache<String, String> impatient =
        cache.with(options -> options.wait(Duration.ZERO).fallback(Fallback.value("instead")));
    Asked<String> call = Asked.of(() -> CacheNode.begin(() -> impatient.get("a", key -> "never")));
    assertThat(call.endsWithin(Duration.ZERO).outcome()).isEqualTo("instead");
    FIGURES.row("a wait of 0 takes", theirs, call.took());
  }
}
