package dev.corral.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DashboardTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String TOKEN = "open-sesame-open-sesame";

  private final Corral corral = Corral.open("memory:");
  private final HttpClient browser = HttpClient.newHttpClient();

  @AfterEach
  void close() {
    corral.close();
  }

  @Test
  void oneLinePutsAPageOnACorral() throws Exception {
    try (Dashboard dashboard = Dashboard.serve(corral, 0)) {
      assertThat(dashboard.uri().getHost()).isEqualTo("127.0.0.1");
      assertThat(get(dashboard.uri()).body()).startsWith("<!doctype html>");
    }
  }

  @Test
  void thePageIsToldWhatItIsAboutAndThenEachSecond() throws Exception {
    try (Dashboard dashboard = Dashboard.serve(corral, 0);
        Stream<String> events = events(dashboard)) {
      assertThat(events
              .filter(line -> line.startsWith("event: ") || line.contains("\"memory:\""))
              .limit(3))
          .satisfiesExactly(
              line -> assertThat(line).isEqualTo("event: about"),
              line -> assertThat(line).startsWith("data: {").contains("\"title\":\"memory:\""),
              line -> assertThat(line).isEqualTo("event: tick"));
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() {
    try (Dashboard dashboard = Dashboard.serve(corral, 0)) {
      int port = dashboard.uri().getPort();
      assertThatThrownBy(() -> Dashboard.serve(corral, port))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("the dashboard can't listen on 127.0.0.1 port " + port
              + " (Address already in use): choose another port, 0 for one that is free, or"
              + " another address");
    }
  }

  @Test
  void anAddressOfAnotherMachineIsNamed() {
    assertThatThrownBy(() -> Dashboard.serve(
            corral, options -> options.port(0).listenOn("192.0.2.1").token(TOKEN)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("can't listen on 192.0.2.1 port 0")
        .hasMessageContaining("or another address");
  }

  @Test
  void whatOtherMachinesReachWantsAToken() throws Exception {
    assertThatThrownBy(
            () -> Dashboard.serve(corral, options -> options.port(0).listenOn("0.0.0.0")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("a token is needed");
    try (Dashboard dashboard =
        Dashboard.serve(corral, options -> options.port(0).listenOn("0.0.0.0").token(TOKEN))) {
      assertThat(get(dashboard.uri()).statusCode()).isEqualTo(401);
      HttpRequest bearer = HttpRequest.newBuilder(dashboard.uri())
          .header("Authorization", "Bearer " + TOKEN)
          .timeout(PATIENCE)
          .build();
      assertThat(browser.send(bearer, BodyHandlers.ofString()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void anAddressOfTheNewKindIsInBrackets() {
    try (Dashboard dashboard =
        Dashboard.serve(corral, options -> options.port(0).listenOn("::1"))) {
      assertThat(dashboard.uri().toString()).matches("http://\\[0:0:0:0:0:0:0:1]:[0-9]+/");
    }
  }

  @Test
  void closingLeavesTheCorralOpenAndTheChosenPortFree() {
    Dashboard dashboard = Dashboard.serve(corral, 0);
    dashboard.close();
    dashboard.close();
    assertThat(corral.store().get(Key.of("a")).join().toString()).isNotEmpty();
    Dashboard.serve(corral, dashboard.uri().getPort()).close();
  }

  @Test
  void theEndOfTheCorralIsNotTheEndOfThePage() throws Exception {
    try (Dashboard dashboard = Dashboard.serve(corral, 0)) {
      corral.close();
      try (Stream<String> events = events(dashboard)) {
        assertThat(events.filter(line -> line.equals("event: tick")).limit(2)).hasSize(2);
      }
    }
  }

  @Test
  void optionsThatAreLostAreMissed() {
    assertThatThrownBy(() -> Dashboard.serve(corral, options -> lost()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("options");
  }

  @SuppressWarnings("NullAway") // as a caller without it might
  private static DashboardOptions lost() {
    return null;
  }

  private Stream<String> events(Dashboard dashboard) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(dashboard.uri().resolve("/events")).build();
    return browser.send(request, BodyHandlers.ofLines()).body();
  }

  private HttpResponse<String> get(URI uri) throws IOException, InterruptedException {
    return browser.send(
        HttpRequest.newBuilder(uri).timeout(PATIENCE).build(), BodyHandlers.ofString());
  }
}
