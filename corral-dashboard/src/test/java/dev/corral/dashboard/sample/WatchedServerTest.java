package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.OverloadedException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import dev.corral.ring.Server;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WatchedServerTest {
  private static final Span SECOND = new Span(1);

  private final SteppedTime time = new SteppedTime();
  private final WatchedServer server = new WatchedServer(status(true, 0, 0, 0), time);

  private static NodeStatus status(boolean connected, long requests, long errors, long timeouts) {
    return status(connected, requests, errors, timeouts, Latencies.none());
  }

  private static NodeStatus status(
      boolean connected, long requests, long errors, long timeouts, Latencies trips) {
    return new NodeStatus(
        Server.parse("a:1"),
        connected,
        false,
        Optional.of(ServerVersion.parse("1.6.18")),
        true,
        0,
        3,
        requests,
        errors,
        timeouts,
        0,
        0,
        0,
        trips);
  }

  private CompletableFuture<Map<String, String>> ask() {
    CompletableFuture<Map<String, String>> answer = new CompletableFuture<>();
    server.ask(() -> answer, Runnable::run);
    return answer;
  }

  private void answered(String... statistics) {
    Map<String, String> told =
        statistics.length == 0 ? Map.of() : Map.of(statistics[0], statistics[1]);
    ask().complete(told);
  }

  private Map<String, @Nullable Object> row(NodeStatus status) {
    Map<String, @Nullable Object> row =
        server.row(status, SECOND, time.instant().toEpochMilli());
    time.advance(Duration.ofSeconds(1));
    return row;
  }

  private Map<String, @Nullable Object> row(boolean connected) {
    return row(status(connected, 0, 0, 0));
  }

  @Test
  void aServerThatIsConnectedIsUp() {
    Map<String, @Nullable Object> row = row(true);

    assertThat(row)
        .containsEntry("state", "up")
        .containsEntry("why", null)
        .containsEntry("since", SteppedTime.START.toEpochMilli())
        .containsEntry("version", "1.6.18")
        .containsEntry("inFlight", 3)
        .containsEntry("ejected", false)
        .containsEntry("stats", null);
  }

  @Test
  void oneThatIsNotHasAMomentToConnectBeforeItIsDown() {
    assertThat(row(false)).containsEntry("state", "unknown").containsEntry("why", null);
    assertThat(row(false)).containsEntry("state", "down").containsEntry("why", "no connection");
  }

  @Test
  void oneThatRefusesAProbeIsDownAtOnceAndSaysWhy() {
    ask()
        .completeExceptionally(new UnavailableException(
            "stats was not sent: a:1 has been down for 12 ms: connection refused"));

    assertThat(row(false))
        .containsEntry("state", "down")
        .containsEntry("why", "connection refused");
  }

  @Test
  void oneThatDoesNotAnswerIsDownAtTheNextTickThoughItIsConnected() {
    answered();
    assertThat(row(true)).containsEntry("state", "up");

    CompletableFuture<?> hanging = ask();
    time.advance(Patience.LENGTH);
    long since = time.instant().toEpochMilli();
    assertThat(row(true))
        .containsEntry("state", "down")
        .containsEntry("why", "no answer within 750 ms")
        .containsEntry("since", since);

    hanging.completeExceptionally(new DeadlineExceededException("no answer in time"));
    assertThat(row(true))
        .containsEntry("state", "down")
        .containsEntry("why", "no answer within 750 ms")
        .containsEntry("since", since);
  }

  @Test
  void oneThatWasJustAskedIsNotDownForThat() {
    row(true);
    CompletableFuture<Map<String, String>> open = ask();

    assertThat(row(true)).containsEntry("state", "up").containsEntry("why", null);
    assertThat(row(true)).containsEntry("state", "down");
    open.complete(Map.of());
    assertThat(row(true)).containsEntry("state", "up");
  }

  @Test
  void itIsUpAgainWhenItAnswers() {
    ask().completeExceptionally(new DeadlineExceededException("no answer in time"));
    row(true);

    answered();
    assertThat(row(true))
        .containsEntry("state", "up")
        .containsEntry("why", null)
        .containsEntry("since", SteppedTime.START.plusSeconds(1).toEpochMilli());
  }

  @Test
  void itIsUpAgainWhenItIsConnectedThoughTheProbeWasBeforeThat() {
    ask().completeExceptionally(new UnavailableException("connection refused"));

    assertThat(row(true)).containsEntry("state", "up").containsEntry("stats", null);
  }

  @Test
  void noProbeIsSentWhileOneIsOpen() {
    CompletableFuture<Map<String, String>> first = ask();
    CompletableFuture<Map<String, String>> second = ask();
    second.complete(Map.of());
    time.advance(Patience.LENGTH);

    assertThat(row(true)).containsEntry("state", "down");
    first.complete(Map.of());
    assertThat(row(true)).containsEntry("state", "up");
  }

  @Test
  void oneThatHasNoRoomForAProbeOrDoesNotKnowItIsUpAndTellsNothing() {
    ask().completeExceptionally(new OverloadedException("2 requests are in flight already"));
    assertThat(row(true)).containsEntry("state", "up").containsEntry("stats", null);

    ask().completeExceptionally(new RejectedException("ERROR"));
    assertThat(row(true)).containsEntry("state", "up").containsEntry("stats", null);
  }

  @Test
  void ratesNeedTwoAnswers() {
    answered("cmd_get", "100");
    assertThat(at(row(true), "stats", "gets")).isNull();
    answered("cmd_get", "150");
    assertThat(at(row(true), "stats", "gets")).isEqualTo(50.0);
  }

  @Test
  void ratesAreNotTakenOverATimeInWhichNobodyLooked() {
    answered("cmd_get", "100");
    row(true);
    server.rest();
    assertThat(row(true)).containsEntry("stats", null);

    answered("cmd_get", "150");
    assertThat(at(row(true), "stats", "gets")).isNull();
  }

  @Test
  void whatTheProbesAskedIsNotCounted() {
    answered();
    assertThat(row(status(true, 11, 2, 1)))
        .containsEntry("requests", 10.0)
        .containsEntry("errors", 2.0)
        .containsEntry("timeouts", 1.0);

    ask().completeExceptionally(new DeadlineExceededException("no answer in time"));
    assertThat(row(status(true, 12, 3, 2)))
        .containsEntry("requests", 0.0)
        .containsEntry("errors", 0.0)
        .containsEntry("timeouts", 0.0);
  }

  @Test
  void tripsAreThoseOfTheSpan() {
    LatencyHistogram trips = new LatencyHistogram();
    trips.record(Duration.ofSeconds(5).toNanos());
    row(status(true, 1, 0, 0, trips.snapshot()));
    trips.record(Duration.ofMillis(1).toNanos());

    Map<String, @Nullable Object> row = row(status(true, 2, 0, 0, trips.snapshot()));

    assertThat(at(row, "trips", "count")).isEqualTo(1L);
    assertThat((Double) at(row, "trips", "p99")).isBetween(1.0, 1.1);
    assertThat(server.trips().count()).isEqualTo(1);
  }
}
