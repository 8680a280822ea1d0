package dev.corral.it.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.dashboard.Dashboard;
import dev.corral.it.Memcached;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.namespace.Namespace;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the page shows is what is so. */
@Timeout(120)
class DashboardIT {
  /** What the issue promises, and what a busy machine may take on top of it. */
  private static final Duration SEEN_WITHIN = Duration.ofSeconds(2);

  private static final Duration MARGIN = Duration.ofMillis(1500);
  private static final Pattern PERCENT = Pattern.compile("([0-9.]+)\\h*%");
  private static final Pattern NUMBER = Pattern.compile("[0-9][0-9.,]*");

  @RegisterExtension
  static final Shop SHOP = new Shop();

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  @BeforeEach
  void open() {
    BROWSER.resize(1440, 900, 1);
    BROWSER.openLive(SHOP.dashboard().uri());
    BROWSER.await(
        "all servers to be up",
        () -> BROWSER.findAll("#servers [data-server][data-state=up]").size() == 3);
  }

  @Test
  void itLoadsWithoutAWordInTheConsoleAndItsNumbersMove() {
    for (String tile : List.of("loads", "hitRate", "trip")) {
      String selector = "[data-tile=" + tile + "] .value";
      BROWSER.await(
          tile + " to have a number",
          () -> NUMBER.matcher(BROWSER.text(selector)).find());
      String first = BROWSER.text(selector);
      BROWSER.await(tile + " to move", () -> !BROWSER.text(selector).equals(first));
    }
    for (String tile : List.of("stale", "miss", "wait", "stolen", "servers")) {
      assertThat(BROWSER.text("[data-tile=" + tile + "] .value")).as(tile).containsPattern(NUMBER);
    }
    for (String chart : List.of("answers", "loads", "latency")) {
      String picture = picture(chart);
      BROWSER.await("the chart of " + chart + " to move", () -> !picture(chart).equals(picture));
    }
    BROWSER.assertNoErrors();
  }

  private static String picture(String chart) {
    return String.valueOf(BROWSER.run(
        "return document.querySelector(arguments[0])?.toDataURL()",
        "[data-chart=" + chart + "] canvas"));
  }

  @Test
  void aKilledServerTurnsRedAndRecovers() {
    Memcached server = SHOP.server(1);
    long before = System.nanoTime();
    server.kill();
    Duration red = awaitServer(server, "down", before);
    long started = System.nanoTime();
    server.start();
    Duration green = awaitServer(server, "up", started);
    Table.of("a killed server on the page", "down after", "up after")
        .row(red, green)
        .show();
    assertThat(red).isLessThan(SEEN_WITHIN.plus(MARGIN));
    BROWSER.assertNoErrors();
  }

  @Test
  void aServerThatStandsStillTurnsRedAndRecovers() {
    Memcached server = SHOP.server(2);
    long before = System.nanoTime();
    server.pause();
    try {
      Duration red = awaitServer(server, "down", before);
      Table.of("a stopped server on the page", "down after").row(red).show();
      assertThat(red).isLessThan(SEEN_WITHIN.plus(MARGIN));
    } finally {
      server.resume();
    }
    awaitServer(server, "up", before);
    BROWSER.assertNoErrors();
  }

  private static Duration awaitServer(Memcached server, String state, long since) {
    BROWSER.awaitState(
        "#servers [data-server='" + server.server().name() + "'][data-state]", state);
    return Duration.ofNanos(System.nanoTime() - since);
  }

  @Test
  void aKeyLightsUpTheArcThatItFallsInto() {
    Ring ring = SHOP.store().membership().ring();
    Random random = new Random(7);
    Set<Server> met = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      String key = "user:" + Integer.toUnsignedString(random.nextInt(), 36);
      Server server = ring.locate(Key.raw(key));
      met.add(server);
      BROWSER.enter("#key", key);
      BROWSER.await(key + " to be found", () -> BROWSER.text("#key-result").contains(key));

      assertThat(BROWSER.text("#key-result")).contains(server.name());
      assertThat(BROWSER.findAll("#ring path.lit")).as(key).hasSize(1);
      assertThat(BROWSER.attribute("#ring path.lit", "data-server"))
          .as(key)
          .isEqualTo(server.name());
      long position = number(".needle", "data-position");
      assertThat(position)
          .as(key)
          .isBetween(number("#ring path.lit", "data-from"), number("#ring path.lit", "data-to"));
      assertThat(BROWSER.complaints("needle.js")).as(key).isEmpty();
    }
    assertThat(met).hasSize(3);
    BROWSER.assertNoErrors();
  }

  private static long number(String selector, String attribute) {
    return Long.parseLong(String.valueOf(BROWSER.attribute(selector, attribute)));
  }

  @Test
  void aKeyThatIsNoneIsRefusedInWords() {
    BROWSER.enter("#key", "two words");
    BROWSER.await("a refusal", () -> !BROWSER.text("#key-result").isBlank());
    assertThat(BROWSER.findAll("#ring path.lit")).isEmpty();
    BROWSER.errors(); // the browser itself logs any answer of 400
  }

  @Test
  void thePreviewOfAnotherServerSaysWhatWouldMove() {
    Ring ring = SHOP.store().membership().ring();
    Server other = Server.parse("127.0.0.1:11999");
    Ring after = Ring.of(ring.servers().with(other), ring.dialect());
    BROWSER.enter("#preview-add", other.address());
    assertMoved(after.share(other));
  }

  @Test
  void thePreviewOfAServerLessSaysWhatWouldMove() {
    Ring ring = SHOP.store().membership().ring();
    Server leaving = SHOP.server(0).server();
    BROWSER.run("""
        const leaving = document.querySelector('#preview-remove');
        leaving.value = arguments[0];
        leaving.dispatchEvent(new Event('input', {bubbles: true}));
        leaving.dispatchEvent(new Event('change', {bubbles: true}));
        document.querySelector('#preview').requestSubmit();
        """, leaving.name());
    assertMoved(ring.share(leaving));
  }

  private static void assertMoved(double share) {
    BROWSER.await(
        "a preview", () -> PERCENT.matcher(BROWSER.text("#preview-result")).find());
    Matcher percent = PERCENT.matcher(BROWSER.text("#preview-result"));
    assertThat(percent.find()).isTrue();
    assertThat(Double.parseDouble(percent.group(1))).isCloseTo(100 * share, within(0.1));
    assertThat(BROWSER.findAll("#ring path.moved")).isNotEmpty();
    BROWSER.assertNoErrors();
  }

  @Test
  void invalidationsAreCountedByField() {
    Namespace shop = SHOP.corral().namespace("shopId", 1);
    for (int i = 0; i < 5; i++) {
      shop.invalidate();
    }
    BROWSER.await(
        "5 invalidations of shops",
        () -> BROWSER.text("#invalidations [data-field=shopId] b").equals("5"));
    BROWSER.await(
        "those of users",
        () -> !BROWSER.findAll("#invalidations [data-field=userId]").isEmpty());
    BROWSER.assertNoErrors();
  }

  @Test
  void aRollingFlushIsFollowed() {
    SHOP.corral().namespaces().rollingFlush(Duration.ofSeconds(4));
    Set<String> seen = new HashSet<>();
    BROWSER.await("a flush that proceeds", () -> {
      Matcher percent = PERCENT.matcher(BROWSER.text("#flush"));
      return percent.find() && seen.add(percent.group(1)) && seen.size() == 2;
    });
    BROWSER.await("its end", () -> !PERCENT.matcher(BROWSER.text("#flush")).find());
    assertThat(BROWSER.text("#evidence")).isNotBlank();
    BROWSER.assertNoErrors();
  }

  @Test
  void aLostStreamIsToldOfAndComesBackByItself() {
    URI uri;
    try (Dashboard first = Dashboard.serve(SHOP.corral(), 0)) {
      uri = first.uri();
      BROWSER.openLive(uri);
    }
    BROWSER.awaitState("#live", "lost");
    try (Dashboard second = Dashboard.serve(SHOP.corral(), uri.getPort())) {
      BROWSER.awaitState("#live", "live");
      assertThat(second.uri()).isEqualTo(uri);
    }
    BROWSER.errors(); // the browser itself logs that nobody answered
  }
}
