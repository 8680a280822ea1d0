package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerChecksTest {
  private final TestServer cache1 = new TestServer("cache1:11211");
  private final TestServer cache2 = new TestServer("cache2:11211");

  @Test
  void nothingIsFoundOfAHealthyCluster() {
    assertThat(TestCluster.with(cache1).found()).isEmpty();
  }

  @Test
  void aDeadServerIsAFaultAndTheOthersAreJudgedAllTheSame() {
    TestCluster cluster = TestCluster.of(
        cache1.down("connection refused").version(""), cache2.general("cmd_flush", 99));
    assertThat(cluster.found())
        .containsExactly("fault unreachable cache1:11211", "warning flushed cache2:11211");
    assertThat(cluster.judged().get(0).seen()).isEqualTo("connection refused");
    assertThat(cluster.judged().get(0).effect()).startsWith("50 % of the ring's weight");
  }

  @Test
  void aVersionThatTheClientRefusesIsNotJustUnreachable() {
    TestCluster cluster =
        TestCluster.with(cache1.down("it runs memcached 1.6.9, and …").version("1.6.9"));
    assertThat(cluster.found()).containsExactly("fault version-refused cache1:11211");
    assertThat(cluster.seen()).isEqualTo("it runs memcached 1.6.9");
    assertThat(cluster.only().advice()).contains("1.6.24", "1.6.13");
  }

  @Test
  void aServerThatFellSilentMeanwhileIsUnreachableWhateverItRuns() {
    assertThat(TestCluster.with(cache1.down("no answer in time")).found())
        .containsExactly("fault unreachable cache1:11211");
  }

  @Test
  void oneServerUnderTwoNamesIsOneFinding() {
    cache1.twin(cache2.server());
    cache2.twin(cache1.server());
    TestCluster cluster = TestCluster.of(cache1, cache2);
    assertThat(cluster.found()).containsExactly("fault same-server cache1:11211 cache2:11211");
    assertThat(cluster.seen()).startsWith("cache1:11211 and cache2:11211 are one server");
  }

  @Test
  void anOldVersionIsNotedWithWhatItLacks() {
    TestCluster cluster = TestCluster.of(cache1.version("1.6.18"), cache2.version("1.6.18"));
    assertThat(cluster.found())
        .containsExactly(
            "note version-old cache1:11211 cache2:11211",
            "note features-missing cache1:11211 cache2:11211");
    assertThat(cluster.judged().get(1).seen())
        .startsWith("memcached 1.6.18 lacks: creating append (from 1.6.20), ");
  }

  @Test
  void aVersionWithAllButTheLatestIsNotOld() {
    assertThat(
            TestCluster.of(cache1.version("1.6.39"), cache2.version("1.6.39")).seen())
        .isEqualTo("memcached 1.6.39 lacks: conditional get (from 1.6.40)");
  }

  @Test
  void versionsThatDifferAreNotedOfTheOlder() {
    TestCluster cluster = TestCluster.of(cache1.version("1.6.44"), cache2);
    assertThat(cluster.found()).containsExactly("note versions-differ cache1:11211");
    assertThat(cluster.seen()).isEqualTo("there are 1.6.44, 1.6.45");
    assertThat(cluster.only().advice()).isEqualTo("bring all to 1.6.45");
  }

  @Test
  void aServerWithoutCasIsAFaultAndItsLeaseIsNotAnother() {
    assertThat(TestCluster.with(cache1.settings("cas_enabled", "no").leaseTrouble("none"))
            .found())
        .containsExactly("fault no-cas cache1:11211");
  }

  @Test
  void aLeaseThatDoesNotWorkIsAFault() {
    TestCluster cluster = TestCluster.with(cache1.leaseTrouble("a miss gave no lease"));
    assertThat(cluster.found()).containsExactly("fault no-lease cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo("a lease was tried and did not work: a miss gave no lease");
  }

  @Test
  void aRecentStartIsNoted() {
    assertThat(TestCluster.with(cache1.general("uptime", 3599)).found())
        .containsExactly("note restarted cache1:11211");
    assertThat(TestCluster.with(cache1.general("uptime", 3600)).found()).isEmpty();
  }

  @Test
  void flushesAreAWarningIfTheyAreAHabit() {
    cache1.general("uptime", Duration.ofDays(10).toSeconds());
    assertThat(TestCluster.with(cache1.general("cmd_flush", 9)).found())
        .containsExactly("note flushed cache1:11211");
    TestCluster often = TestCluster.with(cache1.general("cmd_flush", 10));
    assertThat(often.found()).containsExactly("warning flushed cache1:11211");
    assertThat(often.seen()).isEqualTo("flush_all was called 10 times since its start");
  }

  @Test
  void aFlushOfAYoungServerIsAWarning() {
    cache1.general("uptime", 7200).general("cmd_flush", 1);
    assertThat(TestCluster.with(cache1).found()).containsExactly("warning flushed cache1:11211");
    assertThat(TestCluster.with(cache1).seen())
        .isEqualTo("flush_all was called once since its start");
  }

  @Test
  void fewHitsAreNotedOnceThereWereReads() {
    cache1.general("get_hits", 2_000).general("get_misses", 7_999);
    assertThat(TestCluster.with(cache1).found()).isEmpty();
    cache1.general("get_misses", 8_000);
    assertThat(TestCluster.with(cache1).seen()).isEqualTo("of 10,000 reads 20 % found something");
    cache1.general("get_hits", 8_000);
    assertThat(TestCluster.with(cache1).found()).isEmpty();
  }

  @Test
  void whatCannotBeSeenIsSaid() {
    assertThat(TestCluster.with(cache1.silent()).found())
        .containsExactly("note untold cache1:11211");
    TestCluster embedded = TestCluster.with(new TestServer("cache1:11211").embedded());
    assertThat(embedded.found()).containsExactly("note untold cache1:11211");
    assertThat(embedded.seen()).contains("embedded server");
  }
}
