package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.corral.key.Key;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RingPiecesTest {
  private static final long LAST = (1L << 32) - 1;
  private static final String THREE = "10.0.0.1=1,10.0.0.2=2,10.0.0.3=40";

  /** Two servers that both claim point 1261354007. */
  private static final String TIED = "10.9.2.63:11211,10.9.2.65:11211";

  private static final long CLAIMED_BY_BOTH = 1261354007L;

  @ParameterizedTest
  @EnumSource
  void theArcsCoverTheRingWithoutAGap(Dialect dialect) {
    for (String servers : List.of(THREE, TIED, "10.0.0.1")) {
      List<Arc> arcs = ring(servers, dialect).arcs();

      assertThat(arcs.get(0).from()).isZero();
      assertThat(arcs.get(arcs.size() - 1).to()).isEqualTo(LAST);
      for (int i = 1; i < arcs.size(); i++) {
        assertThat(arcs.get(i).from()).isEqualTo(arcs.get(i - 1).to() + 1);
        assertThat(arcs.get(i).server()).isNotEqualTo(arcs.get(i - 1).server());
      }
      assertThat(arcs).allSatisfy(arc -> assertThat(arc.to()).isGreaterThanOrEqualTo(arc.from()));
    }
  }

  @ParameterizedTest
  @EnumSource
  void aKeyLiesOnAnArcOfItsServer(Dialect dialect) {
    for (String servers : List.of(THREE, TIED, "10.0.0.1")) {
      Ring ring = ring(servers, dialect);
      List<Arc> arcs = ring.arcs();

      keys(20_000).forEach(key -> {
        long position = ring.position(key);
        assertThat(position).isBetween(0L, LAST);
        assertThat(arcs)
            .filteredOn(arc -> arc.from() <= position && position <= arc.to())
            .singleElement()
            .extracting(Arc::server)
            .isEqualTo(ring.locate(key));
      });
    }
  }

  @ParameterizedTest
  @EnumSource
  void theArcsOfAServerAddUpToItsShare(Dialect dialect) {
    Ring ring = ring(THREE, dialect);

    assertThat(ring.servers().servers())
        .allSatisfy(server -> assertThat(ring.arcs().stream()
                .filter(arc -> arc.server().equals(server))
                .mapToDouble(Arc::share)
                .sum())
            .isCloseTo(ring.share(server), within(1e-12)));
  }

  @Test
  void aSingleServerHasOneArc() {
    Ring ring = ring("10.0.0.1", Dialect.LIBKETAMA);

    assertThat(ring.arcs())
        .containsExactly(new Arc(0, LAST, ring.servers().servers().get(0)));
    assertThat(ring.arcs().get(0).share()).isEqualTo(1);
  }

  @Test
  void aPointThatTwoServersClaimEndsAnArcOfTheOneThatTheDialectPrefers() {
    assertThat(holder(Dialect.LIBKETAMA)).contains("10.9.2.63:11211");
    assertThat(holder(Dialect.SPYMEMCACHED)).contains("10.9.2.65:11211");
  }

  private static Optional<String> holder(Dialect dialect) {
    return ring(TIED, dialect).arcs().stream()
        .filter(arc -> arc.from() <= CLAIMED_BY_BOTH && CLAIMED_BY_BOTH <= arc.to())
        .map(arc -> arc.server().address())
        .findFirst();
  }

  @ParameterizedTest
  @EnumSource
  void aKeyMovesJustIfItsServersDiffer(Dialect dialect) {
    for (String later : List.of(
        THREE + ",10.0.0.4=9", // one joins
        "10.0.0.1=1,10.0.0.3=40", // one leaves
        "10.0.0.3=40,10.0.0.1=1,10.0.0.2=2", // the order changes
        "10.0.0.1=30,10.0.0.2=2,10.0.0.3=40", // a weight changes
        "10.0.0.7", // all are exchanged
        TIED)) {
      Ring before = ring(THREE, dialect);
      Ring after = ring(later, dialect);
      List<Move> moves = before.movesTo(after);

      keys(5_000).forEach(key -> {
        long position = before.position(key);
        Optional<Move> found = moves.stream()
            .filter(move -> move.from() <= position && position <= move.to())
            .findFirst();
        assertThat(found.isPresent()).isEqualTo(!before.locate(key).isAt(after.locate(key)));
        found.ifPresent(move -> {
          assertThat(move.before()).isEqualTo(before.locate(key));
          assertThat(move.after()).isEqualTo(after.locate(key));
        });
      });
    }
  }

  @ParameterizedTest
  @EnumSource
  void theMovesAreInOrderAndAsLongAsTheyCanBe(Dialect dialect) {
    List<Move> moves = ring(THREE, dialect).movesTo(ring("10.0.0.3,10.0.0.4,10.0.0.5", dialect));

    for (int i = 1; i < moves.size(); i++) {
      Move one = moves.get(i - 1);
      Move next = moves.get(i);
      assertThat(next.from()).isGreaterThan(one.to());
      assertThat(next.from() == one.to() + 1
              && next.before().equals(one.before())
              && next.after().equals(one.after()))
          .isFalse();
    }
  }

  @Test
  void aServerThatJoinsTakesItsShareAndNothingElseMoves() {
    Ring before = ring("10.0.0.1,10.0.0.2,10.0.0.3", Dialect.LIBKETAMA);
    Ring after = ring("10.0.0.1,10.0.0.2,10.0.0.3,10.0.0.4", Dialect.LIBKETAMA);
    Server joined = after.servers().servers().get(3);

    List<Move> moves = before.movesTo(after);

    assertThat(moves).allSatisfy(move -> assertThat(move.after()).isEqualTo(joined));
    assertThat(moves.stream().mapToDouble(Move::share).sum())
        .isCloseTo(after.share(joined), within(1e-12));
  }

  @Test
  void aNamedServerThatTakesAnotherAddressMovesAllOfItsKeys() {
    Ring before = Ring.of(ServerList.parse("10.0.0.1 1 a\n10.0.0.2 1 b\n"), Dialect.LIBKETAMA);
    Ring after = Ring.of(ServerList.parse("10.7.7.7 1 a\n10.0.0.2 1 b\n"), Dialect.LIBKETAMA);

    assertThat(before.movesTo(after).stream().mapToDouble(Move::share).sum())
        .isCloseTo(before.share(before.servers().servers().get(0)), within(1e-12));
  }

  @ParameterizedTest
  @EnumSource
  void nothingMovesToAnEqualRing(Dialect dialect) {
    assertThat(ring(THREE, dialect).movesTo(ring(THREE, dialect))).isEmpty();
    assertThat(ring("10.0.0.1=1", dialect).movesTo(ring("10.0.0.1=7", dialect))).isEmpty();
  }

  @Test
  void ringsOfTwoDialectsAreNotCompared() {
    Ring ring = ring(THREE, Dialect.LIBKETAMA);
    assertThatThrownBy(() -> ring.movesTo(ring(THREE, Dialect.LIBMEMCACHED)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("rings of one dialect can be compared, but not libketama and libmemcached");
  }

  private static Ring ring(String addresses, Dialect dialect) {
    return Ring.of(ServerList.parseAddresses(addresses), dialect);
  }

  private static Stream<Key> keys(int count) {
    return new Random(7).longs(count).mapToObj(number -> Key.raw("key:" + number));
  }
}
