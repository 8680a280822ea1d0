package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RouterTest {
  private static final Ring RING =
      Ring.of(ServerList.parse("10.0.0.1 1 a\n10.0.0.2 1 b\n10.0.0.3 1 c"), Dialect.LIBKETAMA);
  private static final Ring SPARE =
      Ring.of(ServerList.parse("10.0.9.1 1 y\n10.0.9.2 1 z"), Dialect.LIBKETAMA);

  /** A key whose servers clockwise are b, a, c, and whose spares are y, z. */
  private static final Key KEY = IntStream.iterate(0, i -> i + 1)
      .mapToObj(i -> Key.raw("key:" + i))
      .filter(key -> names(RING.locate(key, 3)).equals("b a c")
          && names(SPARE.locate(key, 2)).equals("y z"))
      .findFirst()
      .orElseThrow();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // mode   | down      | where to
        "FAIL_FAST |           | home b",
        "FAIL_FAST | a c y z   | home b",
        "FAIL_FAST | b         | refused b",
        "FAIL_FAST | a b c y z | refused b",
        "EJECT     |           | home b",
        "EJECT     | a c       | home b",
        "EJECT     | b         | substitute a for b",
        "EJECT     | a b       | substitute c for b",
        "EJECT     | a b c     | refused b",
        "GUTTER    |           | home b",
        "GUTTER    | a c y z   | home b",
        "GUTTER    | b         | substitute y for b",
        "GUTTER    | a b c     | substitute y for b",
        "GUTTER    | b y       | substitute z for b",
        "GUTTER    | b y z     | refused b",
      })
  void aRouteFollowsFromTheModeAndWhoIsDown(FailureMode mode, String down, String expected) {
    List<String> names = down == null ? List.of() : Arrays.asList(down.split(" ", -1));

    Route route = router(mode).route(KEY, server -> !names.contains(server.name()));

    assertThat(describe(route)).isEqualTo(expected);
  }

  @ParameterizedTest
  @EnumSource
  void aRouterKnowsItsMode(FailureMode mode) {
    assertThat(router(mode).mode()).isEqualTo(mode);
  }

  @Test
  void ejectionLeadsWhereARingWithoutTheServerWould() {
    ServerList servers = ServerList.of(
        IntStream.range(0, 10).mapToObj(i -> Server.parse("10.0.0." + i)).toList());
    Server down = servers.servers().get(4);
    Router router = Router.ejecting(Ring.of(servers, Dialect.LIBKETAMA));
    Ring without = Ring.of(servers.without(down.name()), Dialect.LIBKETAMA);

    assertThat(IntStream.range(0, 5000).mapToObj(i -> Key.raw("key:" + i))).allSatisfy(key -> {
      Route route = router.route(key, server -> !server.equals(down));
      Server server = route instanceof Route.Substitute other ? other.server() : route.home();
      assertThat(server).isEqualTo(without.locate(key));
    });
  }

  @Test
  void noServerIsAskedAboutMoreThanOnceOnTheWayRound() {
    AtomicInteger asked = new AtomicInteger();

    router(FailureMode.EJECT).route(KEY, server -> asked.incrementAndGet() < 0);

    // Home, and then the two others.
    assertThat(asked).hasValue(3);
  }

  @Test
  void aServerThatComesBackMeanwhileIsNotItsOwnSubstitute() {
    AtomicInteger asked = new AtomicInteger();

    Route route = router(FailureMode.EJECT)
        .route(KEY, server -> asked.getAndIncrement() > 0 && server.name().equals("b"));

    assertThat(describe(route)).isEqualTo("refused b");
  }

  @Test
  void aSpareMustNotBeOnTheRing() {
    Ring spare = Ring.of(ServerList.parse("10.0.0.3 1 z"), Dialect.LIBKETAMA);

    assertThatThrownBy(() -> Router.guttering(RING, spare))
        .isInstanceOf(ServerListException.class)
        .hasMessage("z (10.0.0.3:11211) cannot be a spare: it is on the ring itself");
  }

  private static Router router(FailureMode mode) {
    return switch (mode) {
      case FAIL_FAST -> Router.failFast(RING);
      case EJECT -> Router.ejecting(RING);
      case GUTTER -> Router.guttering(RING, SPARE);
    };
  }

  private static String describe(Route route) {
    if (route instanceof Route.Substitute substitute) {
      return "substitute " + substitute.server().name() + " for " + route.home().name();
    }
    return (route instanceof Route.Home ? "home " : "refused ") + route.home().name();
  }

  private static String names(List<Server> servers) {
    return String.join(" ", servers.stream().map(Server::name).toList());
  }
}
