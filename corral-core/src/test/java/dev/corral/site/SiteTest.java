package dev.corral.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import dev.corral.store.FourOperations;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class SiteTest {
  private final MemoryStore store = MemoryStore.create();

  @Test
  void aSiteHasTheMachinesTimeAndThreadsOfItsOwn() throws Exception {
    try (Site site = Site.on(store)) {
      CompletableFuture<Thread> ranOn = new CompletableFuture<>();
      site.executor().execute(() -> ranOn.complete(Thread.currentThread()));
      assertThat(ranOn.get().isDaemon()).isTrue();
      assertThat(ranOn.get()).isNotSameAs(Thread.currentThread());
      CountDownLatch rung = new CountDownLatch(1);
      site.timer().after(Duration.ofNanos(1), rung::countDown);
      rung.await();
      assertThat(site.clock().instant()).isAfter(Instant.EPOCH);
      assertThat(site.ticker().nanos()).isLessThanOrEqualTo(System.nanoTime());
      assertThat(site.random().nextDouble()).isBetween(0.0, 1.0);
      assertThat(site.store()).isSameAs(store);
      assertThat(site.prefix().key("a")).isEqualTo(Key.of("a"));
    }
  }

  @Test
  void aChangeLeavesTheOthersAsTheyAre() {
    Ticker ticker = () -> 1;
    InstantSource clock = () -> Instant.EPOCH;
    Executor executor = Runnable::run;
    Timer timer = (delay, task) -> () -> {};
    Random random = new Random(1);
    try (Site plain = Site.on(store)) {
      Site site = plain
          .prefix("shop")
          .ticker(ticker)
          .clock(clock)
          .executor(executor)
          .timer(timer)
          .random(() -> random);
      assertThat(site.prefix().key("a")).isEqualTo(Key.of("shop", "a"));
      assertThat(site.ticker()).isSameAs(ticker);
      assertThat(site.clock()).isSameAs(clock);
      assertThat(site.executor()).isSameAs(executor);
      assertThat(site.timer()).isSameAs(timer);
      assertThat(site.random()).isSameAs(random);
      assertThat(plain.ticker()).isNotSameAs(ticker);
      assertThat(plain.timer()).isNotSameAs(timer);
    }
  }

  @Test
  void toCloseItClosesTheStoreAndItsOwnThreadsButNotThoseThatItWasGiven() {
    AtomicInteger ran = new AtomicInteger();
    Site plain = Site.on(store);
    Site site = plain.executor(task -> ran.incrementAndGet());
    site.close();
    assertThatThrownBy(() -> store.get(Key.of("a")).join())
        .hasCauseInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> plain.executor().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
    site.executor().execute(() -> {});
    assertThat(ran).hasValue(1);
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  static Stream<Arguments> nulls() {
    Map<String, Consumer<Site>> nulls = Map.of(
        "store", site -> Site.on(null),
        "keyStore", site -> site.keyStore(null),
        "prefix", site -> site.prefix(null),
        "executor", site -> site.executor(null),
        "ticker", site -> site.ticker(null),
        "clock", site -> site.clock(null),
        "timer", site -> site.timer(null),
        "random", site -> site.random(null));
    return nulls.entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nulls")
  void nullIsRefusedAtOnce(String name, Consumer<Site> change) {
    try (Site site = Site.on(store)) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> change.accept(site))
          .withMessage(name + " must not be null");
    }
  }

  @Test
  void bookkeepingIsWithTheValuesUnlessItHasAStoreOfItsOwn() {
    MemoryStore own = MemoryStore.create();
    try (Site plain = Site.on(store)) {
      assertThat(plain.keyStore()).isSameAs(store);
      Site site = plain.keyStore(own);
      assertThat(site.keyStore()).isSameAs(own);
      assertThat(site.store()).isSameAs(store);
      assertThat(plain.keyStore()).isSameAs(store);
    }
    own.close();
  }

  @Test
  void bothStoresCloseWithTheSite() {
    MemoryStore own = MemoryStore.create();
    Site.on(store).keyStore(own).close();
    for (MemoryStore each : List.of(store, own)) {
      assertThatThrownBy(() -> each.get(Key.of("a")).join())
          .hasCauseInstanceOf(UnavailableException.class);
    }
  }

  @Test
  void aKeyStoreThatFailsToCloseKeepsNothingElseOpen() {
    BasicStore broken = new FourOperations(MemoryStore.create()) {
      @Override
      public void close() {
        throw new IllegalStateException("no");
      }
    };
    Site site = Site.on(store).keyStore(broken);
    assertThatThrownBy(site::close).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> store.get(Key.of("a")).join())
        .hasCauseInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> site.executor().execute(() -> {}))
        .isInstanceOf(RejectedExecutionException.class);
  }
}
