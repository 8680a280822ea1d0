package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.node.ServerVersion;
import dev.corral.ring.Server;
import dev.corral.store.Cas;
import dev.corral.store.PutOutcome;
import dev.corral.store.ValueTooLargeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemcachedClientTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LocalServers servers = LocalServers.start("a:1", "b:1");
  private final LocalServer a = servers.at("a:1");
  private final TestStore opened = TestStore.open(servers, options -> options).awaitConnected();
  private final MemcachedClient<String> client = opened.store().client(Codec.strings());

  @AfterEach
  void close() {
    opened.close();
    servers.close();
  }

  /** Each method that is about a key, on that key. */
  private static List<Consumer<MemcachedClient<String>>> callsOn(String key) {
    Cas cas = new Cas(1, new Object());
    return List.of(
        client -> client.get(key),
        client -> client.getAll(List.of("good", key)),
        client -> client.gets(key),
        client -> client.set(key, "value"),
        client -> client.set(key, "value", MINUTE),
        client -> client.add(key, "value", MINUTE),
        client -> client.replace(key, "value", MINUTE),
        client -> client.append(key, "value"),
        client -> client.prepend(key, "value"),
        client -> client.cas(key, "value", MINUTE, cas),
        client -> client.increment(key, 1),
        client -> client.increment(key, 1, 1, MINUTE),
        client -> client.decrement(key, 1),
        client -> client.decrement(key, 1, 1, MINUTE),
        client -> client.touch(key, MINUTE),
        client -> client.getAndTouch(key, MINUTE),
        client -> client.delete(key));
  }

  @Test
  void whatWasSetIsReadAndWhatWasNotIsNull() {
    assertThat(client.get("key")).isNull();
    client.set("key", "välue");
    assertThat(client.get("key")).isEqualTo("välue");
    assertThat(client.delete("key")).isTrue();
    assertThat(client.delete("key")).isFalse();
    assertThat(client.get("key")).isNull();
  }

  @Test
  void noCallNeedsAThreadOfTheExecutor() throws Exception {
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (TestStore store =
        TestStore.open(servers, options -> options.executor(pool)).awaitConnected()) {
      MemcachedClient<String> own = store.store().client(Codec.strings());
      List<Consumer<MemcachedClient<String>>> calls = new ArrayList<>(callsOn("key"));
      calls.add(MemcachedClient::stats);
      calls.add(MemcachedClient::versions);
      calls.add(MemcachedClient::flushAll);
      for (Consumer<MemcachedClient<String>> call : calls) {
        pool.submit(() -> own.set("key", "7")).get(10, TimeUnit.SECONDS);
        pool.submit(() -> call.accept(own)).get(10, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void aValueLivesForAsLongAsItIsGiven() {
    client.set("key", "value", Duration.ofSeconds(2));
    client.set("endless", "value");
    servers.pass(Duration.ofSeconds(1));
    assertThat(client.get("key")).isEqualTo("value");
    servers.pass(Duration.ofSeconds(1));
    assertThat(client.get("key")).isNull();
    assertThat(client.get("endless")).isEqualTo("value");
  }

  @Test
  void addAndReplaceDependOnWhetherThereIsAValue() {
    assertThat(client.replace("key", "one", MINUTE)).isFalse();
    assertThat(client.add("key", "two", MINUTE)).isTrue();
    assertThat(client.add("key", "three", MINUTE)).isFalse();
    assertThat(client.replace("key", "four", MINUTE)).isTrue();
    assertThat(client.get("key")).isEqualTo("four");
  }

  @Test
  void appendAndPrependAddToWhatIsThere() {
    assertThat(client.append("key", "c")).isFalse();
    assertThat(client.prepend("key", "a")).isFalse();
    client.set("key", "b");
    assertThat(client.append("key", "c")).isTrue();
    assertThat(client.prepend("key", "a")).isTrue();
    assertThat(client.get("key")).isEqualTo("abc");
  }

  @Test
  void aValueIsChangedByItsCasUnlessAnotherWasFaster() {
    assertThat(client.gets("key")).isEmpty();
    client.set("key", "one");
    CasValue<String> read = client.gets("key").orElseThrow();
    Cas cas = read.cas();

    assertThat(read.value()).isEqualTo("one");
    assertThat(client.cas("key", "two", MINUTE, cas).isStored()).isTrue();
    assertThat(client.cas("key", "three", MINUTE, cas)).isEqualTo(PutOutcome.Refused.EXISTS);
    client.delete("key");
    assertThat(client.cas("key", "four", MINUTE, cas)).isEqualTo(PutOutcome.Refused.NOT_FOUND);
  }

  @Test
  void aServerWithoutCasIsFoundOut() {
    String key = opened.keyOf("a:1");
    a.answerNext("mg", "VA 5 c0 f0 t-1 {O}\r\nvalue");

    assertThatThrownBy(() -> client.gets(key))
        .isInstanceOf(RejectedException.class)
        .hasMessage("gets " + key + ": the server keeps no CAS (-C)");
  }

  @Test
  void countersCountAndStopAtZero() {
    assertThat(client.increment("key", 1)).isEqualTo(OptionalLong.empty());
    assertThat(client.decrement("key", 1)).isEqualTo(OptionalLong.empty());
    assertThat(client.increment("key", 3, 10, MINUTE)).isEqualTo(10);
    assertThat(client.increment("key", 3, 10, MINUTE)).isEqualTo(13);
    assertThat(client.increment("key", 2)).hasValue(15);
    assertThat(client.decrement("key", 5)).hasValue(10);
    assertThat(client.decrement("key", 11, 7, MINUTE)).isZero();
    assertThat(client.decrement("other", 11, 7, MINUTE)).isEqualTo(7);
    servers.pass(MINUTE);
    assertThat(client.get("key")).isNull();
  }

  @Test
  void whatIsNoNumberIsNotCounted() {
    client.set("key", "many");

    for (Consumer<MemcachedClient<String>> count : List.<Consumer<MemcachedClient<String>>>of(
        some -> some.increment("key", 1),
        some -> some.increment("key", 1, 1, MINUTE),
        some -> some.decrement("key", 1),
        some -> some.decrement("key", 1, 1, MINUTE))) {
      assertThatThrownBy(() -> count.accept(client))
          .isInstanceOf(RejectedException.class)
          .hasMessageContaining("key")
          .hasMessageContaining("NOT_NUMERIC");
    }
    assertThat(client.get("key")).isEqualTo("many");
  }

  @Test
  void touchGivesAnotherLife() {
    assertThat(client.touch("key", MINUTE)).isFalse();
    client.set("key", "value", Duration.ofSeconds(1));
    assertThat(client.touch("key", MINUTE)).isTrue();
    servers.pass(Duration.ofSeconds(59));
    assertThat(client.get("key")).isEqualTo("value");
    servers.pass(Duration.ofSeconds(1));
    assertThat(client.get("key")).isNull();
  }

  @Test
  void aValueIsReadAndGivenAnotherLifeAtOnce() {
    assertThat(client.getAndTouch("key", MINUTE)).isNull();
    client.set("key", "value", Duration.ofSeconds(1));
    assertThat(client.getAndTouch("key", MINUTE)).isEqualTo("value");
    servers.pass(Duration.ofSeconds(59));
    assertThat(client.get("key")).isEqualTo("value");
  }

  @Test
  void manyValuesComeInTheOrderOfTheirKeysWhateverServerTheyComeFrom() {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      keys.add(opened.keysOf("a:1", 10).get(i));
      keys.add(opened.keysOf("b:1", 10).get(i));
    }
    keys.forEach(key -> client.set(key, "value of " + key));

    Map<String, String> values = client.getAll(keys);

    assertThat(values.keySet()).containsExactlyElementsOf(keys);
    values.forEach((key, value) -> assertThat(value).isEqualTo("value of " + key));
    assertThat(client.async().getAll(keys).join().keySet()).containsExactlyElementsOf(keys);
  }

  @Test
  void ofManyKeysThoseWithoutAValueAreLeftOutAndNoneIsAskedTwice() {
    List<String> keys = opened.keysOf("a:1", 5);
    String found = keys.get(2);
    client.set(found, "value");
    a.forget();
    List<String> twice = new ArrayList<>(keys);
    twice.addAll(keys);

    assertThat(client.getAll(twice)).isEqualTo(Map.of(found, "value"));
    assertThat(a.lines()).containsExactly("get " + String.join(" ", keys));
    assertThat(client.getAll(List.of())).isEmpty();
    assertThat(client.getAll(List.of(found))).isEqualTo(Map.of(found, "value"));
  }

  @Test
  void ifAServerFailsSoDoManyValues() {
    List<String> keys = new ArrayList<>(opened.keysOf("a:1", 5));
    keys.addAll(opened.keysOf("b:1", 5));
    a.answerNext("get", "SERVER_ERROR out of memory");

    assertThatThrownBy(() -> client.getAll(keys))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("a:1")
        .hasMessageContaining("out of memory");
    assertThat(client.getAll(keys)).isEmpty();
  }

  @Test
  void aBadKeyIsRefusedBeforeAnythingIsSent() {
    a.forget();
    servers.at("b:1").forget();
    for (String key : List.of("", "a b", "a\r\nflush_all", "a\0", "ä", "\ud800", "x".repeat(251))) {
      for (Consumer<MemcachedClient<String>> call : callsOn(key)) {
        assertThatThrownBy(() -> call.accept(client))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageStartingWith("key must");
      }
    }
    assertThat(a.lines()).isEmpty();
    assertThat(servers.at("b:1").lines()).isEmpty();
  }

  @Test
  void aLifeIsMoreThanZero() {
    for (Duration none : List.of(Duration.ZERO, Duration.ofSeconds(-1))) {
      for (Consumer<MemcachedClient<String>> call : List.<Consumer<MemcachedClient<String>>>of(
          some -> some.set("key", "value", none),
          some -> some.add("key", "value", none),
          some -> some.replace("key", "value", none),
          some -> some.increment("key", 1, 1, none),
          some -> some.touch("key", none),
          some -> some.flushAll(none))) {
        assertThatThrownBy(() -> call.accept(client))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("more than zero");
      }
    }
  }

  @Test
  void aFaultIsThrownAsItIs() {
    String key = opened.keyOf("a:1");
    a.stop();
    LocalServers.await("the loss", () -> !opened.status("a:1").isConnected());

    List<Consumer<MemcachedClient<String>>> calls = new ArrayList<>(callsOn(key));
    calls.addAll(List.<Consumer<MemcachedClient<String>>>of(
        MemcachedClient::stats,
        some -> some.stats("items"),
        MemcachedClient::flushAll,
        some -> some.flushAll(MINUTE),
        MemcachedClient::versions));
    for (Consumer<MemcachedClient<String>> call : calls) {
      assertThatThrownBy(() -> call.accept(client))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("a:1 has been down");
    }
  }

  @Test
  void aFlushIsDelayedByADayOrAMonthButNotMore() {
    for (Duration delay : List.of(Duration.ZERO, Duration.ofDays(31))) {
      assertThatThrownBy(() -> client.flushAll(delay))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("delay must be more than zero and at most 30 days, but is " + delay);
    }
    client.flushAll(Duration.ofDays(30));
    assertThat(a.lines()).contains("flush_all 2592000");
  }

  @Test
  void aGroupOfStatisticsThatThereIsNotHarmsNobodyElse() {
    String key = opened.keyOf("a:1");
    client.set(key, "value");
    CasValue<String> read = client.gets(key).orElseThrow();
    a.answerNext("stats", "ERROR");

    assertThatThrownBy(() -> client.stats("nonsense"))
        .isInstanceOf(RejectedException.class)
        .hasMessageMatching("stats nonsense on a:1 failed after \\d+ ms: ERROR");
    assertThatThrownBy(() -> client.stats("reset"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("reset is no group of statistics");
    assertThat(client.cas(key, "next", MINUTE, read.cas()).isStored()).isTrue();
  }

  @Test
  void aSetThatIsNotStoredIsRejected() {
    String key = opened.keyOf("a:1");
    a.answerNext("ms", "NS {O}");

    assertThatThrownBy(() -> client.set(key, "value"))
        .isInstanceOf(RejectedException.class)
        .hasMessageMatching(
            "set " + key + " 5 bytes on a:1 failed after \\d+ ms: it was answered with NOT_STORED");
  }

  @Test
  void aValueThatIsTooLargeIsRejected() {
    assertThatThrownBy(() -> client.set("key", "x".repeat(1 << 20)))
        .isInstanceOf(ValueTooLargeException.class);
  }

  @Test
  void whatTheCodecCannotReadIsCorruptAndWhatItCannotWriteIsNotSent() {
    client.set("key", "not a number");
    client.set("other", "not a number");
    MemcachedClient<Long> numbers = opened.store().client(Codec.longs());

    assertThatThrownBy(() -> numbers.get("key")).isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> numbers.gets("key")).isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> numbers.getAll(List.of("key", "other")))
        .isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> client.set("key", "\ud800"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(client.get("key")).isEqualTo("not a number");
  }

  @Test
  void bytesComeBackAsTheyWent() {
    MemcachedClient<byte[]> raw = opened.store().client(Codec.bytes());
    byte[] value = {0, '\r', '\n', -1};
    raw.set("key", value);
    assertThat(raw.get("key")).isEqualTo(value);
    assertThat(raw.get("other")).isNull();
  }

  @Test
  void allServersTellTheirStatisticsAndVersions() {
    Server first = Server.parse("a:1");
    Server second = Server.parse("b:1");

    assertThat(client.stats()).containsOnlyKeys(first, second);
    assertThat(client.stats().get(first)).containsEntry("version", "1.6.38");
    assertThat(client.stats("settings").get(second)).containsEntry("item_size_max", "1048576");
    assertThat(client.versions())
        .isEqualTo(
            Map.of(first, ServerVersion.parse("1.6.38"), second, ServerVersion.parse("1.6.38")));
  }

  @Test
  void serversAreCalledByWhatTheyAreNow() {
    Server reweighed = Server.parse("a:1").withWeight(3);
    opened.store().membership().reweigh("a:1", 3);

    assertThat(client.versions()).containsOnlyKeys(reweighed, Server.parse("b:1"));
  }

  @Test
  void aGroupOfStatisticsIsNamedInLetters() {
    a.forget();
    for (String group : List.of("", "a b", "items\r\nflush_all", "Items")) {
      assertThatThrownBy(() -> client.stats(group))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a group of statistics");
    }
    assertThat(a.lines()).isEmpty();
  }

  @Test
  void allServersAreFlushed() {
    for (String key : List.of(opened.keyOf("a:1"), opened.keyOf("b:1"))) {
      client.set(key, "value");
    }

    client.flushAll(Duration.ofMillis(1500));
    assertThat(a.lines("flush_all")).containsExactly("flush_all 2");
    assertThat(a.value(opened.keyOf("a:1"))).isEqualTo("value");
    client.flushAll();

    assertThat(a.value(opened.keyOf("a:1"))).isNull();
    assertThat(servers.at("b:1").value(opened.keyOf("b:1"))).isNull();
  }
}
