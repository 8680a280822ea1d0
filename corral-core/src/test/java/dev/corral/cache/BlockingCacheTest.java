package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.fault.OverloadedException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.load.LoadTimeoutException;
import dev.corral.load.Loader;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Lease;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls that block, on real threads and in real time; other processes are the test itself. */
@Timeout(20)
class BlockingCacheTest {
  private static final Key WIRE = Key.of("c", "a");
  private static final Executor REFUSING = task -> {
    throw new RejectedExecutionException("full");
  };

  private final ObservedStore store = new ObservedStore(MemoryStore.create());
  private final Site site = Site.on(store);
  private final Map<Kind, CountDownLatch> seen = new EnumMap<>(Map.of(
      Kind.LOST, new CountDownLatch(1),
      Kind.LOADED, new CountDownLatch(1),
      Kind.LOAD_FAILED, new CountDownLatch(1)));

  @AfterEach
  void close() {
    site.close();
  }

  private Cache<String, String> cache(
      Site on, UnaryOperator<CacheOptions<String, String>> options) {
    return Cache.on(
        on,
        "c",
        Keys.strings(),
        Codec.strings(),
        o -> options.apply(o.ttl(Duration.ofMinutes(1))).listener(event -> {
          CountDownLatch latch = seen.get(event.kind());
          if (latch != null) {
            latch.countDown();
          }
        }));
  }

  private Cache<String, String> cache(UnaryOperator<CacheOptions<String, String>> options) {
    return cache(site, options);
  }

  private void await(Kind kind) throws InterruptedException {
    Objects.requireNonNull(seen.get(kind)).await();
  }

  /** Another process is chosen to load the value. */
  private void loseToAnother() {
    Get get = Get.of(WIRE).withLease(Ttl.seconds(60));
    assertThat(store.execute(get).join()).extracting("lease").isEqualTo(Lease.WON);
  }

  /** The other process gives its lease back. */
  private void otherGivesUp() {
    store.execute(Delete.of(WIRE)).join();
  }

  /** A call on a thread of its own. */
  private record Call<T>(Thread thread, FutureTask<T> result) {
    static <T> Call<T> start(Callable<T> call) {
      FutureTask<T> result = new FutureTask<>(call);
      Thread thread = new Thread(result, "caller");
      thread.setDaemon(true);
      thread.start();
      return new Call<>(thread, result);
    }
  }

  @Test
  void theStoreIsToldThatTheCallerWaitsForItsLookupAndForNothingElse() {
    Cache<String, String> cache = cache(o -> o);

    assertThat(cache.get("a", key -> "A")).isEqualTo("A");
    assertThat(cache.get("a", key -> "B")).isEqualTo("A");
    assertThat(cache.async().get("a", key -> "C").join()).isEqualTo("A");

    assertThat(store.awaited)
        .hasSize(2)
        .allSatisfy(operation -> assertThat(operation)
            .isInstanceOfSatisfying(Get.class, get -> assertThat(get.key()).isEqualTo(WIRE)));
  }

  @Test
  void theLoaderRunsOnTheCallersOwnThread() {
    Cache<String, String> cache = cache(o -> o);
    assertThat(cache.get("a", key -> Thread.currentThread().getName()))
        .isEqualTo(Thread.currentThread().getName());
    assertThat(cache.getAll(
            List.of("b"), keys -> Map.of("b", Thread.currentThread().getName())))
        .containsEntry("b", Thread.currentThread().getName());
  }

  @Test
  void whatIsRefreshedBehindDoesNotTakeItsThreadFromTheRest() {
    Cache<String, String> cache = cache(o -> o);
    cache.put("a", "old");
    cache.expire("a");
    Map<String, String> values = cache.getAll(List.of("a", "b"), keys -> {
      String key = keys.iterator().next();
      return Map.of(key, Thread.currentThread().getName());
    });
    assertThat(values)
        .containsEntry("a", "old")
        .containsEntry("b", Thread.currentThread().getName());
  }

  @Test
  void aThreadThatIsInALoaderIsNotLentToAnotherLoad() throws Exception {
    Cache<String, String> cache = cache(o -> o);
    loseToAnother();
    CountDownLatch other = new CountDownLatch(1);
    Call<Map<String, String>> call = Call.start(() -> cache.getAll(List.of("a", "b"), keys -> {
      String key = keys.iterator().next();
      if (key.equals("a")) {
        other.countDown();
      } else {
        other.await();
      }
      return Map.of(key, "v");
    }));
    await(Kind.LOST);
    otherGivesUp();
    assertThat(call.result().get()).containsOnlyKeys("a", "b");
  }

  @Test
  void aWaitingCallerWhosePollWinsLendsItsThread() throws Exception {
    Cache<String, String> cache = cache(o -> o);
    loseToAnother();
    Call<Boolean> call = Call.start(() -> {
      AtomicReference<Thread> ranOn = new AtomicReference<>();
      cache.get("a", key -> {
        ranOn.set(Thread.currentThread());
        return "v";
      });
      return ranOn.get() == Thread.currentThread();
    });
    await(Kind.LOST);
    otherGivesUp();
    assertThat(call.result().get()).isTrue();
    assertThat(cache.peek("a")).isEqualTo(Lookup.found("v"));
  }

  @Test
  void anInterruptedWaiterGoesAndKeepsItsFlag() throws Exception {
    Cache<String, String> cache = cache(o -> o);
    loseToAnother();
    Call<Boolean> call = Call.start(() -> {
      assertThatThrownBy(() -> cache.get("a", key -> "v"))
          .isInstanceOf(StillLoadingException.class)
          .hasMessageContaining("interrupted");
      return Thread.currentThread().isInterrupted();
    });
    await(Kind.LOST);
    call.thread().interrupt();
    assertThat(call.result().get()).isTrue();
  }

  @Test
  void theLoadThatAnInterruptedWaitersPollWinsIsNotLost() throws Exception {
    Cache<String, String> cache = cache(o -> o);
    loseToAnother();
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    CountDownLatch polled = holdBackThePollAfterTheLookup();
    Call<String> call = Call.start(() -> cache.get("a", key -> {
      ranOn.complete(Thread.currentThread());
      return "v";
    }));
    polled.await();
    call.thread().interrupt();
    assertThatThrownBy(call.result()::get).hasCauseInstanceOf(StillLoadingException.class);
    otherGivesUp();
    store.letGo();
    assertThat(ranOn.get()).isNotSameAs(call.thread());
    await(Kind.LOADED);
    assertThat(cache.get("a", key -> "another")).isEqualTo("v");
  }

  @Test
  void whereNobodyTakesThatLoadItsLeaseIsGivenBack() throws Exception {
    Cache<String, String> cache = cache(site.executor(REFUSING), o -> o);
    loseToAnother();
    CountDownLatch polled = holdBackThePollAfterTheLookup();
    Call<String> call = Call.start(() -> cache.get("a", key -> "v"));
    polled.await();
    call.thread().interrupt();
    assertThatThrownBy(call.result()::get).hasCauseInstanceOf(StillLoadingException.class);
    otherGivesUp();
    store.letGo();
    await(Kind.LOAD_FAILED);
    assertThat(cache.get("a", key -> "mine")).isEqualTo("mine");
  }

  private CountDownLatch holdBackThePollAfterTheLookup() {
    AtomicInteger gets = new AtomicInteger();
    return store.holdBack(operation ->
        operation.key().equals(WIRE) && operation instanceof Get && gets.incrementAndGet() == 2);
  }

  @Test
  void theHardTimeoutInterruptsTheLoaderAndNobodyElse() {
    Cache<String, String> cache = cache(o -> o.hardLoadTimeout(Duration.ofMillis(50)));
    AtomicReference<Exception> inLoader = new AtomicReference<>();
    assertThatThrownBy(() -> cache.get("a", key -> {
          try {
            new CountDownLatch(1).await();
          } catch (InterruptedException e) {
            inLoader.set(e);
            throw e;
          }
          return "v";
        }))
        .isInstanceOf(LoadTimeoutException.class)
        .hasMessageContaining("given up after 50 ms");
    assertThat(inLoader.get()).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(cache.get("a", key -> "next")).isEqualTo("next");
  }

  @Test
  void aLoaderThatSetsItsFlagAgainAfterTheTimeoutDoesNotLeakItEither() {
    Cache<String, String> cache = cache(o -> o.hardLoadTimeout(Duration.ofMillis(50)));
    Loader<String, String> stubborn = key -> {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      return "late";
    };
    assertThatThrownBy(() -> cache.get("a", stubborn)).isInstanceOf(LoadTimeoutException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(cache.peek("a").isFound()).isFalse();
  }

  @Test
  void anInterruptOfTheCallerThatItsLoaderHeedsIsKept() {
    Cache<String, String> cache = cache(o -> o);
    assertThatThrownBy(() -> cache.get("a", key -> {
          Thread.currentThread().interrupt();
          new CountDownLatch(1).await();
          return "v";
        }))
        .hasCauseInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void aLoaderMayAskForAnotherKey() {
    Cache<String, String> cache = cache(o -> o);
    assertThat(cache.get("a", key -> cache.get("b", other -> "B") + "A")).isEqualTo("BA");
    assertThat(cache.peek("b")).isEqualTo(Lookup.found("B"));
  }

  @Test
  void aLoaderThatAsksForItsOwnKeyWaitsNoLongerThanItWould() {
    Cache<String, String> failing =
        cache(o -> o.wait(Duration.ofMillis(50)).fallback(Fallback.fail()));
    assertThatThrownBy(() -> failing.get("a", key -> failing.get(key, again -> "inner")))
        .isInstanceOf(StillLoadingException.class);
    Cache<String, String> valued =
        cache(o -> o.wait(Duration.ofMillis(50)).fallback(Fallback.value("?")));
    assertThat(valued.get("b", key -> valued.get(key, again -> "inner") + "!")).isEqualTo("?!");
    Cache<String, String> loading = cache(o -> o.wait(Duration.ofMillis(50)));
    assertThat(loading.get("d", key -> loading.get(key, again -> "inner") + "!"))
        .isEqualTo("inner!");
  }

  @Test
  void aLoaderThatAsksForItsOwnKeyAgainAndAgainIsEndedByTheHardTimeout() {
    Cache<String, String> cache =
        cache(o -> o.wait(Duration.ofMillis(20)).hardLoadTimeout(Duration.ofMillis(300)));
    AtomicInteger loads = new AtomicInteger();
    Loader<String, String> loader = new Loader<>() {
      @Override
      public @Nullable String load(String key) {
        loads.incrementAndGet();
        return cache.get(key, this);
      }
    };
    assertThatThrownBy(() -> cache.get("a", loader))
        .isInstanceOfAny(LoadTimeoutException.class, StillLoadingException.class);
    Thread.interrupted();
    assertThat(loads).hasValueLessThan(5);
    assertThat(cache.get("b", key -> "v")).isEqualTo("v");
    assertThat(loads).hasValueLessThan(5);
  }

  @Test
  void anExecutorThatRefusesFailsTheCallAndGivesTheLeaseBack() {
    Cache<String, String> cache = cache(site.executor(REFUSING), o -> o);
    assertThat(cache.async().get("a", key -> "v"))
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(OverloadedException.class);
    assertThat(cache.get("a", key -> "v")).isEqualTo("v");
  }

  @Test
  void anExecutorThatRefusesARefreshLeavesTheOldValueAndItsLeaseToOthers() {
    Cache<String, String> cache = cache(site.executor(REFUSING), o -> o);
    cache.put("a", "old");
    cache.expire("a");
    assertThat(cache.get("a", key -> "new")).isEqualTo("old");
    assertThat(cache.with(o -> o.refresh(Refresh.INLINE)).get("a", key -> "new"))
        .isEqualTo("new");
  }

  @Test
  void anExecutorThatRefusesAFallbackFailsTheCall() {
    Cache<String, String> cache =
        cache(site.executor(REFUSING), o -> o.wait(Duration.ZERO).fallback(Fallback.value("?")));
    loseToAnother();
    assertThat(cache.async().get("a", key -> "v"))
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(OverloadedException.class);
  }
}
