package dev.corral.memcached;

import dev.corral.memcached.discovery.NameServer;
import dev.corral.memcached.node.HostResolver;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Dialect;
import dev.corral.ring.FailureMode;
import dev.corral.ring.ServerList;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The values of {@link MemcachedOptions}, at first the defaults. Options change a copy while they
 * are made, and never afterwards.
 */
final class OptionValues implements Cloneable {
  private static final Duration MILLISECOND = Duration.ofMillis(1);
  private static final Duration HOUR = Duration.ofHours(1);
  private static final int LEAST_ITEM_BYTES = 1024;
  private static final int MOST_ITEM_BYTES = 1 << 30;

  Dialect dialect = Dialect.LIBKETAMA;
  Duration deadline = Duration.ofMillis(500);
  int connectionsPerNode = 1;
  int maxInFlight = 65_536;
  long maxBytesInFlight = 64L << 20;
  WhenFull whenFull = WhenFull.FAIL;
  Optional<Duration> connectTimeout = Optional.empty();
  Duration reconnectLeast = Duration.ofMillis(10);
  Duration reconnectMost = Duration.ofSeconds(10);
  FailureMode failureMode = FailureMode.FAIL_FAST;
  int failures;
  Optional<ServerList> spares = Optional.empty();
  Duration substituteTtl = Duration.ofSeconds(10);
  int journalKeys = 100_000;
  int maxItemBytes;
  Duration drainTimeout = Duration.ofSeconds(2);
  int ioThreads = Math.max(1, Runtime.getRuntime().availableProcessors() / 8);
  Executor executor = ForkJoinPool.commonPool();
  List<Consumer<? super NodeEvent>> listeners = List.of();
  HostResolver resolver = HostResolver.system();
  NameServer nameServer = NameServer.ofMachine();
  Optional<TlsOptions> tls = Optional.empty();
  Optional<Credentials> credentials = Optional.empty();
  RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
  Ticker ticker = Ticker.system();
  Duration serverFileInterval = Duration.ofSeconds(5);
  Duration discoveryInterval = Duration.ofSeconds(30);

  OptionValues copy() {
    try {
      return (OptionValues) clone();
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** The first handshake of a JVM loads a thousand classes. */
  Duration connectTimeout() {
    return connectTimeout.orElse(Duration.ofSeconds(tls.isPresent() ? 3 : 1));
  }

  void fail(FailureMode mode, int afterFailures, Optional<ServerList> toSpares) {
    failureMode = mode;
    failures = afterFailures;
    spares = toSpares;
  }

  void listen(Consumer<? super NodeEvent> listener) {
    List<Consumer<? super NodeEvent>> more = new ArrayList<>(listeners);
    more.add(listener);
    listeners = List.copyOf(more);
  }

  /** Tells all listeners, even if one throws, and throws what was thrown at the end. */
  void tell(NodeEvent event) {
    RuntimeException thrown = null;
    for (Consumer<? super NodeEvent> listener : listeners) {
      try {
        listener.accept(event);
      } catch (RuntimeException e) {
        if (thrown == null) {
          thrown = e;
        } else {
          thrown.addSuppressed(e);
        }
      }
    }
    if (thrown != null) {
      throw thrown;
    }
  }

  /** All that is wrong with the values, alone or together. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    check(problems, "deadline", deadline, MILLISECOND, HOUR);
    check(problems, "connectionsPerNode", connectionsPerNode, 1, 64);
    check(problems, "maxInFlight", maxInFlight, 1, Integer.MAX_VALUE);
    check(problems, "maxBytesInFlight", maxBytesInFlight, LEAST_ITEM_BYTES, Long.MAX_VALUE);
    check(problems, "connectTimeout", connectTimeout(), MILLISECOND, HOUR);
    check(problems, "reconnectLeast", reconnectLeast, MILLISECOND, HOUR);
    check(problems, "reconnectMost", reconnectMost, MILLISECOND, HOUR);
    if (reconnectMost.compareTo(reconnectLeast) < 0) {
      problems.add("reconnectMost must not be less than reconnectLeast, but they are "
          + text(reconnectMost) + " and " + text(reconnectLeast));
    }
    if (failureMode != FailureMode.FAIL_FAST) {
      check(problems, "failures", failures, 1, Integer.MAX_VALUE);
    }
    check(problems, "substituteTtl", substituteTtl, Duration.ofSeconds(1), Duration.ofDays(1));
    check(problems, "journalKeys", journalKeys, 0, Integer.MAX_VALUE);
    if (maxItemBytes != 0) {
      check(problems, "maxItemBytes, if not 0,", maxItemBytes, LEAST_ITEM_BYTES, MOST_ITEM_BYTES);
    }
    if (maxItemBytes > maxBytesInFlight) {
      problems.add("maxBytesInFlight must hold at least one item of " + maxItemBytes
          + " bytes, but is " + maxBytesInFlight);
    }
    check(problems, "drainTimeout", drainTimeout, Duration.ZERO, HOUR);
    check(problems, "ioThreads", ioThreads, 1, 1024);
    check(problems, "serverFileInterval", serverFileInterval, MILLISECOND, Duration.ofDays(1));
    check(problems, "discoveryInterval", discoveryInterval, MILLISECOND, Duration.ofDays(1));
    return problems;
  }

  private static void check(
      List<String> problems, String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      problems.add(
          name + " must be " + text(least) + " to " + text(most) + ", but is " + text(value));
    }
  }

  private static void check(List<String> problems, String name, long value, long least, long most) {
    if (value < least || value > most) {
      problems.add(name + " must be " + least
          + (most >= Integer.MAX_VALUE ? " or more" : " to " + most) + ", but is " + value);
    }
  }

  /** As 0.5s or 2m30s. */
  private static String text(Duration duration) {
    return duration.toString().substring("PT".length()).toLowerCase(Locale.ROOT);
  }

  static <T> T required(String name, @Nullable T value) {
    if (value == null) {
      throw new IllegalArgumentException(name + " must not be null");
    }
    return value;
  }
}
