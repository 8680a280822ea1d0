package dev.corral.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.limit.Decision.Allowed;
import dev.corral.limit.Decision.Denied;
import dev.corral.site.Site;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;

/** A store that ticks in whole seconds, and limiters of hosts whose clocks the test sets. */
final class LimiterRig {
  static final Instant START = Instant.parse("2025-06-01T12:00:00Z");
  static final Duration SECOND = Duration.ofSeconds(1);

  private final AtomicLong nanos = new AtomicLong();
  final MemoryStore memory =
      MemoryStore.create(options -> options.ticker(nanos::get).wholeSeconds(true));
  final InterferedStore store = new InterferedStore(memory);

  Limiter<String> limiter(UnaryOperator<LimiterOptions> options) {
    return limiter(Duration.ZERO, options);
  }

  /** The limiter of a host whose clock is ahead of the true time. */
  Limiter<String> limiter(Duration ahead, UnaryOperator<LimiterOptions> options) {
    Site site = Site.on(store)
        .ticker(nanos::get)
        .clock(() -> START.plusNanos(nanos.get()).plus(ahead));
    return Limiter.on(site, "login", Keys.strings(), options);
  }

  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  Duration elapsed() {
    return Duration.ofNanos(nanos.get());
  }

  void put(Key key, String value) {
    memory.set(key, value.getBytes(StandardCharsets.US_ASCII), Ttl.seconds(60)).join();
  }

  String text(Key key) {
    return new String(((Item) memory.get(key).join()).value(), StandardCharsets.US_ASCII);
  }

  static void assertAllowed(Decision decision, long remaining) {
    assertThat(decision).isEqualTo(new Allowed(remaining));
  }

  static void assertDenied(Decision decision, long remaining, Duration retryAfter) {
    assertThat(decision).isEqualTo(new Denied(remaining, retryAfter));
  }

  /** Takes what there is, one by one, and tells how many there were. */
  static int drain(Limiter<String> limiter) {
    int taken = 0;
    while (limiter.tryAcquire("ada").isAllowed()) {
      taken++;
    }
    return taken;
  }
}
