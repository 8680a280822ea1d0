package dev.corral.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.corral.key.Key;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RingTest {
  /** Two servers that both claim point 1261354007. */
  private static final String ONE = "10.9.2.63:11211";

  private static final String OTHER = "10.9.2.65:11211";
  private static final long CLAIMED_BY_BOTH = 1261354007L;

  @ParameterizedTest
  @EnumSource
  void theIndexByTopBitsFindsWhatATreeMapFinds(Dialect dialect) {
    Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1=1,10.0.0.2=2,10.0.0.3=40"), dialect);
    NavigableMap<Long, Server> tree = tree(ring);

    keys(20_000).forEach(key -> {
      Map.Entry<Long, Server> next =
          tree.ceilingEntry(Integer.toUnsignedLong(dialect.hash(key.bytes())));
      Server expected = next == null ? tree.firstEntry().getValue() : next.getValue();
      assertThat(ring.locate(key)).isSameAs(expected);
    });
  }

  @Test
  void keysBeyondTheLastPointBelongToTheOwnerOfTheFirst() {
    Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1,10.0.0.2"), Dialect.LIBKETAMA);
    NavigableMap<Long, Server> tree = tree(ring);
    List<Key> beyond = keys(20_000).stream()
        .filter(key -> Integer.toUnsignedLong(Md5.firstWord(key.bytes())) > tree.lastKey())
        .toList();

    assertThat(beyond)
        .isNotEmpty()
        .allSatisfy(
            key -> assertThat(ring.locate(key)).isSameAs(tree.firstEntry().getValue()));
  }

  @ParameterizedTest
  @CsvSource({"LIBKETAMA, true", "SPYMEMCACHED, false"})
  void aPointThatTwoServersClaimGoesToTheFirstOrTheLastOfThem(Dialect dialect, boolean toFirst) {
    Ring ring = Ring.of(ServerList.parseAddresses(ONE + "," + OTHER), dialect);
    Ring reversed = Ring.of(ServerList.parseAddresses(OTHER + "," + ONE), dialect);

    // The order matters to no other keys than those before the point.
    List<Key> tied = keys(20_000).stream()
        .filter(key -> !ring.locate(key).equals(reversed.locate(key)))
        .toList();
    assertThat(tied).isNotEmpty().allSatisfy(key -> {
      assertThat(Integer.toUnsignedLong(dialect.hash(key.bytes())))
          .isBetween(CLAIMED_BY_BOTH - (1L << 25), CLAIMED_BY_BOTH);
      assertThat(ring.indexOf(key.bytes())).isEqualTo(toFirst ? 0 : 1);
      assertThat(reversed.indexOf(key.bytes())).isEqualTo(toFirst ? 0 : 1);
    });
  }

  @ParameterizedTest
  @EnumSource
  void aSingleServerHoldsEverything(Dialect dialect) {
    Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1"), dialect);
    Server only = ring.servers().servers().get(0);

    assertThat(keys(100)).allSatisfy(key -> assertThat(ring.locate(key)).isSameAs(only));
    assertThat(ring.share(only)).isEqualTo(1);
    assertThat(ring.locate(Key.raw("foo"), 3)).containsExactly(only);
  }

  @Test
  void aKeyAndItsBytesLieAtTheSameServer() {
    Ring ring = ring(5);

    keys(100).forEach(key -> {
      assertThat(ring.locate(key.bytes())).isSameAs(ring.locate(key));
      assertThat(ring.servers().servers().get(ring.indexOf(key.bytes())))
          .isSameAs(ring.locate(key));
    });
  }

  @ParameterizedTest
  @EnumSource
  void theSharesAddUpToTheWholeRing(Dialect dialect) {
    Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1=1,10.0.0.2=2,10.0.0.3=3"), dialect);

    assertThat(ring.servers().servers().stream().mapToDouble(ring::share).sum())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void theShareOfAServerIsThePartOfTheKeysThatItHolds() {
    Ring ring =
        Ring.of(ServerList.parseAddresses("10.0.0.1=1,10.0.0.2=2,10.0.0.3=3"), Dialect.LIBKETAMA);
    List<Key> keys = keys(100_000);

    assertThat(ring.servers().servers()).allSatisfy(server -> {
      double held =
          keys.stream().filter(key -> ring.locate(key).equals(server)).count() / 100_000.0;
      assertThat(ring.share(server)).isCloseTo(held, within(0.01));
    });
  }

  @Test
  void aServerTooLightForAPointHoldsNothing() {
    Ring ring =
        Ring.of(ServerList.parseAddresses("10.0.0.1=1,10.0.0.2=1000000"), Dialect.LIBKETAMA);
    Server light = ring.servers().servers().get(0);

    assertThat(ring.points(light)).isZero();
    assertThat(ring.share(light)).isZero();
    assertThat(ring.locate(Key.raw("foo"), 2)).doesNotContain(light).hasSize(1);
  }

  @Test
  void theHeaviestWeightsDoNotOverflow() {
    int most = Integer.MAX_VALUE;
    Ring ring = Ring.of(
        ServerList.parseAddresses("10.0.0.1=" + most + ",10.0.0.2=" + most), Dialect.LIBKETAMA);

    assertThat(ring.servers().servers())
        .allSatisfy(server -> assertThat(ring.points(server)).isEqualTo(160));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void theNextServersAreDifferentAndBeginWithTheKeysOwn(int count) {
    Ring ring = ring(5);

    assertThat(keys(1000)).allSatisfy(key -> {
      List<Server> next = ring.locate(key, count);
      assertThat(next).hasSize(count).doesNotHaveDuplicates();
      assertThat(next.get(0)).isSameAs(ring.locate(key));
    });
  }

  @Test
  void theNextServerIsTheOneThatWouldHoldTheKeyIfItsOwnHadLeft() {
    Ring ring = ring(5);

    assertThat(keys(1000)).allSatisfy(key -> {
      List<Server> next = ring.locate(key, 3);
      ServerList left = ring.servers().without(next.get(0).name());
      assertThat(Ring.of(left, ring.dialect()).locate(key)).isEqualTo(next.get(1));
      left = left.without(next.get(1).name());
      assertThat(Ring.of(left, ring.dialect()).locate(key)).isEqualTo(next.get(2));
    });
  }

  @Test
  void moreServersThanThereAreCannotBeFound() {
    assertThat(ring(3).locate(Key.raw("foo"), 9)).hasSize(3);
    assertThatThrownBy(() -> ring(3).locate(Key.raw("foo"), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("count must be at least 1, but is 0");
  }

  @Test
  void aServerThatIsNotOnTheRingHasNoShare() {
    assertThatThrownBy(() -> ring(1).share(Server.parse("elsewhere")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elsewhere:11211 is not on this ring; there are [10.0.0.0:11211]");
  }

  @Test
  void aChangedAddressMovesNoKeyOfANamedServer() {
    Ring before = Ring.of(ServerList.parse("10.0.0.1 1 a\n10.0.0.2 1 b\n"), Dialect.LIBKETAMA);
    Ring after = Ring.of(ServerList.parse("10.7.7.7 1 a\n10.0.0.2 1 b\n"), Dialect.LIBKETAMA);

    assertThat(keys(1000))
        .allSatisfy(key ->
            assertThat(after.locate(key).name()).isEqualTo(before.locate(key).name()));
  }

  @Test
  void aRingNamesItsDialectAndServers() {
    assertThat(ring(2)).hasToString("libketama [10.0.0.0:11211, 10.0.0.1:11211]");
    assertThat(ring(2).dialect()).isEqualTo(Dialect.LIBKETAMA);
  }

  /** The ring's points as others keep them. */
  private static NavigableMap<Long, Server> tree(Ring ring) {
    Dialect dialect = ring.dialect();
    Dialect.Totals totals = Dialect.Totals.of(ring.servers());
    NavigableMap<Long, Server> tree = new TreeMap<>();
    for (Server server : ring.servers().servers()) {
      for (int point : dialect.points(dialect.pointName(server), server, totals)) {
        tree.put(Integer.toUnsignedLong(point), server);
      }
    }
    return tree;
  }

  private static Ring ring(int count) {
    return Ring.of(
        ServerList.of(
            IntStream.range(0, count).mapToObj(i -> Server.parse("10.0.0." + i)).toList()),
        Dialect.LIBKETAMA);
  }

  private static List<Key> keys(int count) {
    return IntStream.range(0, count).mapToObj(i -> Key.raw("key:" + i)).toList();
  }

  @Test
  void equalListsHaveOneFingerprintInWhateverOrder() {
    long fingerprint = fingerprint("10.0.0.1 1\n10.0.0.2 2\n10.0.0.3 1\n", Dialect.LIBKETAMA);
    assertThat(fingerprint("10.0.0.3 1\n10.0.0.1 1\n10.0.0.2 2\n", Dialect.LIBKETAMA))
        .isEqualTo(fingerprint);
  }

  @ParameterizedTest
  @EnumSource
  void howAnAddressIsWrittenMattersAsFarAsItDoesToTheDialect(Dialect dialect) {
    String plain = "10.0.0.1 1\n10.0.0.2 1\n";
    String withPort = "10.0.0.1:11211 1\n10.0.0.2:11211 1\n";
    Ring ring = Ring.of(ServerList.parse(plain), dialect);
    Ring same = Ring.of(ServerList.parse(withPort), dialect);
    boolean isSame = keys(1000).stream().allMatch(key -> ring.locate(key).isAt(same.locate(key)));
    assertThat(ring.fingerprint() == same.fingerprint()).isEqualTo(isSame);
  }

  @Test
  void anotherServerNameWeightOrDialectIsAnotherFingerprint() {
    assertThat(Stream.of(
                "10.0.0.1 1\n10.0.0.2 2\n",
                "10.0.0.1 2\n10.0.0.2 1\n",
                "10.0.0.1 1\n10.0.0.2 1\n",
                "10.0.0.1 1\n",
                "10.0.0.1 1\n10.0.0.2 2\n10.0.0.3 1\n",
                "10.0.0.1 1\n10.0.0.3 2\n",
                "10.0.0.1 1 a\n10.0.0.2 2 b\n",
                "10.0.0.1:11212 1\n10.0.0.2 2\n")
            .flatMap(
                list -> Stream.of(Dialect.values()).map(dialect -> fingerprint(list, dialect))))
        .doesNotHaveDuplicates();
  }

  @Test
  void aFingerprintIsAlwaysTheSameForItIsStored() {
    assertThat(Long.toHexString(fingerprint("10.0.0.1 1\n10.0.0.2 2\n", Dialect.LIBKETAMA)))
        .isEqualTo("645aa20ceab5536e");
  }

  private static long fingerprint(String list, Dialect dialect) {
    return Ring.of(ServerList.parse(list), dialect).fingerprint();
  }
}
