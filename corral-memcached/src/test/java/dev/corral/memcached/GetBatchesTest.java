package dev.corral.memcached;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GetBatchesTest {
  private static final int LONGEST_LINE = 8 << 10;

  private final LocalServers servers = LocalServers.start("a:1", "b:1");
  private final TestStore opened = TestStore.open(servers, options -> options).awaitConnected();
  private final MemcachedStore store = opened.store();
  private final LocalServer a = servers.at("a:1");
  private final LocalServer b = servers.at("b:1");

  GetBatchesTest() {
    a.forget();
    b.forget();
  }

  @AfterEach
  void close() {
    opened.close();
    servers.close();
  }

  private static Key put(LocalServer server, String key) {
    Key raw = Key.raw(key);
    server.items().set(raw, ("value of " + key).getBytes(UTF_8), Ttl.NEVER).join();
    return raw;
  }

  private List<String> read(List<? extends Operation<?>> operations) {
    List<CompletableFuture<Object>> outcomes = store.executeAll(operations);
    return outcomes.stream()
        .map(CompletableFuture::join)
        .map(GetBatchesTest::text)
        .toList();
  }

  private static String text(Object outcome) {
    return outcome instanceof Item item ? new String(item.value(), UTF_8) : outcome.toString();
  }

  private static List<Get> gets(List<String> keys) {
    return keys.stream().map(key -> Get.of(Key.raw(key))).toList();
  }

  @Test
  void readsOfOneServerGoAsOneCommand() {
    List<String> keys = opened.keysOf("a:1", 5);
    keys.forEach(key -> put(a, key));

    assertThat(read(gets(keys)))
        .containsExactlyElementsOf(keys.stream().map(key -> "value of " + key).toList());

    assertThat(a.lines()).containsExactly("get " + String.join(" ", keys));
    assertThat(b.lines()).isEmpty();
  }

  @Test
  void eachServerGetsItsOwnCommandAndTheAnswersComeInTheOrderOfTheBatch() {
    List<String> keys = new ArrayList<>();
    List<String> values = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      for (LocalServer server : List.of(a, b)) {
        String key = opened.keysOf(server == a ? "a:1" : "b:1", 5).get(i);
        put(server, key);
        keys.add(key);
        values.add("value of " + key);
      }
    }

    assertThat(read(gets(keys))).isEqualTo(values);

    assertThat(a.lines()).containsExactly("get " + String.join(" ", opened.keysOf("a:1", 5)));
    assertThat(b.lines()).containsExactly("get " + String.join(" ", opened.keysOf("b:1", 5)));
  }

  @Test
  void aSingleReadNeedsNoBatch() {
    String key = opened.keyOf("a:1");
    put(a, key);

    assertThat(read(gets(List.of(key)))).containsExactly("value of " + key);

    assertThat(a.lines()).containsExactly("mg " + key + " f v");
  }

  @Test
  void missesAndKeysThatComeTwiceAreAnsweredInTheirPlaces() {
    List<String> keys = opened.keysOf("a:1", 3);
    String found = keys.get(0);
    put(a, found);
    put(a, keys.get(2));

    assertThat(read(gets(List.of(found, keys.get(1), found, keys.get(1), keys.get(2), found))))
        .containsExactly(
            "value of " + found,
            "MISS",
            "value of " + found,
            "MISS",
            "value of " + keys.get(2),
            "value of " + found);
    assertThat(a.count("get")).isEqualTo(1);
  }

  @Test
  void whatElseIsAskedOfAServerIsNotOvertakenByReadsNorOvertakesThem() {
    List<String> keys = opened.keysOf("a:1", 5);
    keys.forEach(key -> put(a, key));
    Key key = Key.raw(keys.get(2));
    List<Operation<?>> operations = new ArrayList<>(gets(keys));
    operations.add(Put.set(key, "new".getBytes(UTF_8), Ttl.NEVER));
    operations.add(Get.of(key));
    operations.add(Delete.of(key));
    operations.addAll(gets(keys));

    List<String> outcomes = read(operations);

    assertThat(outcomes.get(2)).isEqualTo("value of " + key);
    assertThat(outcomes.get(6)).isEqualTo("new");
    assertThat(outcomes.get(10)).isEqualTo("MISS");
    String all = "get " + String.join(" ", keys);
    assertThat(a.lines())
        .containsExactly(all, "ms " + key + " 3", "mg " + key + " f v", "md " + key, all);
  }

  @Test
  void readsThatAskForMoreThanTheValueGoByThemselves() {
    List<String> keys = opened.keysOf("a:1", 3);
    keys.forEach(key -> put(a, key));

    read(List.of(
        Get.of(Key.raw(keys.get(0))),
        Get.of(Key.raw(keys.get(1))).withTouch(Ttl.seconds(5)),
        Get.of(Key.raw(keys.get(2)))));

    assertThat(a.lines("mg")).hasSize(3);
    assertThat(a.count("get")).isZero();
  }

  @Test
  void binaryKeysGoByThemselvesInTheirOrder() {
    List<Key> keys = IntStream.range(0, 4)
        .mapToObj(i -> Key.binary(new byte[] {0, (byte) i}))
        .toList();
    keys.forEach(key -> store.set(key, key.bytes(), Ttl.NEVER).join());
    a.forget();
    b.forget();

    assertThat(read(keys.stream().map(Get::of).toList()))
        .containsExactlyElementsOf(
            keys.stream().map(key -> new String(key.bytes(), UTF_8)).toList());

    assertThat(a.count("get") + b.count("get")).isZero();
    assertThat(a.count("mg") + b.count("mg")).isEqualTo(4);
  }

  @Test
  void aLongBatchIsSplitIntoLinesThatTheServerLikes() {
    List<String> keys = opened.keysOf("a:1", 300).stream()
        .map(key -> key + "-" + "x".repeat(200))
        .toList();
    keys.forEach(key -> {
      put(a, key);
      put(b, key);
    });

    assertThat(read(gets(keys)))
        .containsExactlyElementsOf(keys.stream().map(key -> "value of " + key).toList());

    List<String> lines = new ArrayList<>(a.lines("get"));
    lines.addAll(b.lines("get"));
    assertThat(lines)
        .hasSizeGreaterThan(6)
        .allSatisfy(line -> assertThat(line.length()).isLessThan(LONGEST_LINE + 256));
  }

  @Test
  void withSeveralConnectionsThereIsOneCommandForEach() {
    try (TestStore two =
        TestStore.open(servers, options -> options.connectionsPerNode(2)).awaitConnected()) {
      a.forget();
      List<String> keys = opened.keysOf("a:1", 40);
      keys.forEach(key -> put(a, key));

      List<CompletableFuture<GetOutcome>> outcomes = two.store().executeAll(gets(keys));

      for (int i = 0; i < keys.size(); i++) {
        assertThat(text(outcomes.get(i).join())).isEqualTo("value of " + keys.get(i));
      }
      assertThat(a.count("get")).isEqualTo(2);
    }
  }

  @Test
  void whatAServerRefusesFailsAllReadsOfThatCommandAndNoOther() {
    List<String> keys = new ArrayList<>(opened.keysOf("a:1", 5));
    keys.addAll(opened.keysOf("b:1", 5));
    keys.forEach(key -> put(b, key));
    a.answerNext("get", "SERVER_ERROR out of memory");

    List<CompletableFuture<GetOutcome>> outcomes = store.executeAll(gets(keys));

    assertThat(outcomes.subList(0, 5))
        .allSatisfy(outcome -> assertThatThrownBy(outcome::join)
            .hasCauseInstanceOf(UnavailableException.class)
            .hasMessageContaining("out of memory"));
    assertThat(outcomes.subList(5, 10).stream().map(CompletableFuture::join))
        .allMatch(Item.class::isInstance);
    assertThat(a.accepted()).isEqualTo(1);
  }

  @Test
  void aServerThatIsDownFailsItsReads() {
    a.stop();
    LocalServers.await("the loss", () -> !opened.status("a:1").isConnected());

    List<CompletableFuture<GetOutcome>> outcomes = store.executeAll(gets(opened.keysOf("a:1", 3)));

    assertThat(outcomes)
        .hasSize(3)
        .allSatisfy(outcome ->
            assertThatThrownBy(outcome::join).hasCauseInstanceOf(UnavailableException.class));
  }

  @Test
  void readsThatWereGatheredForAServerThatHasLeftAreSentElsewhere() {
    List<String> keys = opened.keysOf("a:1", 5);
    keys.forEach(key -> put(b, key));
    List<Get> whileAServerLeaves = new AbstractList<>() {
      @Override
      public Get get(int index) {
        if (index == 4) {
          removeA();
        }
        return Get.of(Key.raw(keys.get(index)));
      }

      @Override
      public int size() {
        return keys.size();
      }
    };

    assertThat(read(whileAServerLeaves))
        .containsExactlyElementsOf(keys.stream().map(key -> "value of " + key).toList());
    assertThat(a.lines()).isEmpty();
  }

  private void removeA() {
    store.membership().remove("a:1");
    LocalServers.await("a to be left", () -> a.connections() == 0);
  }

  @Test
  void valuesThatWereToComeFromAServerThatHasLeftAreAskedElsewhere() {
    List<String> keys =
        opened.keysOf("a:1", 5).stream().map(key -> put(b, key).toString()).toList();
    ManyValues<String> values =
        new ManyValues<>(opened.cluster(), keys, Duration.ofSeconds(10).toNanos(), false);
    GetBatches<Integer> batches = values.batches();

    removeA();
    batches.sendAll();

    assertThat(values.join(Codec.strings()::decode)).hasSize(5);
    assertThat(a.lines()).isEmpty();
  }
}
