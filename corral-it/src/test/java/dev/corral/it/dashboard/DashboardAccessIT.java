package dev.corral.it.dashboard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.dashboard.Dashboard;
import dev.corral.it.Memcached;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Cookie;

/** Who may look at the page, and who may not. */
@Timeout(120)
class DashboardAccessIT {
  private static final String TOKEN = "0123456789-dashboard";

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  private static final Corral CORRAL = Corral.open("memory:");
  private static final Dashboard OPEN = Dashboard.serve(CORRAL, 0);
  private static final Dashboard GUARDED =
      Dashboard.serve(CORRAL, options -> options.port(0).token(TOKEN));

  @AfterAll
  static void close() {
    GUARDED.close();
    OPEN.close();
    CORRAL.close();
  }

  @BeforeEach
  void forget() {
    BROWSER.driver().executeCdpCommand("Network.clearBrowserCookies", Map.of());
  }

  @Test
  void whoHasNoTokenIsRefusedEverything() throws IOException {
    for (String path : List.of("/", "/events", "/api/history", "/page/dashboard.css", "/nothing")) {
      assertThat(get(GUARDED, path)).as(path).startsWith("HTTP/1.1 401 ");
      assertThat(get(GUARDED, path, "Authorization: Bearer " + TOKEN + "x"))
          .as(path)
          .startsWith("HTTP/1.1 401 ");
    }
    assertThat(get(GUARDED, "/api/history?token=" + TOKEN)).startsWith("HTTP/1.1 401 ");
    assertThat(get(GUARDED, "/api/history", "Authorization: Bearer " + TOKEN))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void aTokenOpensThePage() {
    signIn("a token that is wrong");
    assertThat(BROWSER.find("body").getText()).containsIgnoringCase("token");
    assertThat(BROWSER.driver().manage().getCookies()).isEmpty();
    assertThat(BROWSER.findAll("#live")).isEmpty();

    signIn(TOKEN);
    BROWSER.awaitState("#live", "live");
    assertThat(URI.create(String.valueOf(BROWSER.driver().getCurrentUrl())))
        .isEqualTo(GUARDED.uri());
    assertThat(BROWSER.driver().manage().getCookies())
        .singleElement()
        .satisfies(cookie -> assertThat(cookie.getName())
            .isEqualTo("corral-dashboard-" + GUARDED.uri().getPort()))
        .satisfies(cookie -> assertThat(cookie.getValue()).doesNotContain(TOKEN))
        .matches(Cookie::isHttpOnly)
        .satisfies(cookie -> assertThat(cookie.getSameSite()).isEqualTo("Strict"));
  }

  private static void signIn(String token) {
    BROWSER.open(GUARDED.uri());
    BROWSER.enter("input[name=token]", token);
    BROWSER.errors(); // the browser itself logs any answer of 401
  }

  /** With the one host it is another origin of the same site, with the other another site. */
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void aPageOfAnotherOriginReadsAndChangesNothing(String host) throws IOException {
    signIn(TOKEN);
    BROWSER.awaitState("#live", "live");
    try (Stranger stranger = new Stranger()) {
      for (Dashboard dashboard : List.of(OPEN, GUARDED)) {
        BROWSER.open(stranger.uri(host));
        assertThat(BROWSER.outcomes("stranger.js", dashboard.uri().toString(), TOKEN))
            .hasSize(7)
            .allMatch(outcome -> outcome.endsWith(": refused"));
      }
    }
    BROWSER.errors(); // the browser tells the page's author why
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost"})
  void nobodyIsSignedInByAnotherPage(String host) throws IOException {
    try (Stranger stranger = new Stranger()) {
      BROWSER.open(stranger.uri(host));
      BROWSER.run("""
          const form = document.createElement("form");
          form.method = "post";
          form.action = arguments[0] + "sign-in";
          form.innerHTML = '<input name="token">';
          form.elements.token.value = arguments[1];
          document.body.append(form);
          form.submit();
          """, GUARDED.uri().toString(), TOKEN);
      BROWSER.await(
          "an answer", () -> String.valueOf(BROWSER.driver().getCurrentUrl()).endsWith("/sign-in"));
      assertThat(BROWSER.findAll("#live")).isEmpty();
    }
    assertThat(BROWSER.driver().manage().getCookies()).isEmpty();
    BROWSER.errors();
  }

  @Test
  void aNameThatSomebodyPointsAtThisMachineLeadsNowhere() throws IOException {
    for (String path : List.of("/", "/events", "/api/history", "/page/dashboard.css")) {
      assertThat(ask(OPEN, "GET " + path, "Host: evil.example:" + OPEN.uri().getPort()))
          .as(path)
          .startsWith("HTTP/1.1 403 ");
    }
    assertThat(ask(OPEN, "GET /", "Host: localhost:" + OPEN.uri().getPort()))
        .startsWith("HTTP/1.1 200 ");
  }

  @Test
  void nothingCanBeAskedForButPages() throws IOException {
    for (String method : List.of("POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")) {
      for (String path : List.of("/", "/events", "/api/key?key=a", "/sign-in")) {
        assertThat(ask(OPEN, method + " " + path, host(OPEN), "Content-Length: 0"))
            .as("%s %s", method, path)
            .matches("(?s)HTTP/1.1 4\\d\\d .*");
      }
    }
    for (String path : List.of(
        "/page/../index.html",
        "/page/%2e%2e/Json.class",
        "/page//etc/passwd",
        "/page/vendor/../../../module-info.class")) {
      assertThat(get(OPEN, path)).as(path).matches("(?s)HTTP/1.1 40\\d .*");
    }
  }

  @Test
  void noOtherPageMayHoldItInAFrame() throws IOException {
    for (Dashboard dashboard : List.of(OPEN, GUARDED)) {
      assertThat(get(dashboard, "/"))
          .containsIgnoringCase("frame-ancestors 'none'")
          .containsIgnoringCase("\r\nX-Content-Type-Options: nosniff\r\n")
          .doesNotContainIgnoringCase("Access-Control-Allow");
    }
  }

  private static String host(Dashboard dashboard) {
    return "Host: 127.0.0.1:" + dashboard.uri().getPort();
  }

  private static String get(Dashboard dashboard, String path, String... headers)
      throws IOException {
    List<String> all = new ArrayList<>(List.of(host(dashboard)));
    all.addAll(List.of(headers));
    return ask(dashboard, "GET " + path, all.toArray(String[]::new));
  }

  /** What the server says until it ends the connection, or for a stream its head. */
  private static String ask(Dashboard dashboard, String request, String... headers)
      throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(Memcached.loopback(dashboard.uri().getPort()));
      String lines = request + " HTTP/1.1\r\n" + String.join("\r\n", headers)
          + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(lines.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }
}
