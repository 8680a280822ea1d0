package dev.corral.ring;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class DialectTest {
  @Test
  void aDigestGivesFourPointsLowestByteFirst() {
    ServerList servers = ServerList.parseAddresses("10.0.1.1");
    int[] points =
        Dialect.LIBKETAMA.points("10.0.1.1", servers.servers().get(0), Dialect.Totals.of(servers));

    assertThat(Arrays.stream(points).limit(4).mapToObj(Integer::toUnsignedString))
        .containsExactly("2383802539", "488362977", "2185284489", "383925769");
  }

  @ParameterizedTest
  @EnumSource
  void aRingNeedsNoSecurityProvider(Dialect dialect) {
    Provider[] providers = Security.getProviders();
    Arrays.stream(providers).map(Provider::getName).forEach(Security::removeProvider);
    try {
      assertThatThrownBy(() -> MessageDigest.getInstance("MD5"))
          .isInstanceOf(NoSuchAlgorithmException.class);
      Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1,10.0.0.2"), dialect);

      assertThat(ring.locate("foo".getBytes(US_ASCII))).isIn(ring.servers().servers());
    } finally {
      Arrays.stream(providers).forEach(Security::addProvider);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "LIBKETAMA, 3675831724",
    "LIBMEMCACHED_WEIGHTED, 3675831724",
    "SPYMEMCACHED, 3675831724",
    "LIBMEMCACHED, 596015325",
  })
  void keysAreHashedByMd5OrOneAtATime(Dialect dialect, String hash) {
    assertThat(Integer.toUnsignedString(dialect.hash("foo".getBytes(US_ASCII)))).isEqualTo(hash);
  }

  @ParameterizedTest
  @CsvSource({
    "LIBKETAMA, cache1, cache1",
    "LIBKETAMA, cache1:11211, cache1:11211",
    "LIBKETAMA, Cache1:1, Cache1:1",
    "LIBKETAMA, [::1]:11211, [::1]:11211",
    "LIBMEMCACHED, cache1, cache1",
    "LIBMEMCACHED, cache1:11211, cache1",
    "LIBMEMCACHED, cache1:11212, cache1:11212",
    "LIBMEMCACHED, [::1]:11211, ::1",
    "LIBMEMCACHED_WEIGHTED, cache1:11211, cache1",
    "LIBMEMCACHED_WEIGHTED, cache1:11212, cache1:11212",
    "LIBKETAMA, unix:/run/a.sock, unix:/run/a.sock",
    "LIBMEMCACHED, unix:/run/a.sock, /run/a.sock:0",
    "LIBMEMCACHED_WEIGHTED, unix:/run/a.sock, /run/a.sock:0",
    "SPYMEMCACHED, 10.0.0.1, 10.0.0.1:11211",
    "SPYMEMCACHED, 10.0.0.1:22122, 10.0.0.1:22122",
  })
  void aServersNameComesFromItsAddress(Dialect dialect, String address, String name) {
    assertThat(dialect.pointName(Server.parse(address))).isEqualTo(name);
  }

  @ParameterizedTest
  @EnumSource
  void aNameThatIsGivenCountsInEveryDialect(Dialect dialect) {
    Server server = Server.parse("10.0.0.1").withName("cache1/10.0.0.1:11211");

    assertThat(dialect.pointName(server)).isEqualTo("cache1/10.0.0.1:11211");
  }

  @Test
  void spymemcachedAsksForTheNamesThatOnlyDnsCouldTell() {
    ServerList servers = ServerList.parseAddresses("cache1,10.0.0.2,[::1]:11212=7,unix:/a");

    assertThatThrownBy(() -> Ring.of(servers, Dialect.SPYMEMCACHED))
        .isInstanceOfSatisfying(
            ServerListException.class,
            e -> assertThat(e.problems())
                .containsExactly(
                    "cache1:11211 needs a name: spymemcached's holds the IP address, "
                        + "as in the line \"cache1:11211 1 cache1/10.0.0.1:11211\"",
                    "[::1]:11212 needs a name: spymemcached's holds the IP address, "
                        + "as in the line \"[::1]:11212 7 cache1/10.0.0.1:11211\"",
                    "unix:/a needs a name: spymemcached's holds the IP address, "
                        + "as in the line \"unix:/a 1 cache1/10.0.0.1:11211\""));
  }

  @Test
  void twoServersMustNotHaveTheSameNameInADialect() {
    ServerList servers = ServerList.of(
        Server.parse("cache1:11211"), Server.parse("cache2:11211").withName("cache1"));

    assertThat(Ring.of(servers, Dialect.LIBKETAMA).servers()).isEqualTo(servers);
    assertThatThrownBy(() -> Ring.of(servers, Dialect.LIBMEMCACHED))
        .isInstanceOf(ServerListException.class)
        .hasMessage(
            "cache1 (cache2:11211) and cache1:11211 both have the name cache1 in libmemcached");
  }

  @ParameterizedTest
  @CsvSource({
    "LIBKETAMA, 3, 100, 160",
    "LIBKETAMA, 25, 100, 160",
    "LIBKETAMA, 29, 100, 160",
    "LIBKETAMA, 61, 100, 156",
    "LIBMEMCACHED_WEIGHTED, 3, 1, 160",
    "LIBMEMCACHED_WEIGHTED, 25, 1, 156",
    "LIBMEMCACHED_WEIGHTED, 29, 1, 160",
    "LIBMEMCACHED_WEIGHTED, 47, 1, 156",
    "LIBMEMCACHED_WEIGHTED, 50, 1, 156",
    "LIBMEMCACHED, 25, 1, 100",
    "LIBMEMCACHED, 25, 2, 156",
    "SPYMEMCACHED, 25, 7, 160",
  })
  void equalServersHaveThePointsOfTheirLibrary(Dialect dialect, int count, int weight, int points) {
    Ring ring = Ring.of(servers(count, weight), dialect);

    assertThat(ring.servers().servers())
        .allSatisfy(server -> assertThat(ring.points(server)).isEqualTo(points));
  }

  @ParameterizedTest
  @CsvSource({
    "LIBKETAMA, 68 136 272",
    "LIBMEMCACHED_WEIGHTED, 68 136 272",
    "LIBMEMCACHED, 68 136 272",
    "SPYMEMCACHED, 160 160 160",
  })
  void pointsFollowWeightsExceptInSpymemcached(Dialect dialect, String points) {
    Ring ring = Ring.of(ServerList.parseAddresses("10.0.0.1=1,10.0.0.2=2,10.0.0.3=4"), dialect);

    assertThat(ring.servers().servers().stream().map(ring::points).map(String::valueOf))
        .containsExactly(points.split(" ", -1));
  }

  @ParameterizedTest
  @EnumSource
  void aDialectIsFoundByTheNameThatUsersWrite(Dialect dialect) {
    assertThat(dialect.toString()).matches("[a-z-]+");
    assertThat(Dialect.parse(dialect.toString())).isEqualTo(dialect);
  }

  @Test
  void anUnknownDialectIsAnsweredWithTheKnownOnes() {
    assertThatThrownBy(() -> Dialect.parse("ketama"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("unknown dialect \"ketama\": expected libketama, libmemcached-weighted, "
            + "libmemcached, spymemcached");
  }

  private static ServerList servers(int count, int weight) {
    return ServerList.of(IntStream.range(0, count)
        .mapToObj(i -> Server.parse("10.0.0." + i).withWeight(weight))
        .toList());
  }
}
