package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.ring.Dialect;
import dev.corral.ring.Server;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RingChecksTest {
  private final TestServer cache1 = new TestServer("10.0.1.1:11211");
  private final TestServer cache2 = new TestServer("10.0.1.2:11211");

  @Test
  void aRingOfOneIsNoted() {
    assertThat(TestCluster.of(cache1).found()).containsExactly("note one-server 10.0.1.1:11211");
  }

  @Test
  void weightsThatTheDialectIgnoresAreAWarning() {
    TestServer heavy = new TestServer(Server.parse("10.0.1.3:11211").withWeight(3));
    assertThat(TestCluster.of(cache1, heavy).dialect(Dialect.SPYMEMCACHED).found())
        .containsExactly("warning weights-ignored 10.0.1.1:11211 10.0.1.3:11211");
    assertThat(TestCluster.of(cache1, cache2).dialect(Dialect.SPYMEMCACHED).found())
        .isEmpty();
  }

  @Test
  void aServerWithoutPointsIsAFault() {
    TestServer heavy = new TestServer(Server.parse("10.0.1.3:11211").withWeight(100_000))
        .general("limit_maxbytes", 67_108_864L * 100_000);
    assertThat(TestCluster.of(cache1, heavy).found())
        .containsExactly("fault no-keys 10.0.1.1:11211");
  }

  @Test
  void aShareFarFromTheWeightsIsAWarning() {
    TestCluster cluster = TestCluster.of(cache1, cache2).keys(cache1, 7_500).keys(cache2, 2_500);
    assertThat(cluster.found())
        .containsExactly("warning ring-share 10.0.1.1:11211", "warning ring-share 10.0.1.2:11211");
    assertThat(cluster.judged().get(0).seen())
        .isEqualTo("of 10,000 keys it has 75 %, by its weight it should have 50 %");
    assertThat(cluster.judged().get(0).effect()).contains("the first to be full");
    assertThat(cluster.judged().get(1).effect()).contains("in its place");
  }

  @Test
  void aShareAsTheRingIsByChanceIsFair() {
    assertThat(TestCluster.of(cache1, cache2)
            .keys(cache1, 6_400)
            .keys(cache2, 3_600)
            .found())
        .isEmpty();
  }

  @Test
  void aFewKeysProveNothing() {
    assertThat(TestCluster.of(cache1, cache2).keys(cache1, 199).found()).isEmpty();
  }

  @Test
  void aClockThatIsWrongIsAWarning() {
    TestCluster ahead = TestCluster.of(cache1.ahead(Duration.ofSeconds(60)), cache2);
    assertThat(ahead.found()).containsExactly("warning clock 10.0.1.1:11211");
    assertThat(ahead.seen()).isEqualTo("its clock is 60 s ahead (give or take 1 s)");
    assertThat(ahead.only().effect()).contains("earlier");
    TestCluster behind = TestCluster.of(cache1.ahead(Duration.ofMinutes(-5)), cache2);
    assertThat(behind.seen()).startsWith("its clock is 5 min behind");
    assertThat(behind.only().effect()).contains("later");
  }

  @Test
  void aClockThatMayBeRightIsRight() {
    assertThat(TestCluster.of(cache1.ahead(Duration.ofMillis(3_600)), cache2).found())
        .isEmpty();
  }

  @Test
  void whereAllClocksAgreeItMayBeOurs() {
    TestCluster cluster = TestCluster.of(
        cache1.ahead(Duration.ofSeconds(-100)), cache2.ahead(Duration.ofSeconds(-101)));
    assertThat(cluster.found())
        .containsExactly("warning clock 10.0.1.1:11211", "warning clock 10.0.1.2:11211");
    assertThat(cluster.judged().get(0).advice()).startsWith("set this machine's clock");
  }

  @Test
  void whereAllClocksAreWrongEachInItsWayItIsTheirs() {
    TestCluster cluster =
        TestCluster.of(cache1.ahead(Duration.ofSeconds(-100)), cache2.ahead(Duration.ofHours(1)));
    assertThat(cluster.judged()).allMatch(finding -> finding.advice().startsWith("run NTP there"));
  }
}
