package dev.corral.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConnectionChecksTest {
  private final TestServer cache1 = new TestServer("cache1:11211");

  @Test
  void fewFreeConnectionsAreAWarningAndHardlyAnyAFault() {
    assertThat(TestCluster.with(cache1.general("curr_connections", 800)).found())
        .isEmpty();
    TestCluster many = TestCluster.with(cache1.general("curr_connections", 900));
    assertThat(many.found()).containsExactly("warning connections cache1:11211");
    assertThat(many.seen()).isEqualTo("900 of 1,024 connections are open (88 %)");
    assertThat(TestCluster.with(cache1.general("curr_connections", 1_000)).found())
        .containsExactly("fault connections cache1:11211");
  }

  @Test
  void whatTheServerKeepsForItselfIsNotFree() {
    cache1.general("curr_connections", 90).general("max_connections", 124);
    assertThat(TestCluster.with(cache1).found()).isEmpty();
    assertThat(TestCluster.with(cache1.general("reserved_fds", 20)).seen())
        .isEqualTo("90 of 104 connections are open (87 %)");
  }

  @Test
  void refusedConnectionsAreAWarning() {
    TestCluster cluster = TestCluster.with(cache1.general("rejected_connections", 12));
    assertThat(cluster.found()).containsExactly("warning connections-refused cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo("connections were refused 12 times since its start, at its limit of 1,024");
    TestServer waiting = new TestServer("cache2:11211")
        .general("listen_disabled_num", 1)
        .settings("maxconns_fast", "no");
    assertThat(TestCluster.with(waiting).only().advice()).contains("maxconns_fast");
  }

  @Test
  void aLimitThatIsNotToldIsNoted() {
    assertThat(TestCluster.with(cache1.settings("maxconns_fast", "no")).found())
        .containsExactly("note connections-wait cache1:11211");
  }

  @Test
  void anIdleTimeoutIsNoted() {
    assertThat(TestCluster.with(cache1.settings("idle_timeout", "300")).seen())
        .isEqualTo("it ends connections that were idle for 300 s");
  }

  @Test
  void oneThreadOrTooManyAreNoted() {
    assertThat(TestCluster.with(cache1.settings("num_threads", "1")).seen())
        .isEqualTo("it serves with 1 thread");
    assertThat(TestCluster.with(cache1.settings("num_threads", "65")).seen())
        .isEqualTo("it serves with 65 threads");
    assertThat(TestCluster.with(cache1.settings("num_threads", "64")).found()).isEmpty();
  }

  @Test
  void someAnswersNearTheDeadlineAreAWarning() {
    TestCluster cluster =
        TestCluster.with(cache1.answeringIn(Duration.ofMillis(1), Duration.ofMillis(170)));
    assertThat(cluster.found()).containsExactly("warning near-deadline cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo(
            "5 of 100 round trips took more than a third of the deadline, which is 500.00 ms;"
                + " half took 1.00 ms or more, one in a hundred 170.00 ms");
  }

  @Test
  void aHiccupIsNot() {
    RoundTrips trips = new RoundTrips(List.of(
        Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(400), Duration.ofMillis(1)));
    assertThat(trips.longerThan(Duration.ofMillis(1))).isEqualTo(1);
    assertThat(TestCluster.with(cache1.answeringIn(trips)).found()).isEmpty();
  }

  @Test
  void allAnswersNearTheDeadlineAreAFault() {
    TestServer[] slow = {
      cache1.answeringIn(Duration.ofMillis(200), Duration.ofMillis(300)),
      new TestServer("cache2:11211").answeringIn(Duration.ofMillis(210), Duration.ofMillis(290))
    };
    assertThat(TestCluster.of(slow).found())
        .containsExactly("fault near-deadline cache1:11211", "fault near-deadline cache2:11211");
  }

  @Test
  void aServerThatIsMuchSlowerThanTheOthersIsAWarning() {
    TestCluster cluster =
        TestCluster.with(cache1.answeringIn(Duration.ofMillis(3), Duration.ofMillis(4)));
    assertThat(cluster.found()).containsExactly("warning slow cache1:11211");
    assertThat(cluster.seen())
        .isEqualTo("half of its answers took 3.00 ms or more, those of the others 0.20 ms");
  }

  @Test
  void aMillisecondMoreIsNotSlow() {
    assertThat(
            TestCluster.with(cache1.answeringIn(Duration.ofNanos(1_200_000), Duration.ofMillis(4)))
                .found())
        .isEmpty();
  }
}
