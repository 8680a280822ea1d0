package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Allocation;
import dev.corral.key.Key;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a lookup allocates: nothing. */
class RingAllocationTest {
  private static final ServerList SERVERS = ServerList.parseAddresses("10.0.0.1,10.0.0.2,10.0.0.3");
  private static final Key[] KEYS = IntStream.range(0, 1000)
      .mapToObj(i -> Key.raw("key:" + i + "x".repeat(i % 200)))
      .toArray(Key[]::new);

  private int[] kept = {};
  private long sum;

  @BeforeEach
  void theMeterSeesASingleObjectInAThousandCalls() {
    assertThat(allocated(key -> key.equals(KEYS[7]) ? keep(new int[4]) : 0)).isPositive();
    assertThat(kept).hasSize(4);
  }

  @ParameterizedTest
  @EnumSource
  void aLookupAllocatesNothing(Dialect dialect) {
    Ring ring = Ring.of(SERVERS, dialect);

    assertThat(allocated(key -> ring.locate(key).port())).isZero();
  }

  @Test
  void aRouteToALiveServerAllocatesNothing() {
    Ring ring = Ring.of(SERVERS, Dialect.LIBKETAMA);
    Router router = Router.ejecting(ring);

    assertThat(allocated(key -> router.route(key, server -> true).home().port()))
        .isZero();
  }

  @Test
  void aRefusalAllocatesNothing() {
    Router router = Router.failFast(Ring.of(SERVERS, Dialect.LIBKETAMA));

    assertThat(allocated(key -> router.route(key, server -> false).home().port()))
        .isZero();
  }

  private int keep(int[] object) {
    kept = object;
    return object.length;
  }

  /** The bytes that a thousand lookups allocate. */
  private long allocated(ToIntFunction<Key> lookup) {
    long least = Allocation.least(() -> {
      for (Key key : KEYS) {
        sum += lookup.applyAsInt(key);
      }
    });
    assertThat(sum).isNotNegative();
    return least;
  }
}
