package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.cache.Refresh;
import dev.corral.load.LoadException;
import dev.corral.load.LoadTimeoutException;
import dev.corral.load.Loader;
import dev.corral.metric.CacheEvent.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A loader throws, hangs, returns null, or is overtaken by an invalidation. */
class CacheLoaderIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final Duration A_WHILE = Duration.ofMillis(500);

  private final CountDownLatch word = new CountDownLatch(1);
  private CacheNode ours;
  private CacheNode theirs;
  private Cache<String, String> cache;

  @BeforeEach
  void start() {
    ours = CacheNode.on(MEMCACHED.server(), o -> o.ttl(MINUTE).computeTime(SECOND));
    theirs = CacheNode.on(MEMCACHED.server(), o -> o.ttl(MINUTE).computeTime(SECOND));
    cache = ours.cache;
    cache.invalidate("a");
  }

  @AfterEach
  void end() {
    word.countDown();
    ours.close();
    theirs.close();
  }

  private static <T> Asked<T> ask(Cache<String, T> cache, Loader<String, T> loader) {
    return Asked.of(() -> CacheNode.begin(() -> cache.get("a", loader)));
  }

  @Test
  void whatALoaderThrowsReachesTheCallerAtOnce() {
    LoadException fault = (LoadException) ask(cache, key -> {
          throw new IOException("no database");
        })
        .endsWithin(Duration.ZERO)
        .fault();
    assertThat(fault).hasCauseInstanceOf(IOException.class);
    assertThat(ours.count(Kind.LOAD_FAILED)).isEqualTo(1);
  }

  @Test
  void afterAFailureNobodyLoadsForAWhileAndThenOneDoes() {
    assertThat(ask(cache, key -> {
              throw new IOException("no database");
            })
            .hasFailed())
        .isTrue();
    long failed = System.nanoTime();
    AtomicInteger loads = new AtomicInteger();
    List<Asked<String>> callers = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      callers.add(ask(i % 2 == 0 ? cache : theirs.cache, key -> {
        assertThat(System.nanoTime() - failed).isGreaterThan(A_WHILE.toNanos());
        return "value" + loads.incrementAndGet();
      }));
    }
    for (Asked<String> caller : callers) {
      assertThat(caller.endsWithin(SECOND.plus(A_WHILE)).outcome()).isEqualTo("value1");
    }
  }

  @Test
  void anOldValueIsServedWhenTheLoaderFails() {
    cache.put("a", "old");
    cache.expire("a");
    Cache<String, String> inline = cache.with(o -> o.refresh(Refresh.INLINE));
    assertThat(ask(inline, key -> {
              throw new IOException("no database");
            })
            .endsWithin(Duration.ZERO)
            .outcome())
        .isEqualTo("old");
    assertThat(theirs.cache.get("a", key -> "new")).isEqualTo("old");
  }

  @Test
  void aLoaderThatHangsIsGivenUpAndAnotherLoads() {
    AtomicBoolean interrupted = new AtomicBoolean();
    Asked<String> call = ask(cache.with(o -> o.hardLoadTimeout(A_WHILE)), key -> {
      try {
        word.await();
      } catch (InterruptedException e) {
        interrupted.set(true);
        throw e;
      }
      return "late";
    });
    assertThat(call.endsWithin(A_WHILE).fault()).isInstanceOf(LoadTimeoutException.class);
    assertThat(ask(theirs.cache, key -> "value").endsWithin(Duration.ZERO).outcome())
        .isEqualTo("value");
    Memcached.awaitUntil("the loader to be interrupted", interrupted::get);
  }

  /** One that heeds no interrupt. */
  @Test
  void whatALoaderReturnsAfterItWasGivenUpIsNotStored() {
    AtomicBoolean ended = new AtomicBoolean();
    Asked<String> call =
        Asked.of(() -> cache.with(o -> o.hardLoadTimeout(A_WHILE)).async().get("a", key -> {
          Memcached.awaitUntil("the word", () -> word.getCount() == 0);
          ended.set(true);
          return "late";
        }));
    assertThat(call.endsWithin(A_WHILE).fault()).isInstanceOf(LoadTimeoutException.class);
    assertThat(theirs.cache.get("a", key -> "value")).isEqualTo("value");
    word.countDown();
    Memcached.awaitUntil("the late end", ended::get);
    assertThat(cache.get("a", key -> "other")).isEqualTo("value");
    assertThat(theirs.cache.get("a", key -> "other")).isEqualTo("value");
  }

  @Test
  void aSoftTimeoutGivesTheOldValueAndLetsTheLoadGoOn() {
    cache.put("a", "old");
    cache.expire("a");
    Asked<String> call =
        ask(cache.with(o -> o.refresh(Refresh.INLINE).softLoadTimeout(A_WHILE)), key -> {
          word.await();
          return "new";
        });
    assertThat(call.endsWithin(A_WHILE).outcome()).isEqualTo("old");
    word.countDown();
    Memcached.awaitUntil("the new value", () -> cache.peek("a").orElse("none").equals("new"));
  }

  @Test
  void nullIsReturnedAndNotRemembered() {
    assertThat(cache.get("a", key -> null)).isNull();
    assertThat(ask(theirs.cache, key -> "value").endsWithin(Duration.ZERO).outcome())
        .isEqualTo("value");
  }

  @Test
  void nullIsRememberedIfTheOptionsSaySo() {
    Cache<String, String> remembering = cache.with(o -> o.cacheAbsent(MINUTE));
    assertThat(remembering.get("a", key -> null)).isNull();
    assertThat(theirs.cache.get("a", key -> "value")).isNull();
    assertThat(theirs.count(Kind.HIT)).isEqualTo(1);
  }

  @Test
  void whoComesAfterAnInvalidationIsNotGivenWhatALoadBeganBeforeIt() {
    for (CacheNode invalidating : List.of(ours, theirs)) {
      cache.invalidate("a");
      CountDownLatch begun = new CountDownLatch(1);
      CountDownLatch go = new CountDownLatch(1);
      long fenced = ours.count(Kind.FENCED);
      long lost = ours.count(Kind.LOST);
      CompletableFuture<String> first = CacheNode.begin(() -> cache.get("a", key -> {
        begun.countDown();
        go.await();
        return "old";
      }));
      Memcached.awaitUntil("the load", () -> begun.getCount() == 0);
      CompletableFuture<String> joined = CacheNode.begin(() -> cache.get("a", key -> "never"));
      Memcached.awaitUntil("one to join it", () -> ours.count(Kind.LOST) > lost);

      invalidating.cache.invalidate("a");

      assertThat(ask(cache, key -> "new").endsWithin(Duration.ZERO).outcome()).isEqualTo("new");
      go.countDown();
      assertThat(first.join()).isEqualTo("old");
      assertThat(joined.join()).isEqualTo("old"); // It had asked before.
      assertThat(ours.count(Kind.FENCED)).isEqualTo(fenced + 1);
      assertThat(cache.get("a", key -> "other")).isEqualTo("new");
      assertThat(theirs.cache.get("a", key -> "other")).isEqualTo("new");
    }
  }

  /** The one that waits asked before the invalidation; what it finds later may be newer. */
  @Test
  void whoWaitsForAnotherProcessIsGivenWhatIsThereAfterAnInvalidation() {
    CompletableFuture<String> old = CacheNode.begin(() -> theirs.cache.get("a", key -> {
      word.await();
      return "old";
    }));
    Memcached.awaitUntil("the load", () -> theirs.count(Kind.WON) == 1);
    Asked<String> waiting = ask(cache, key -> "new");
    Memcached.awaitUntil("the wait", () -> ours.count(Kind.LOST) == 1);
    theirs.cache.invalidate("a");
    assertThat(waiting.endsWithin(A_WHILE).outcome()).isEqualTo("new");
    word.countDown();
    assertThat(old.join()).isEqualTo("old");
    assertThat(theirs.cache.get("a", key -> "other")).isEqualTo("new");
  }

  @Test
  void aPutDuringALoadStays() {
    CompletableFuture<String> old = CacheNode.begin(() -> cache.get("a", key -> {
      word.await();
      return "old";
    }));
    Memcached.awaitUntil("the load", () -> ours.count(Kind.WON) == 1);
    theirs.cache.put("a", "put");
    assertThat(cache.get("a", key -> "other")).isEqualTo("put");
    word.countDown();
    assertThat(old.join()).isEqualTo("old");
    assertThat(cache.get("a", key -> "other")).isEqualTo("put");
  }
}
