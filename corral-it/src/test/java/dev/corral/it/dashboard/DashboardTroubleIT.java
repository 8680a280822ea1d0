package dev.corral.it.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.dashboard.web.Broadcast;
import dev.corral.dashboard.web.Question;
import dev.corral.dashboard.web.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whatever it is told, the page says what is so. It is told made-up things here. */
@Timeout(120)
class DashboardTroubleIT {
  private static final int MOST_PAGES = 32;
  private static final long NOON = 1_789_000_000_000L;
  private static final long HOUR = 3_600_000;
  private static final String TOKEN = "a token that is long enough";

  @RegisterExtension
  static final Browser BROWSER = new Browser();

  private final Map<String, @Nullable Object> cache = new HashMap<>();
  private final Map<String, @Nullable Object> server = new HashMap<>();
  private final Map<String, @Nullable Object> stats = new HashMap<>();
  private final Map<String, @Nullable Object> namespaces = new HashMap<>();
  private Map<String, Object> fall = Map.of();
  private final Map<String, Question> questions =
      Map.of("history", asked -> Map.of("ticks", List.of()), "key", asked -> fall);

  private Broadcast broadcast = new Broadcast(viewers -> {});
  private @Nullable WebServer web;

  @BeforeEach
  void allIsWell() throws IOException {
    BROWSER.resize(1440, 900, 1);
    Map<String, Object> quick = Map.of("count", 1, "p50", 1, "p99", 2);
    zero(cache, "near", "stale", "miss", "wait", "stolen", "load", "loadFailed", "fenced");
    zero(cache, "fellBack", "storeError");
    cache.putAll(Map.of("name", "user", "hit", 100, "loads", quick, "waits", quick));
    zero(stats, "bytesIn", "bytesOut", "items", "bytes", "evictions", "connections", "uptime");
    stats.putAll(Map.of("gets", 100, "sets", 10, "hitRate", 1, "limit", 1_000_000));
    zero(server, "inFlight", "errors", "timeouts");
    server.putAll(Map.of("name", "a", "address", "a:11211", "state", "up", "since", NOON));
    server.putAll(Map.of("spare", false, "ejected", false, "requests", 10, "trips", quick));
    server.put("stats", stats);
    zero(namespaces, "reads", "lookUps", "needless");
    namespaces.put("invalidations", List.of());
    serve(0, null);
  }

  private static void zero(Map<String, @Nullable Object> row, String... names) {
    for (String name : names) {
      row.put(name, 0);
    }
  }

  @AfterEach
  void close() {
    if (web != null) {
      web.close();
    }
  }

  private void serve(int port, @Nullable String token) throws IOException {
    broadcast = new Broadcast(viewers -> {});
    web = WebServer.start(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), port), token, broadcast, questions);
    tellAbout(false);
  }

  private void tellAbout(boolean hasStory) {
    broadcast.tell(
        "about",
        Map.of(
            "title",
            "made up",
            "version",
            "1",
            "store",
            "memcached",
            "counts",
            true,
            "story",
            hasStory,
            "tickMillis",
            1000,
            "historySeconds",
            300));
  }

  private void tick(long at) {
    Map<String, @Nullable Object> tick = new HashMap<>();
    tick.putAll(Map.of("at", at, "seconds", 1, "caches", List.of(cache)));
    tick.putAll(Map.of("servers", List.of(server), "trips", Map.of("count", 0)));
    tick.put("namespaces", namespaces);
    broadcast.tell("tick", tick);
  }

  private URI page() {
    return URI.create("http://127.0.0.1:" + (web == null ? 0 : web.port()) + "/");
  }

  private void open() {
    tick(NOON);
    BROWSER.openLive(page());
  }

  @Test
  void allIsWellWhereNothingIsWrong() {
    open();

    BROWSER.awaitState("#verdict", "good");
    BROWSER.assertNoErrors();
  }

  @ParameterizedTest
  @CsvSource({
    "cache, loadFailed, Some loads fail",
    "cache, storeError, The store fails some requests",
    "cache, fellBack, Some wait in vain",
    "server, errors, a fails some requests",
    "stats, evictions, a is full",
  })
  void whatIsWrongIsSaidBeforeAllIsWell(String where, String what, String says) {
    Map<String, @Nullable Object> told =
        where.equals("cache") ? cache : where.equals("server") ? server : stats;
    told.put(what, 5);

    open();

    BROWSER.awaitState("#verdict", "warn");
    assertThat(BROWSER.text("#verdict-says")).isEqualTo(says);
  }

  @Test
  void evidenceThatCannotBeReadIsNotWell() {
    namespaces.put("fault", "a has no room");

    open();

    BROWSER.awaitState("#verdict", "warn");
    assertThat(BROWSER.text("#verdict-why")).isEqualTo("A has no room.");
  }

  @Test
  void aClockThatIsPutBackDoesNotStopThePage() {
    open();
    cache.put("stale", 77);

    tick(NOON - HOUR);

    BROWSER.await(
        "the new figures", () -> BROWSER.text("[data-tile=stale] .value").equals("77"));
  }

  @Test
  void aKeyWhoseServerLeavesIsLookedUpAnew() {
    tellRing("a", "b");
    fall = fallOn(1);
    open();
    BROWSER.enter("#key", "user:12");
    BROWSER.await("b", () -> "b".equals(BROWSER.attribute(".lit", "data-server")));

    fall = fallOn(0);
    tellRing("a");

    BROWSER.await("a", () -> "a".equals(BROWSER.attribute(".lit", "data-server")));
    BROWSER.assertNoErrors();
  }

  private void tellRing(String... names) {
    long end = (1L << 32) - 1;
    List<Object> servers = new ArrayList<>();
    List<Object> ends = new ArrayList<>();
    List<Object> owners = new ArrayList<>();
    for (String name : names) {
      owners.add(servers.size());
      servers.add(Map.of("name", name, "address", name, "share", 1.0 / names.length, "points", 1));
      ends.add(end * servers.size() / names.length);
    }
    broadcast.tell(
        "ring", Map.of("dialect", "made up", "servers", servers, "ends", ends, "owners", owners));
  }

  private static Map<String, Object> fallOn(int server) {
    Map<String, Object> told = new HashMap<>(Map.of("key", "user:12", "position", 5, "from", 0));
    told.putAll(Map.of("to", 9, "server", server, "next", List.of()));
    return told;
  }

  @Test
  void onePageTooManyIsToldSo() throws Exception {
    tick(NOON);
    HttpClient client = HttpClient.newHttpClient();
    List<InputStream> streams = new ArrayList<>();
    for (int i = 0; i < MOST_PAGES; i++) {
      HttpRequest request = HttpRequest.newBuilder(page().resolve("/events")).build();
      streams.add(
          client.send(request, HttpResponse.BodyHandlers.ofInputStream()).body());
    }

    BROWSER.open(page());

    BROWSER.awaitState("#live", "full");
    BROWSER.await( // the verdict is drawn a moment later
        "the verdict to say so",
        () -> BROWSER.text("#verdict-says").equals("Too many pages are open"));
    streams.get(0).close();
    tick(NOON + 1000); // what is closed is seen when it is told something
    tick(NOON + 2000);
    BROWSER.awaitState("#live", "live");
    for (InputStream stream : streams) {
      stream.close();
    }
  }

  @Test
  void whoHasToSignInAgainIsShownWhere() throws IOException {
    close();
    serve(0, TOKEN);
    tick(NOON);
    int port = page().getPort();
    BROWSER.open(page());
    BROWSER.enter("input[name=token]", TOKEN);
    BROWSER.awaitState("#live", "live");

    close();
    serve(port, TOKEN);

    BROWSER.await("the door", () -> !BROWSER.findAll("input[name=token]").isEmpty());
  }

  @Test
  void resultsComeFirstWhenTheDemoIsOver() {
    tellAbout(true);
    tellStory("playing");
    open();
    BROWSER.await("the results", () -> isBefore("#story-ways", "#story-results"));

    tellStory("over");

    BROWSER.await("them to come first", () -> isBefore("#story-results", "#story-ways"));
    BROWSER.assertNoErrors();
  }

  private static boolean isBefore(String first, String second) {
    return Boolean.TRUE.equals(BROWSER.run("""
        const [first, second] = [...arguments].map((each) => document.querySelector(each));
        return first.checkVisibility() && first.getBoundingClientRect().top < second.getBoundingClientRect().top;
        """, first, second));
  }

  private void tellStory(String phase) {
    Map<String, Object> scene = Map.of("number", 1, "title", "The only one");
    Map<String, Object> figures =
        Map.of("calls", 9, "queries", 8, "p99", 7, "errors", 6, "stale", 5, "old", 4);
    Map<String, Object> result = new HashMap<>(scene);
    result.putAll(Map.of("naive", figures, "corral", figures));
    broadcast.tell(
        "story",
        Map.of("phase", phase, "note", "", "scenes", List.of(scene), "results", List.of(result)));
  }
}
