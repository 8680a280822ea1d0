package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.ring.ServerList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What each verb asks of a server, to the letter, and in how many flights. */
class CacheWireIT {
  private static final Table FIGURES =
      Table.of("on the wire", "call", "flights", "commands", "bytes asked", "bytes answered");

  /** The lease and the window are the hard load timeout, ten times the compute time, and 1 s. */
  private static final String LOOKUP = "mg c:a N11 R11 c f t v";

  private final Memcached server = Memcached.with();
  private CacheWireTap tap;
  private CacheNode node;
  private Cache<String, String> cache;

  @BeforeEach
  void start() {
    server.start();
    tap = new CacheWireTap(server.address());
    node = CacheNode.on(tap.server(), CacheWireIT::options);
    cache = node.cache;
    tap.clear();
  }

  @AfterEach
  void end() {
    node.close();
    tap.close();
    server.close();
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  private static CacheOptions<String, String> options(CacheOptions<String, String> options) {
    return options.ttl(MINUTE).computeTime(SECOND);
  }

  @Test
  void aMissIsOneFlightBeforeItsLoadAndOneAfterIt() {
    cache.get("a", key -> {
      assertFlights(1, LOOKUP);
      return "value";
    });
    assertFlights(2, LOOKUP, "ms c:a * F1 T71 C1");
    add("get, a miss");
  }

  @Test
  void aHitIsOneFlight() {
    cache.get("a", key -> "value");
    tap.clear();
    assertThat(cache.get("a", key -> "other")).isEqualTo("value");
    assertFlights(1, LOOKUP);
    add("get, a hit");
  }

  @Test
  void aStaleValueIsOneFlightForTheCallerAndIsStoredBehind() {
    cache.get("a", key -> "value");
    cache.expire("a");
    tap.clear();
    CountDownLatch word = new CountDownLatch(1);
    assertThat(cache.get("a", key -> {
          word.await();
          return "other";
        }))
        .isEqualTo("value");
    assertFlights(1, LOOKUP);
    add("get, stale");
    tap.clear();
    word.countDown();
    Memcached.awaitUntil("the store behind", () -> tap.flights() == 1);
    assertFlights(1, "ms c:a * F1 T71 C3");
  }

  /** At half of the compute time, and again each time, for as long again and a second. */
  @Test
  void aLongLoadLeavesNotes() {
    cache.get("a", key -> {
      tap.clear();
      Memcached.awaitUntil("two notes", () -> said().size() == 2);
      return "value";
    });
    List<String> commands = said();
    assertThat(commands.get(0)).matches("ms corral-note:[!-~]+ 0 T2");
    assertThat(commands.get(1)).isEqualTo(commands.get(0));
    assertThat(commands.get(2)).isEqualTo("ms c:a * F1 T71 C1");
  }

  /** Who waits looks for the holder's note, marks the item, and looks again in the same flight. */
  @Test
  void aStealIsTwoFlightsAfterTheWait() {
    try (CacheNode other =
        CacheNode.on(server.server(), options -> options(options).renewLease(false))) {
      CountDownLatch word = new CountDownLatch(1);
      CompletableFuture<String> robbed = CacheNode.begin(() -> other.cache.get("a", key -> {
        word.await();
        return "late";
      }));
      Memcached.awaitUntil("the other to be chosen", () -> other.count(Kind.WON) == 1);

      assertThat(cache.get("a", key -> "value")).isEqualTo("value");

      int polls = said().indexOf(notRepeated(said()));
      assertThat(polls).isBetween(5, 30);
      List<String> commands = said().subList(polls, said().size());
      assertThat(commands.get(0)).matches("mg corral-note:[!-~]+ f v");
      assertThat(commands.get(1)).matches("md c:a I( T11)? C1"); // if less than the lease is left
      assertThat(commands.subList(2, commands.size()))
          .containsExactly(LOOKUP, "ms c:a * F1 T71 C2");
      assertThat(tap.flights()).isEqualTo(polls + 3);
      add("get, a steal");
      word.countDown();
      assertThat(robbed.join()).isEqualTo("late");
      assertThat(other.count(Kind.FENCED)).isEqualTo(1);
      assertThat(cache.peek("a").orElse("none")).isEqualTo("value");
    }
  }

  private static String notRepeated(List<String> commands) {
    return commands.stream()
        .filter(command -> !command.equals(LOOKUP))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aPutIsALeaseAndAStoreUnderIt() {
    cache.put("a", "value");
    assertFlights(2, "mg c:a N11 c f t", "ms c:a * F1 T71 C1");
    add("put");
  }

  /** The server could run with -C, where a lock chooses who loads: no delete tells, a get does. */
  @Test
  void anInvalidationIsALookAndADeleteInOneFlight() {
    cache.put("a", "value");
    tap.clear();
    cache.invalidate("a");
    assertFlights(1, "mg c:a c f t", "md c:a");
    add("invalidate");
  }

  @Test
  void toExpireIsToLookAndToMarkInOneFlight() {
    cache.put("a", "value");
    tap.clear();
    cache.expire("a");
    assertFlights(1, "mg c:a c f t", "md c:a I");
    add("expire");
  }

  @Test
  void aPeekTakesNoLease() {
    assertThat(cache.peek("a").isFound()).isFalse();
    assertFlights(1, "mg c:a c f t v");
    add("peek");
    assertThat(cache.get("a", key -> "value")).isEqualTo("value");
    assertThat(node.count(Kind.WON)).isEqualTo(1);
  }

  /** A peek at a stale value wins it whether it wants to or not. */
  @Test
  void aPeekGivesBackWhatItWins() {
    cache.put("a", "value");
    cache.expire("a");
    tap.clear();
    assertThat(cache.peek("a").orElse("none")).isEqualTo("value");
    Memcached.awaitUntil("it to be given back", () -> said().size() == 2);
    assertThat(said()).containsExactly("mg c:a c f t v", "md c:a I C3");
  }

  @Test
  void keepingAliveAsksForNoValueAndGivesBackWhatItWins() {
    cache.put("a", "value");
    tap.clear();
    assertThat(cache.keepAlive("a")).isTrue();
    assertFlights(1, "mg c:a c f t");
    add("keepAlive");
    cache.expire("a");
    tap.clear();
    assertThat(cache.keepAlive("a")).isTrue();
    Memcached.awaitUntil("it to be given back", () -> said().size() == 2);
    assertThat(said()).containsExactly("mg c:a c f t", "md c:a I C3");
  }

  @Test
  void aTouchStoresTheSameUnderItsCas() {
    cache.put("a", "value");
    tap.clear();
    assertThat(cache.touch("a")).isTrue();
    assertFlights(2, "mg c:a c f t v", "ms c:a * F1 T71 C2");
    add("touch");
  }

  @Test
  void aScopeIsReadInTheSameFlight() {
    CacheGeneration scope = new CacheGeneration(node.store, "s");
    scope.invalidate();
    Cache<String, String> scoped = cache.in(scope);
    tap.clear();
    scoped.get("a", key -> "value");
    assertThat(tap.flights()).isEqualTo(2);
    assertThat(said().get(1)).isEqualTo("mg c:s:a N11 R11 c f t v");
    tap.clear();
    assertThat(scoped.get("a", key -> "other")).isEqualTo("value");
    assertThat(tap.flights()).isEqualTo(1);
    assertThat(said()).hasSize(2);
    add("get in a scope, a hit");
  }

  @Test
  void manyKeysAreOneFlightForEachServerAndOneToStore() {
    try (Memcached first = Memcached.with().start();
        Memcached second = Memcached.with().start();
        CacheWireTap firstTap = new CacheWireTap(first.address());
        CacheWireTap secondTap = new CacheWireTap(second.address());
        CacheNode many = CacheNode.on(
            ServerList.of(List.of(tap.server(), firstTap.server(), secondTap.server())),
            CacheWireIT::options)) {
      List<String> keys = IntStream.range(0, 100).mapToObj(String::valueOf).toList();
      List<CacheWireTap> taps = List.of(tap, firstTap, secondTap);
      taps.forEach(CacheWireTap::clear);
      List<Integer> before = new ArrayList<>();
      many.cache.getAll(keys, missing -> {
        assertThat(missing).containsExactlyElementsOf(keys);
        taps.forEach(each -> before.add(each.flights()));
        return CacheNode.values(missing);
      });
      assertThat(before).containsExactly(1, 1, 1);
      assertThat(taps).extracting(CacheWireTap::flights).containsOnly(2);
      assertThat(taps.stream().mapToInt(each -> each.commands().size()).sum()).isEqualTo(200);
      taps.forEach(CacheWireTap::clear);
      assertThat(many.cache.getAll(keys, CacheNode::values)).hasSize(100);
      assertThat(taps).extracting(CacheWireTap::flights).containsOnly(1);
      FIGURES.row(
          "getAll, 100 hits on 3 servers",
          "1 each",
          100,
          taps.stream().mapToInt(CacheWireTap::bytesAsked).sum(),
          taps.stream().mapToInt(CacheWireTap::bytesAnswered).sum());
    }
  }

  /** The commands, with a star for the size of a value, which depends on how long a load took. */
  private List<String> said() {
    return tap.commands().stream()
        .map(command -> command.replaceFirst("^(ms c:[^ ]+) \\d+", "$1 *"))
        .toList();
  }

  private void assertFlights(int flights, String... commands) {
    assertThat(said()).containsExactly(commands);
    assertThat(tap.flights()).isEqualTo(flights);
  }

  private void add(String call) {
    FIGURES.row(
        call, String.valueOf(tap.flights()), said().size(), tap.bytesAsked(), tap.bytesAnswered());
  }
}
