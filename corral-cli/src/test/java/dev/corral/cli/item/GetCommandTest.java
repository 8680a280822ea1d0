package dev.corral.cli.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cache.Cache;
import dev.corral.cache.CacheOptions;
import dev.corral.codec.Codec;
import dev.corral.codec.Envelope;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class GetCommandTest {
  private static final Key GREETING = Key.raw("greeting");

  @AutoClose
  private final Rig rig = new Rig("get-command");

  private void store(String key, byte[] value) {
    rig.execute(Put.set(Key.raw(key), value, Ttl.NEVER));
  }

  private void store(String key, String value) {
    store(key, value.getBytes(UTF_8));
  }

  private <V> Cache<Long, V> users(Codec<V> codec, UnaryOperator<CacheOptions<Long, V>> options) {
    return rig.application()
        .cache("user", Keys.longs(), codec, usual -> options.apply(usual.ttl(Duration.ofHours(1))));
  }

  @Test
  void aValueIsPrintedAsItIsAndNothingElse() {
    byte[] value = {0, 1, 2, '\n', (byte) 0xff, 0x1b};
    store("greeting", value);

    assertThat(rig.run("get", "greeting")).isZero();
    assertThat(rig.bytes()).isEqualTo(value);
    assertThat(rig.errors()).isEmpty();
  }

  @Test
  void aMissIsASentenceThatNamesTheServer() {
    assertThat(rig.run("get", "greeting")).isEqualTo(1);
    assertThat(rig.output()).isEmpty();
    assertThat(rig.errors().lines())
        .containsExactly("corral get: there is no item greeting on memory");
  }

  @Test
  void severalValuesHaveTheirNamesBeforeThemAndAMissHidesNone() {
    store("a", "one");
    store("c", "three\n");

    assertThat(rig.run("get", "a", "b", "c")).isEqualTo(1);
    assertThat(rig.output().lines())
        .containsExactly("==> a (3 bytes) <==", "one", "==> c (6 bytes) <==", "three", "");
    assertThat(rig.errors().lines()).containsExactly("corral get: there is no item b on memory");
  }

  static List<Arguments> textsOnATerminal() {
    return List.of(
        Arguments.of("hello", "hello\n"),
        Arguments.of("", "\n"),
        Arguments.of("two\nlines\n", "two\nlines\n"),
        Arguments.of("a\ttab, grüße\r\n", "a\ttab, grüße\r\n"),
        Arguments.of("only\rthis", "only\\x0dthis\n"),
        Arguments.of("a\033[2Jb\\", "a\\x1b[2Jb\\\\\n"));
  }

  @ParameterizedTest
  @MethodSource("textsOnATerminal")
  void aTerminalIsGivenALineAndNoControlCharacters(String value, String shown) {
    store("greeting", value);
    assertThat(rig.getOnTerminal("greeting")).isZero();
    assertThat(rig.output()).isEqualTo(shown);
  }

  @Test
  void bytesThatAreNoTextAreEscapedOnATerminalUnlessToldOtherwise() {
    byte[] value = {'a', (byte) 0xff, 0};
    store("picture", value);

    assertThat(rig.getOnTerminal("picture")).isZero();
    assertThat(rig.output()).isEqualTo("a\\xff\\x00" + System.lineSeparator());
    assertThat(rig.getOnTerminal("picture", "--raw")).isZero();
    assertThat(rig.bytes()).endsWith(value);
  }

  @Test
  void whatACacheWroteIsTakenOutOfItsEnvelope() {
    users(Codec.strings(), options -> options).put(12543L, "Ada");

    assertThat(rig.run("get", "--composed", "user:12543")).isZero();
    assertThat(rig.output()).isEqualTo("Ada");
    assertThat(rig.run("get", "--raw", Key.of("user", 12543).toString())).isZero();
    assertThat(rig.bytes()).contains((byte) 0xc1).endsWith("Ada".getBytes(UTF_8));
  }

  @Test
  void whatACacheCompressedIsInflated() {
    Codec<String> compressed = Codec.strings().compressed();
    users(compressed, options -> options).put(1L, "Ada ".repeat(1000));
    users(compressed, options -> options).put(2L, "too short to be worth it");

    assertThat(rig.run("get", "--composed", "user:1")).isZero();
    assertThat(rig.run("get", "--composed", "user:2")).isZero();
    assertThat(rig.output()).isEqualTo("Ada ".repeat(1000) + "too short to be worth it");
  }

  @Test
  void bytesThatOnlyBeginAsIfCompressedStayAsTheyAre() {
    Cache<Long, byte[]> pictures = users(Codec.bytes(), options -> options);
    byte[] stored = {0, (byte) 0xfe, 1};
    byte[] deflated = {1, 9, 9, 9};
    pictures.put(1L, stored);
    pictures.put(2L, deflated);
    pictures.put(3L, new byte[0]);

    assertThat(rig.run("get", "--composed", "user:1")).isZero();
    assertThat(rig.bytes()).isEqualTo(stored);
    assertThat(rig.run("get", "--composed", "user:2")).isZero();
    assertThat(rig.bytes()).hasSize(stored.length + deflated.length).endsWith(deflated);
    assertThat(rig.run("get", "--composed", "user:3")).isZero();
    assertThat(rig.bytes()).hasSize(stored.length + deflated.length);
  }

  @Test
  void whatIsSetByHandIsNoValueToACache() {
    Cache<Long, String> users = users(Codec.strings(), options -> options);
    assertThat(rig.run("set", "--composed", "user:5", "by hand")).isZero();
    assertThat(users.get(5L, unused -> "loaded")).isEqualTo("loaded");
    assertThat(rig.run("get", "--composed", "user:5")).isZero();
    assertThat(rig.output()).endsWith("loaded");
  }

  @Test
  void aRememberedAbsenceIsNoValue() {
    Cache<Long, String> users =
        users(Codec.strings(), options -> options.cacheAbsent(Duration.ofMinutes(1)));
    assertThat(users.get(7L, unused -> null)).isNull();

    assertThat(rig.run("get", "--composed", "user:7")).isEqualTo(1);
    assertThat(rig.errors()).contains("has no value: a cache remembers so that there is none");
    assertThat(rig.run("get", "--composed", "--meta", "user:7")).isZero();
    assertThat(rig.output()).contains("cached  that there is no value, fresh for ");
  }

  @Test
  void aPlaceholderIsNoValue() {
    rig.execute(Get.of(GREETING).withLease(Ttl.seconds(30)));

    assertThat(rig.run("get", "greeting")).isEqualTo(1);
    assertThat(rig.errors()).contains("greeting has no value yet: somebody computes it");
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.output()).contains("state   no value yet: somebody computes it");
  }

  @Test
  void whoLooksAtAStaleItemLeavesItsLeaseToOthers() {
    rig.execute(Put.set(GREETING, new byte[] {'a'}, Ttl.seconds(60)).withFlags(5));
    rig.execute(Delete.of(GREETING).markingStale());

    assertThat(rig.run("get", "greeting")).isZero();
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.run("touch", "greeting", "--ttl", "1h")).isZero();
    assertThat(rig.output()).startsWith("a").contains("marked stale, nobody recomputes it");

    Item item = (Item) rig.execute(Get.of(GREETING).withDetails());
    assertThat(item.lease()).isEqualTo(Lease.WON);
    assertThat(item.remaining()).isGreaterThan(Duration.ofMinutes(59));
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.output()).contains("marked stale, somebody recomputes it");
  }

  @Test
  void detailsAreShownInPlaceOfTheValue() {
    rig.execute(Put.set(GREETING, new byte[3], Ttl.seconds(600)).withFlags(-1));
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.output().lines())
        .hasSize(7)
        .contains("key     greeting", "server  memory", "bytes   3", "flags   4294967295")
        .contains("state   valid")
        .anyMatch(line -> line.matches("ttl     (599|600) s left"))
        .anyMatch(line -> line.matches("cas     \\d+"));
  }

  @Test
  void detailsOfACachesValueTellHowFreshItIs() {
    Cache<Long, String> users =
        users(Codec.strings(), options -> options.staleFor(Duration.ofMinutes(5)));
    users.put(1L, "Ada");
    assertThat(rig.run("get", "--meta", "--composed", "user:1")).isZero();
    assertThat(rig.output()).containsPattern("cached  3 bytes, fresh for 3[56]\\d\\d s");

    assertThat(rig.run("touch", "--composed", "user:1", "--ttl", "10s")).isZero();
    assertThat(rig.run("get", "--meta", "--composed", "user:1")).isZero();
    assertThat(rig.output()).containsPattern("cached  3 bytes, expired 2\\d\\d s ago");

    assertThat(rig.run("touch", "--composed", "user:1", "--ttl", "0")).isZero();
    assertThat(rig.run("get", "--meta", "--composed", "user:1")).isZero();
    assertThat(rig.output()).contains("cached  3 bytes, fresh without end", "ttl     without end");
  }

  @Test
  void detailsTellOfLoadTimeAndNamespaces() {
    byte[] sealed =
        Envelope.of(new byte[] {'x'}).stamp(7).loadTime(Duration.ofMillis(40)).seal();
    rig.execute(Put.set(GREETING, sealed, Ttl.seconds(60)).withFlags(1));
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.output())
        .contains("cached  1 bytes, fresh without end, loaded in 40 ms, in namespaces");
  }

  @Test
  void aValueThatIsRefreshedIsShownAsThat() {
    rig.execute(Put.set(GREETING, new byte[] {'x'}, Ttl.seconds(60)).withFlags(1));
    rig.execute(Get.of(GREETING).withRefreshAhead(Duration.ofMinutes(5)));
    assertThat(rig.run("get", "--meta", "greeting")).isZero();
    assertThat(rig.output()).contains("state   valid, somebody recomputes it");
  }

  @Test
  void jsonHasALineForEachKey() {
    store("a", "say \"hé\"\n");
    store("b", new byte[] {(byte) 0xff});
    assertThat(rig.run("get", "--json", "a", "b")).isZero();
    assertThat(rig.output().lines())
        .containsExactly(
            "{\"key\":\"a\",\"value\":\"say \\\"h\\u00e9\\\"\\n\"}",
            "{\"key\":\"b\",\"base64\":\"/w==\"}");
  }

  @Test
  void jsonOfDetailsHasThemAll() {
    store("a", "x");
    assertThat(rig.run("get", "--json", "--meta", "a")).isZero();
    assertThat(rig.output())
        .matches("\\{\"key\":\"a\",\"server\":\"memory\",\"bytes\":1,\"ttl\":null,\"flags\":0,"
            + "\"cas\":\"\\d+\",\"state\":\"valid\",\"cached\":null}\n");
  }

  @Test
  void theServerIsToldToProgramsToo() {
    assertThat(rig.run("get", "--where", "--json", "a")).isZero();
    assertThat(rig.output().strip()).isEqualTo("{\"key\":\"a\",\"server\":\"memory\"}");
  }

  @Test
  void theServerIsToldWithoutReading() {
    assertThat(rig.run("get", "--where", "a", "b")).isZero();
    assertThat(rig.output().lines()).containsExactly("a\tmemory", "b\tmemory");
  }

  @Test
  void composedKeysAreAsAnApplicationWritesThem() {
    String id = "123e4567-e89b-12d3-a456-426614174000";
    assertThat(rig.run("get", "--where", "--composed", "--prefix", "shop", "a b:-7:" + id))
        .isZero();
    assertThat(rig.run("get", "--where", "--prefix", "shop", "plain")).isZero();
    assertThat(rig.output().lines())
        .containsExactly(
            Key.of("shop", "a b", -7, UUID.fromString(id)) + "\tmemory", "shop:plain\tmemory");
  }

  @Test
  void allThatAreNoKeysAreNamedBeforeAnythingIsSent() {
    assertThat(rig.run("get", "a b", "fine", "x\u0001")).isEqualTo(2);
    assertThat(rig.errors())
        .contains("corral get: 'a b' is no key: key must have only", "'x\\x01' is no key")
        .doesNotContain("fine", "Exception");
  }

  @Test
  void aKeyAndAStoreAreNeeded() {
    assertThat(rig.run("get")).isEqualTo(2);
    assertThat(rig.errors()).contains("Missing required parameter: 'KEY'");
  }
}
