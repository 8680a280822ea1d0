package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many callers of a process want what is not there, all at the same moment. */
class ColdKeyIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final int CALLERS = 512;

  /** A fifth of it and 100 ms are promised: on a machine that has much else to do, time enough. */
  private static final Duration LOAD = Duration.ofSeconds(3);

  private final CountDownLatch ready = new CountDownLatch(CALLERS);
  private final CompletableFuture<Void> start = new CompletableFuture<>();
  private final AtomicInteger loads = new AtomicInteger();
  private final AtomicLong loadNanos = new AtomicLong();

  private record Served(@Nullable String value, long at) {}

  @Test
  void oneOf512CallersLoadsAndTheLastHasItsValueSoonAfter() throws Exception {
    try (CacheNode node =
        CacheNode.on(MEMCACHED.server(), o -> o.ttl(MINUTE).computeTime(Nodes.PATIENCE))) {
      List<CompletableFuture<Served>> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        callers.add(CacheNode.begin(() -> call(node)));
      }
      assertThat(ready.await(20, TimeUnit.SECONDS)).as("all are ready").isTrue();
      long began = System.nanoTime();
      start.complete(null);

      long last = began;
      for (CompletableFuture<Served> caller : callers) {
        Served served = caller.get(20, TimeUnit.SECONDS);
        assertThat(served.value()).isEqualTo("value");
        last = Math.max(last, served.at());
      }
      assertThat(loads).hasValue(1);
      long promised = loadNanos.get() * 12 / 10 + TimeUnit.MILLISECONDS.toNanos(100);
      assertThat(Duration.ofNanos(last - began))
          .as("when the last caller has its value")
          .isLessThanOrEqualTo(Duration.ofNanos(promised));
    }
  }

  private Served call(CacheNode node) {
    ready.countDown();
    start.join();
    String value = node.cache.get("cold", this::load);
    return new Served(value, System.nanoTime());
  }

  private String load(String key) throws InterruptedException {
    long began = System.nanoTime();
    loads.incrementAndGet();
    Thread.sleep(LOAD.toMillis());
    loadNanos.set(System.nanoTime() - began);
    return "value";
  }
}
