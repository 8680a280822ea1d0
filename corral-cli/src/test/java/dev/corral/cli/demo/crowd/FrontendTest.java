package dev.corral.cli.demo.crowd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cli.demo.database.Page;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.cli.demo.scene.Way;
import dev.corral.codec.Codec;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.memcached.MemcachedStore;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(60)
class FrontendTest {
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Plan PLAIN = new Plan(2, 2, LONG, LONG, true, false);
  private static final Plan NAMESPACED = new Plan(2, 2, LONG, LONG, true, true);

  private final AtomicLong queries = new AtomicLong();
  private EmbeddedServer server;

  @BeforeEach
  void start() {
    server = EmbeddedServer.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Page query(int user, int page) {
    return new Page(queries.incrementAndGet(), user + " " + page);
  }

  private Frontend open(Way way, Plan plan) {
    return Frontend.open(way, new Frontend.Place(server.uri(), "demo"), plan, this::query);
  }

  private static long stale(Frontend frontend) {
    return new Report(0, 0, List.of(), frontend.stats()).stale();
  }

  @ParameterizedTest
  @EnumSource
  void aPageIsLoadedOnceForAll(Way way) throws Exception {
    try (Frontend one = open(way, PLAIN);
        Frontend other = open(way, PLAIN)) {
      Page page = one.get(1, 0);

      assertThat(page).isEqualTo(new Page(1, "1 0"));
      assertThat(one.get(1, 0)).isEqualTo(page);
      assertThat(other.get(1, 0)).isEqualTo(page);
      assertThat(other.get(0, 1).body()).isEqualTo("0 1");
      assertThat(stale(one)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatWasPutIsNotLoaded(Way way) throws Exception {
    try (Frontend one = open(way, NAMESPACED);
        Frontend other = open(way, NAMESPACED)) {
      one.put(0, 1, new Page(7, "put"));

      assertThat(other.get(0, 1)).isEqualTo(new Page(7, "put"));
      assertThat(queries).hasValue(0);
    }
  }

  @ParameterizedTest
  @EnumSource
  void anInvalidationIsOfAllPagesOfOneUser(Way way) throws Exception {
    try (Frontend one = open(way, NAMESPACED);
        Frontend other = open(way, NAMESPACED)) {
      one.get(0, 0);
      one.get(0, 1);
      one.get(1, 0);
      other.invalidate(0);

      assertThat(one.get(0, 0).version()).isEqualTo(4);
      assertThat(one.get(0, 1).version()).isEqualTo(5);
      assertThat(one.get(1, 0).version()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @EnumSource
  void afterADeployNothingIsCached(Way way) throws Exception {
    try (Frontend frontend = open(way, PLAIN)) {
      frontend.get(0, 0);
      frontend.deploy(1);

      assertThat(frontend.get(0, 0).version()).isEqualTo(2);
      assertThat(frontend.get(0, 0).version()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aFlushIsOfAll(Way way) throws Exception {
    try (Frontend frontend = open(way, NAMESPACED)) {
      frontend.get(0, 0);
      frontend.flush(Duration.ZERO);

      assertThat(frontend.get(0, 0).version()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsClearedLeavesNothing(Way way) throws Exception {
    try (Frontend frontend = open(way, NAMESPACED)) {
      frontend.get(0, 0);
      frontend.invalidate(1);
      frontend.get(1, 1);
      frontend.deploy(1);
      frontend.get(0, 1);
      assertThat(items()).isNotEqualTo("0");
      frontend.clear();

      assertThat(items()).isEqualTo("0");
    }
  }

  private String items() {
    try (MemcachedStore store = MemcachedStore.open(server.uri())) {
      return store
          .client(Codec.strings())
          .stats()
          .values()
          .iterator()
          .next()
          .getOrDefault("curr_items", "?");
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCacheThatIsDownIsNoReasonToFail(Way way) throws Exception {
    try (Frontend frontend = open(way, NAMESPACED)) {
      server.kill();

      assertThat(frontend.get(0, 0).version()).isEqualTo(1);
      assertThat(frontend.get(0, 0).version()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aQueryThatFailsIsAnErrorToItsCaller(Way way) {
    Frontend.Place place = new Frontend.Place(server.uri(), "demo");
    try (Frontend frontend = Frontend.open(way, place, PLAIN, (user, page) -> {
      throw new SQLException("down");
    })) {
      assertThatThrownBy(() -> frontend.get(0, 0)).isInstanceOf(Exception.class);
    }
  }

  /** Else one of them would have fewer expiries to deal with. */
  @ParameterizedTest
  @EnumSource
  void aValueExpiresAtTheSameMomentEitherWay(Way way) throws Exception {
    Plan brief = new Plan(1, 1, Duration.ofSeconds(2), LONG, true, false);
    try (EmbeddedServer still = EmbeddedServer.start(options -> options.ticker(() -> 0));
        Frontend frontend =
            Frontend.open(way, new Frontend.Place(still.uri(), "demo"), brief, this::query)) {
      frontend.put(0, 0, new Page(9, "put"));
      still.advance(Duration.ofSeconds(1));
      assertThat(frontend.get(0, 0).version()).isEqualTo(9);
      assertThat(stale(frontend)).isZero();

      still.advance(Duration.ofSeconds(1));
      boolean isLoaded = frontend.get(0, 0).version() != 9;
      assertThat(isLoaded || stale(frontend) == 1).isTrue();
    }
  }

  @Test
  void whatIsPastItsTtlIsServedByCorralAndCounted() throws Exception {
    Plan brief = new Plan(1, 1, Duration.ofSeconds(2), LONG, true, false);
    try (Frontend frontend = open(Way.CORRAL, brief)) {
      frontend.put(0, 0, new Page(9, "put"));
      server.advance(Duration.ofSeconds(5));

      assertThat(frontend.get(0, 0).version()).isEqualTo(9);
      assertThat(stale(frontend)).isEqualTo(1);
    }
  }
}
