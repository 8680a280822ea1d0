package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** libketama's promise: an even spread, and few keys that move. */
class RingDistributionTest {
  private static final int SERVERS = 10;
  private static final List<Key> KEYS = IntStream.range(0, 200_000)
      .mapToObj(i -> Key.raw("user:" + i + ":basket"))
      .toList();

  @ParameterizedTest
  @EnumSource
  void noneOfTenEqualServersHoldsMuchMoreThanItsPart(Dialect dialect) {
    Ring ring = Ring.of(servers(SERVERS), dialect);
    Map<Server, Long> held =
        KEYS.stream().collect(Collectors.groupingBy(ring::locate, Collectors.counting()));

    double mean = KEYS.size() / (double) SERVERS;
    double maxToMean = Collections.max(held.values()) / mean;
    assertThat(held).hasSize(SERVERS);
    assertThat(maxToMean).isLessThanOrEqualTo(1.25);
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatJoinsTakesItsPartAndNoKeyMovesBetweenOthers(Dialect dialect) {
    Ring before = Ring.of(servers(SERVERS), dialect);
    ServerList grown = servers(SERVERS + 1);
    Ring after = Ring.of(grown, dialect);
    Server joined = grown.servers().get(SERVERS);

    List<Key> moved = moved(before, after);
    assertThat(moved).allSatisfy(key -> assertThat(after.locate(key)).isEqualTo(joined));
    assertThat(moved.size() / (double) KEYS.size()).isLessThanOrEqualTo(1.3 / (SERVERS + 1));
  }

  @ParameterizedTest
  @EnumSource
  void aServerThatLeavesMovesItsOwnKeysOnly(Dialect dialect) {
    Ring before = Ring.of(servers(SERVERS), dialect);
    Server gone = before.servers().servers().get(3);
    Ring after = Ring.of(before.servers().without(gone.name()), dialect);

    List<Key> moved = moved(before, after);
    assertThat(moved)
        .containsExactlyElementsOf(
            KEYS.stream().filter(key -> before.locate(key).equals(gone)).toList());
    assertThat(moved.size() / (double) KEYS.size()).isLessThanOrEqualTo(1.3 / SERVERS);
  }

  private static List<Key> moved(Ring before, Ring after) {
    return KEYS.stream()
        .filter(key -> !before.locate(key).equals(after.locate(key)))
        .toList();
  }

  private static ServerList servers(int count) {
    return ServerList.of(IntStream.rangeClosed(1, count)
        .mapToObj(i -> Server.parse("10.0.1." + i + ":11211"))
        .toList());
  }
}
