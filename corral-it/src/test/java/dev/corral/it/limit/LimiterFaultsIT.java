package dev.corral.it.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.limit.Decision.Allowed;
import dev.corral.limit.Decision.Denied;
import dev.corral.limit.Decision.Unavailable;
import dev.corral.limit.Limiter;
import dev.corral.limit.LimiterOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.site.Site;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Limiters on servers that die and stand still, with items that are none, and clocks that lie. */
class LimiterFaultsIT {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DEADLINE = Duration.ofMillis(500);

  /** By the segment of their keys. */
  private static final Map<String, UnaryOperator<LimiterOptions>> WAYS = ways();

  private static Map<String, UnaryOperator<LimiterOptions>> ways() {
    Map<String, UnaryOperator<LimiterOptions>> ways = new LinkedHashMap<>();
    ways.put("fixed", options -> options.fixedWindow(5, MINUTE));
    ways.put("sliding", options -> options.slidingWindow(5, MINUTE));
    ways.put("bucket", options -> options.tokenBucket(5, MINUTE, 5));
    return ways;
  }

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  private static MemcachedStore open(Memcached server, Duration deadline) {
    MemcachedStore store =
        MemcachedStore.open(Nodes.list(server), options -> options.deadline(deadline));
    Nodes.awaitConnected(store);
    return store;
  }

  private static Limiter<String> limiter(
      MemcachedStore store, UnaryOperator<LimiterOptions> options) {
    return Limiter.on(Site.on(store), "login", Keys.strings(), options);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aServerThatDoesNotAnswerIsToldOfInTimeAndDecidedAsTheOptionsSay(boolean isKilled) {
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server, DEADLINE)) {
      Nodes.awaitAnswer(store, Key.of("first"));
      if (isKilled) {
        server.kill();
      } else {
        server.pause();
      }
      Table figures = Table.of(
          isKilled ? "limiters, server killed" : "limiters, server stands still",
          "way",
          "fails",
          "decided after");
      WAYS.forEach((name, way) -> {
        for (boolean isOpen : new boolean[] {true, false}) {
          Limiter<String> limiter = limiter(
              store, o -> isOpen ? way.apply(o).failOpen() : way.apply(o).failClosed());
          long began = System.nanoTime();
          assertThat(limiter.tryAcquire("ada"))
              .isInstanceOfSatisfying(Unavailable.class, decision -> {
                assertThat(decision.isAllowed()).isEqualTo(isOpen);
                assertThat(decision.fault())
                    .hasMessageContaining(server.server().address());
              });
          Duration took = Duration.ofNanos(System.nanoTime() - began);
          figures.row(name, isOpen ? "open" : "closed", took);
          assertThat(took).isLessThan(DEADLINE.plusSeconds(5)); // on a busy machine
        }
      });
      figures.show();
    }
  }

  @Test
  void aServerThatForgetsBeginsAnew() {
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server, Nodes.PATIENCE)) {
      WAYS.forEach((name, way) -> {
        Limiter<String> limiter = limiter(store, way);
        assertThat(limiter.tryAcquire("ada", 5)).isEqualTo(new Allowed(0));
        assertThat(limiter.tryAcquire("ada"))
            .isInstanceOfSatisfying(
                Denied.class,
                denied -> assertThat(denied.retryAfter())
                    .isBetween(Duration.ofNanos(1), MINUTE.multipliedBy(2)));
      });
      server.restart();
      Nodes.awaitAnswer(store, Key.of("first"));
      WAYS.forEach((name, way) ->
          assertThat(limiter(store, way).tryAcquire("ada", 5)).isEqualTo(new Allowed(0)));
    }
  }

  @Test
  void anItemThatIsNoneIsNamedAndTheConnectionLivesOn() {
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server, Nodes.PATIENCE)) {
      Site still = Site.on(store).clock(() -> Instant.EPOCH); // so that windows are known
      Nodes.awaitAnswer(store, Key.of("first"));
      String connections = server.stats().get("curr_connections");
      WAYS.forEach((name, way) -> {
        Key key = name.equals("sliding")
            ? Key.of("corral-limit", "login", name, 0, "ada")
            : Key.of("corral-limit", "login", name, "ada");
        store
            .set(key, "no number".getBytes(StandardCharsets.US_ASCII), Ttl.seconds(60))
            .join();
        Limiter<String> limiter = Limiter.on(still, "login", Keys.strings(), way);
        assertThatThrownBy(() -> limiter.tryAcquire("ada"))
            .isInstanceOf(RejectedException.class)
            .hasMessageContaining(key.toString());
        assertThat(limiter.tryAcquire("bob")).isEqualTo(new Allowed(4));
      });
      assertThat(server.stats().get("curr_connections")).isEqualTo(connections);
      assertThat(Nodes.status(store, server.server()).isConnected()).isTrue();
    }
  }

  @Test
  void withoutCasThereAreWindowsAndNoBuckets() {
    try (Memcached server = Memcached.with("-C").start();
        MemcachedStore store = open(server, Nodes.PATIENCE)) {
      WAYS.forEach((name, way) -> {
        Limiter<String> limiter = limiter(store, way);
        assertThat(limiter.tryAcquire("ada", 5)).isEqualTo(new Allowed(0));
        if (name.equals("bucket")) {
          assertThatThrownBy(() -> limiter.tryAcquire("ada"))
              .isInstanceOf(ConfigurationException.class)
              .hasMessageContaining("-C");
        } else {
          assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
        }
      });
    }
  }

  /** Two hosts, one of which lives in tomorrow; they take turns. */
  @Test
  void aTokenBucketKeepsItsRateThoughAClockIsADayAhead() {
    long burst = 10;
    Duration interval = Duration.ofMillis(100);
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = open(server, Nodes.PATIENCE)) {
      InstantSource clock = InstantSource.system();
      List<Limiter<String>> hosts = new ArrayList<>();
      for (Duration ahead : List.of(Duration.ZERO, Duration.ofDays(1))) {
        hosts.add(Limiter.on(
            Site.on(store).clock(() -> clock.instant().plus(ahead)),
            "login",
            Keys.strings(),
            options -> options.tokenBucket(10, Duration.ofSeconds(1), burst)));
      }
      long[] allowed = new long[2];
      long began = System.nanoTime();
      Memcached.awaitUntil("two seconds", () -> {
        for (int host = 0; host < 2; host++) {
          if (hosts.get(host).tryAcquire("ada").isAllowed()) {
            allowed[host]++;
          }
        }
        return System.nanoTime() - began > Duration.ofSeconds(2).toNanos();
      });
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      long due = burst + took.dividedBy(interval);
      Table.of("token bucket, 10 per s, burst 10", "clock", "allowed", "due together", "in")
          .row("true", allowed[0], due, took)
          .row("a day ahead", allowed[1], due, took)
          .show();
      long gain = Duration.ofSeconds(4).dividedBy(interval);
      assertThat(allowed[0] + allowed[1]).isBetween(burst, due + gain);
    }
  }

  /** A limiter that needed the store's executor to get on would wait here for itself. */
  @Test
  void theStoresOwnExecutorMayWaitForADecision() throws Exception {
    ExecutorService only = Executors.newSingleThreadExecutor();
    try (Memcached server = Memcached.with().start();
        MemcachedStore store = MemcachedStore.open(
            Nodes.list(server), options -> options.deadline(Nodes.PATIENCE).executor(only))) {
      Nodes.awaitConnected(store);
      for (UnaryOperator<LimiterOptions> way : WAYS.values()) {
        Limiter<String> limiter = limiter(store, way);
        Future<Boolean> waited = only.submit(() -> limiter.tryAcquire("ada", 5).isAllowed()
            && !limiter.tryAcquire("ada").isAllowed());
        assertThat(waited.get(20, TimeUnit.SECONDS)).isTrue();
      }
    } finally {
      only.shutdownNow();
    }
  }
}
