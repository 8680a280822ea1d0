package dev.corral.dashboard.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.dashboard.web.Rig.Answer;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WebServerTest {
  private final Rig rig = Rig.asking(Map.of(
      "echo", parameters -> parameters,
      "bad",
          parameters -> {
            throw new IllegalArgumentException("'x' is no key");
          },
      "worse",
          parameters -> {
            throw new ConfigurationException("the store has no servers");
          },
      "broken",
          parameters -> {
            throw new IllegalStateException("secret");
          }));

  @AfterEach
  void close() {
    rig.close();
  }

  @Test
  void thePageIsAtTheRoot() {
    Answer answer = rig.get("/");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("text/html; charset=utf-8");
    assertThat(answer.body()).startsWith("<!doctype html>").contains("/page/");
  }

  @Test
  void everyFileOfThePageIsServedWithItsType() throws Exception {
    URL page = Objects.requireNonNull(Assets.class.getResource("page/index.html"));
    Path folder = Objects.requireNonNull(Path.of(page.toURI()).getParent());
    List<String> files;
    try (Stream<Path> all = Files.walk(folder)) {
      files = all.filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString())
          .filter(name -> !name.endsWith(".html"))
          .collect(Collectors.toList());
    }
    assertThat(Assets.NAMES).containsExactlyInAnyOrderElementsOf(files);
    for (String name : Assets.NAMES) {
      Answer answer = rig.get("/page/" + name);
      assertThat(answer.status()).as(name).isEqualTo(200);
      assertThat(answer.body()).as(name).isEqualTo(Files.readString(folder.resolve(name)));
      String ending = name.substring(name.lastIndexOf('.') + 1);
      assertThat(answer.header("content-type"))
          .as(name)
          .isEqualTo(
              switch (ending) {
                case "js" -> "text/javascript; charset=utf-8";
                case "css" -> "text/css; charset=utf-8";
                case "svg" -> "image/svg+xml; charset=utf-8";
                default -> "text/plain; charset=utf-8";
              });
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/page/../Assets.class",
        "/page/vendor/../dashboard.css",
        "/page/vendor/..%2fdashboard.css",
        "/page/vendor%2fuPlot.min.css",
        "/page/%2e%2e/Assets.class",
        "/page//dashboard.css",
        "/page/",
        "/page/sign-in.html",
        "/page/dashboard.css/",
        "/page/dashboard.css%00",
        "//page/dashboard.css",
        "/api/",
        "/api/nothing",
        "/sign-in",
        "/elsewhere"
      })
  void whatIsNotListedIsNotThere(String path) {
    assertThat(rig.get(path).status()).isEqualTo(404);
  }

  @Test
  void whatIsNoAddressIsRefused() {
    assertThat(rig.get("/page/%zz").status()).isEqualTo(400);
    assertThat(rig.ask("GET", "nonsense", "Host: " + rig.host()).status()).isIn(400, 404);
    assertThat(rig.get("/").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page/dashboard.css", "/api/echo", "/api/bad", "/elsewhere"})
  void allAnswersForbidWhatAPageMustNotDo(String path) {
    assertThat(rig.get(path).headers())
        .containsEntry(
            "content-security-policy",
            "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'")
        .containsEntry("x-content-type-options", "nosniff")
        .containsEntry("referrer-policy", "same-origin")
        .containsEntry("cross-origin-resource-policy", "same-origin")
        .containsEntry("cache-control", "no-store")
        .doesNotContainKey("access-control-allow-origin");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "HEAD", "BREW"})
  void nothingButGetIsTaken(String method) {
    Answer answer = rig.ask(method, "/", "Host: " + rig.host());
    assertThat(answer.status()).isEqualTo(405);
    assertThat(answer.header("allow")).isEqualTo("GET");
    assertThat(rig.ask(method, "/api/echo", "Host: " + rig.host()).status()).isEqualTo(405);
  }

  @Test
  void whoeverCantChangeAnythingIsToldSo() {
    assertThat(rig.post("/", "a=b").body())
        .isEqualTo("the dashboard only shows: there is nothing to change by it\n");
    assertThat(rig.post("/sign-in", "token=x").status()).isEqualTo(405);
  }

  @Test
  void questionsAreAnsweredWithWhatTheyWereAskedBy() {
    Answer answer = rig.get("/api/echo?key=a%20%26%20b+%C3%A9&empty=&bare");
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.header("content-type")).isEqualTo("application/json");
    assertThat(answer.body()).isEqualTo("{\"key\":\"a & b \\u00e9\",\"empty\":\"\",\"bare\":\"\"}");
    assertThat(rig.get("/api/echo").body()).isEqualTo("{}");
  }

  @Test
  void questionsThatMakeNoSenseAreToldWhy() {
    assertThat(rig.get("/api/bad"))
        .returns(400, Answer::status)
        .returns("{\"error\":\"'x' is no key\"}", Answer::body);
    assertThat(rig.get("/api/worse"))
        .returns(400, Answer::status)
        .returns("{\"error\":\"the store has no servers\"}", Answer::body);
    assertThat(rig.get("/api/echo?a=1&a=2"))
        .returns(400, Answer::status)
        .returns("{\"error\":\"'a' is given twice\"}", Answer::body);
    assertThat(rig.get("/api/echo?a=%ff"))
        .returns(400, Answer::status)
        .returns("{\"error\":\"'%ff' is not UTF-8\"}", Answer::body);
    assertThat(rig.get("/api/echo?a=%EF%BF%BD")).returns(200, Answer::status);
  }

  @Test
  void whatBreaksIsForTheLogAndNotForThePage() {
    assertThat(rig.get("/api/broken"))
        .returns(500, Answer::status)
        .returns("{\"error\":\"that went wrong: the log says why\"}", Answer::body);
  }

  @Test
  void aPortThatIsTakenIsNotSharedAndIsFreeAfterwards() throws IOException {
    InetSocketAddress taken =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), rig.server.port());
    assertThatThrownBy(() -> WebServer.start(taken, null, new Broadcast(n -> {}), Map.of()))
        .isInstanceOf(IOException.class);
    rig.close();
    WebServer.start(taken, null, new Broadcast(n -> {}), Map.of()).close();
  }

  @Test
  void closingLeavesNoThread() {
    rig.get("/");
    rig.close();
    rig.close();
    long deadline = System.nanoTime() + Rig.PATIENCE.toNanos();
    while (threads().findAny().isPresent() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(threads()).isEmpty();
  }

  @Test
  void itsThreadsKeepNoApplicationAlive() {
    rig.get("/");
    assertThat(threads()).isNotEmpty().allMatch(Thread::isDaemon);
  }

  private static Stream<Thread> threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("corral-dashboard")
            || thread.getName().startsWith("HTTP-Dispatcher"));
  }
}
