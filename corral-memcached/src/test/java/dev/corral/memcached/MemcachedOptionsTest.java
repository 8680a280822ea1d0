package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.node.HostResolver;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.security.Protection;
import dev.corral.ring.Dialect;
import dev.corral.ring.FailureMode;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class MemcachedOptionsTest {
  private static final MemcachedOptions DEFAULTS = MemcachedOptions.DEFAULTS;
  private static final ServerList SPARES = ServerList.parseAddresses("spare:1");
  private static final NodeEvent EVENT = new NodeEvent.Ejected(Server.parse("a:1"), 3);

  @Test
  void theDefaultsAreAsDocumented() {
    MemcachedOptions options = DEFAULTS.validated();

    assertThat(options.dialect()).isEqualTo(Dialect.LIBKETAMA);
    assertThat(options.deadline()).isEqualTo(Duration.ofMillis(500));
    assertThat(options.connectionsPerNode()).isEqualTo(1);
    assertThat(options.maxInFlight()).isEqualTo(65_536);
    assertThat(options.maxBytesInFlight()).isEqualTo(67_108_864);
    assertThat(options.whenFull()).isEqualTo(WhenFull.FAIL);
    assertThat(options.connectTimeout()).isEqualTo(Duration.ofSeconds(1));
    assertThat(options.tls().connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(options.reconnectLeast()).isEqualTo(Duration.ofMillis(10));
    assertThat(options.reconnectMost()).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.failureMode()).isEqualTo(FailureMode.FAIL_FAST);
    assertThat(options.failures()).isZero();
    assertThat(options.spares()).isEmpty();
    assertThat(options.substituteTtl()).isEqualTo(Duration.ofSeconds(10));
    assertThat(options.journalKeys()).isEqualTo(100_000);
    assertThat(options.maxItemBytes()).isZero();
    assertThat(options.drainTimeout()).isEqualTo(Duration.ofSeconds(2));
    assertThat(options.ioThreads())
        .isEqualTo(Math.max(1, Runtime.getRuntime().availableProcessors() / 8));
    assertThat(options.executor()).isSameAs(ForkJoinPool.commonPool());
    assertThat(options.serverFileInterval()).isEqualTo(Duration.ofSeconds(5));
    assertThat(options.discoveryInterval()).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.isEncrypting()).isFalse();
    assertThat(options.protection()).isEqualTo(Protection.NONE);
    assertThat(options.nameServer()).hasToString("dns:");
    assertThat(options.resolver()).isNotNull();
    assertThat(options.ticker()).isNotNull();
    assertThatCode(() -> options.listener().accept(EVENT)).doesNotThrowAnyException();
  }

  @Test
  void eachChangeIsSeenAndLeavesTheRestAndTheOriginalAlone() {
    Executor executor = Runnable::run;
    HostResolver resolver = host -> new java.net.InetAddress[0];
    RandomGenerator random = new Random(1);
    Ticker ticker = new MovableTicker();

    MemcachedOptions changed = DEFAULTS
        .dialect(Dialect.SPYMEMCACHED)
        .deadline(Duration.ofMillis(1))
        .connectionsPerNode(2)
        .maxInFlight(3)
        .maxBytesInFlight(4096)
        .whenFull(WhenFull.WAIT)
        .connectTimeout(Duration.ofMillis(5))
        .reconnectAfter(Duration.ofMillis(6), Duration.ofMillis(7))
        .guttering(8, SPARES)
        .substituteTtl(Duration.ofSeconds(9))
        .journalKeys(10)
        .maxItemBytes(2048)
        .drainTimeout(Duration.ofMillis(11))
        .ioThreads(12)
        .executor(executor)
        .resolver(resolver)
        .random(random)
        .ticker(ticker)
        .serverFileInterval(Duration.ofMillis(13))
        .discoveryInterval(Duration.ofMillis(14))
        .tls()
        .credentials(Credentials.of("joe", "sesame"))
        .validated();

    assertThat(changed.dialect()).isEqualTo(Dialect.SPYMEMCACHED);
    assertThat(changed.deadline()).isEqualTo(Duration.ofMillis(1));
    assertThat(changed.connectionsPerNode()).isEqualTo(2);
    assertThat(changed.maxInFlight()).isEqualTo(3);
    assertThat(changed.maxBytesInFlight()).isEqualTo(4096);
    assertThat(changed.whenFull()).isEqualTo(WhenFull.WAIT);
    assertThat(changed.connectTimeout()).isEqualTo(Duration.ofMillis(5));
    assertThat(changed.reconnectLeast()).isEqualTo(Duration.ofMillis(6));
    assertThat(changed.reconnectMost()).isEqualTo(Duration.ofMillis(7));
    assertThat(changed.failureMode()).isEqualTo(FailureMode.GUTTER);
    assertThat(changed.failures()).isEqualTo(8);
    assertThat(changed.spares()).contains(SPARES);
    assertThat(changed.substituteTtl()).isEqualTo(Duration.ofSeconds(9));
    assertThat(changed.journalKeys()).isEqualTo(10);
    assertThat(changed.maxItemBytes()).isEqualTo(2048);
    assertThat(changed.drainTimeout()).isEqualTo(Duration.ofMillis(11));
    assertThat(changed.ioThreads()).isEqualTo(12);
    assertThat(changed.executor()).isSameAs(executor);
    assertThat(changed.resolver()).isSameAs(resolver);
    assertThat(changed.random()).isSameAs(random);
    assertThat(changed.ticker()).isSameAs(ticker);
    assertThat(changed.serverFileInterval()).isEqualTo(Duration.ofMillis(13));
    assertThat(changed.discoveryInterval()).isEqualTo(Duration.ofMillis(14));
    assertThat(changed.isEncrypting()).isTrue();
    assertThat(changed.protection().tls()).isNotNull();
    assertThat(changed.protection().login()).hasToString("a password from the program");
    theDefaultsAreAsDocumented();
  }

  @Test
  void theLastFailureModeCounts() {
    MemcachedOptions ejecting = DEFAULTS.guttering(2, SPARES).ejecting(3);

    assertThat(ejecting.failureMode()).isEqualTo(FailureMode.EJECT);
    assertThat(ejecting.failures()).isEqualTo(3);
    assertThat(ejecting.spares()).isEmpty();
    assertThat(ejecting.failFast().failureMode()).isEqualTo(FailureMode.FAIL_FAST);
    assertThat(ejecting.failFast().validated().failures()).isZero();
  }

  @Test
  void listenersAddUp() {
    List<String> heard = new ArrayList<>();
    MemcachedOptions one = DEFAULTS.listener(event -> heard.add("first"));

    one.listener(event -> heard.add("second " + event)).listener().accept(EVENT);
    one.listener().accept(EVENT);

    assertThat(heard).containsExactly("first", "second " + EVENT, "first");
  }

  @Test
  void aListenerThatThrowsKeepsNoOtherFromHearing() {
    List<NodeEvent> heard = new ArrayList<>();
    IllegalStateException first = new IllegalStateException("first");
    IllegalStateException second = new IllegalStateException("second");
    Consumer<NodeEvent> all = DEFAULTS
        .listener(event -> {
          throw first;
        })
        .listener(event -> {
          throw second;
        })
        .listener(heard::add)
        .listener();

    assertThatThrownBy(() -> all.accept(EVENT)).isSameAs(first).hasSuppressedException(second);
    assertThat(heard).containsExactly(EVENT);
  }

  @Test
  void aNameServerTakesThePlaceOfAResolverAndAResolverThatOfAddresses() {
    HostResolver resolver = host -> new java.net.InetAddress[0];
    MemcachedOptions named = DEFAULTS.resolver(resolver).nameServer("10.0.0.1");

    assertThat(named.nameServer()).hasToString("dns://10.0.0.1:53/");
    assertThat(named.resolver()).isSameAs(named.nameServer());
    assertThat(named.resolver(resolver).resolver()).isSameAs(resolver);
    assertThat(named.resolver(resolver).nameServer()).isSameAs(named.nameServer());
    assertThatThrownBy(() -> DEFAULTS.nameServer("a:b:c"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("bad address \"a:b:c\": ");
  }

  @Test
  void theDefaultRandomSourceVaries() {
    assertThat(DoubleStream.generate(DEFAULTS.random()::nextDouble)
            .limit(10)
            .distinct()
            .count())
        .isGreaterThan(1);
  }

  @ParameterizedTest
  @MethodSource
  void aValueOutOfRangeIsNamedWithItsRange(MemcachedOptions options, String problem) {
    assertThatThrownBy(options::validated)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("memcached store: " + problem);
  }

  static Stream<Arguments> aValueOutOfRangeIsNamedWithItsRange() {
    Duration tooLong = Duration.ofSeconds(Long.MAX_VALUE);
    return Stream.of(
        Arguments.of(
            DEFAULTS.deadline(Duration.ofNanos(999_999)),
            "deadline must be 0.001s to 1h, but is 0.000999999s"),
        Arguments.of(
            DEFAULTS.deadline(Duration.ofMinutes(61)),
            "deadline must be 0.001s to 1h, but is 1h1m"),
        Arguments.of(
            DEFAULTS.connectionsPerNode(0), "connectionsPerNode must be 1 to 64, but is 0"),
        Arguments.of(
            DEFAULTS.connectionsPerNode(65), "connectionsPerNode must be 1 to 64, but is 65"),
        Arguments.of(DEFAULTS.maxInFlight(0), "maxInFlight must be 1 or more, but is 0"),
        Arguments.of(
            DEFAULTS.maxBytesInFlight(1023), "maxBytesInFlight must be 1024 or more, but is 1023"),
        Arguments.of(
            DEFAULTS.connectTimeout(Duration.ZERO),
            "connectTimeout must be 0.001s to 1h, but is 0s"),
        Arguments.of(
            DEFAULTS.reconnectAfter(Duration.ZERO, Duration.ofSeconds(1)),
            "reconnectLeast must be 0.001s to 1h, but is 0s"),
        Arguments.of(
            DEFAULTS.reconnectAfter(Duration.ofSeconds(1), Duration.ofHours(2)),
            "reconnectMost must be 0.001s to 1h, but is 2h"),
        Arguments.of(
            DEFAULTS.reconnectAfter(Duration.ofSeconds(2), Duration.ofSeconds(1)),
            "reconnectMost must not be less than reconnectLeast, but they are 1s and 2s"),
        Arguments.of(DEFAULTS.ejecting(0), "failures must be 1 or more, but is 0"),
        Arguments.of(DEFAULTS.guttering(-1, SPARES), "failures must be 1 or more, but is -1"),
        Arguments.of(
            DEFAULTS.substituteTtl(Duration.ofMillis(999)),
            "substituteTtl must be 1s to 24h, but is 0.999s"),
        Arguments.of(DEFAULTS.journalKeys(-1), "journalKeys must be 0 or more, but is -1"),
        Arguments.of(
            DEFAULTS.maxItemBytes(1023),
            "maxItemBytes, if not 0, must be 1024 to 1073741824, but is 1023"),
        Arguments.of(
            DEFAULTS.maxItemBytes(4097).maxBytesInFlight(4096),
            "maxBytesInFlight must hold at least one item of 4097 bytes, but is 4096"),
        Arguments.of(
            DEFAULTS.drainTimeout(Duration.ofSeconds(-1)),
            "drainTimeout must be 0s to 1h, but is -1s"),
        Arguments.of(DEFAULTS.ioThreads(0), "ioThreads must be 1 to 1024, but is 0"),
        Arguments.of(
            DEFAULTS.serverFileInterval(tooLong),
            "serverFileInterval must be 0.001s to 24h, but is 2562047788015215h30m7s"),
        Arguments.of(
            DEFAULTS.discoveryInterval(Duration.ZERO),
            "discoveryInterval must be 0.001s to 24h, but is 0s"));
  }

  @Test
  void allProblemsAreNamedAtOnce() {
    MemcachedOptions bad = DEFAULTS.deadline(Duration.ZERO).ejecting(0).ioThreads(0);

    assertThatThrownBy(bad::validated)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("memcached store: deadline must be 0.001s to 1h, but is 0s; "
            + "failures must be 1 or more, but is 0; ioThreads must be 1 to 1024, but is 0");
  }

  @Test
  void theBoundsThemselvesAreFine() {
    assertThatCode(() -> DEFAULTS
            .deadline(Duration.ofHours(1))
            .connectionsPerNode(64)
            .maxInFlight(1)
            .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(1))
            .journalKeys(0)
            .drainTimeout(Duration.ZERO)
            .maxItemBytes(1024)
            .maxBytesInFlight(1024)
            .validated())
        .doesNotThrowAnyException();
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without NullAway can do
  void whatIsNotGivenIsRefusedWhereItIsNotGiven() {
    assertThatThrownBy(() -> DEFAULTS.deadline(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("deadline must not be null");
    assertThatThrownBy(() -> DEFAULTS.guttering(1, null)).hasMessage("spares must not be null");
  }
}
