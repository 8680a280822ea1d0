package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Arithmetic;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whatever keys and values hold, the server does what was asked and nothing else. */
class InjectionIT {
  /** None of these is a key as it stands. */
  private static final List<String> NO_RAW_KEYS = List.of(
      "",
      " ",
      "\t",
      "\0",
      "\n",
      "\r\n",
      "a b",
      "a\tb",
      "a\0b",
      "a\rb",
      "a\nb",
      "a\r\nflush_all\r\n",
      "a\r\nflush_all",
      "a flush_all",
      "a\nflush_all\n",
      "a v\r\nms sentinel 1\r\nx\r\nmg b",
      "a 0 0 1\r\nx\r\nflush_all",
      "\r\nflush_all noreply\r\n",
      "\r\nquit\r\n",
      "\r\nshutdown\r\n",
      "\u007f",
      "\u0080",
      "\u0085flush_all\u0085",
      "\u2028flush_all\u2028",
      "ä",
      "schlüssel",
      "キー",
      "\uD83D\uDE00",
      "\uD83D",
      "\uDE00",
      "a\uD83Db",
      "\uDE00\uD83D",
      // Whose low bytes are CR and LF.
      "\u010D\u010Aflush_all\u010D\u010A",
      "\u560D\u560Aflush_all",
      "k".repeat(251),
      "k".repeat(100_000),
      "ä".repeat(126),
      "a\r\n".repeat(60));

  /** These are keys, though they look like something else. */
  private static final List<String> RAW_KEYS = List.of(
      "flush_all", "noreply", "0", "-1", "v", "q", "END", "VA", "%", "%#", "a:b", "k".repeat(250));

  private final Memcached memcached = Memcached.with();
  private MemcachedStore store;
  private int gets;
  private int sets;

  // The store is opened before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  InjectionIT() {}

  @BeforeEach
  void storeSentinel() {
    memcached.start();
    store = MemcachedStore.open(Nodes.list(memcached), options -> options.deadline(Nodes.PATIENCE));
    put(Key.raw("sentinel"), "here".getBytes(UTF_8));
  }

  @AfterEach
  void stop() {
    store.close();
    memcached.close();
  }

  @Test
  void noCommandGetsInByAKey() {
    for (String text : NO_RAW_KEYS) {
      assertThatThrownBy(() -> Key.raw(text)).isInstanceOf(IllegalArgumentException.class);
    }
    Set<Key> keys = new LinkedHashSet<>();
    RAW_KEYS.forEach(text -> keys.add(Key.raw(text)));
    for (String text : NO_RAW_KEYS) {
      keys.add(Key.of(text));
      keys.add(Key.of("user", text, text));
      if (!text.isEmpty()) {
        keys.add(Key.binary(text.getBytes(UTF_8)));
        keys.add(Key.binary(text.getBytes(UTF_16BE)));
      }
    }
    for (Key key : keys) {
      assertThat(get(key)).as("%s", key).isEqualTo(Miss.MISS);
      put(key, Samples.value(key));
      assertThat(store.add(key, Samples.value(key), Ttl.NEVER).join())
          .as("%s", key)
          .isFalse();
      sets++;
    }
    for (Key key : keys) {
      assertThat(Samples.isOf(key, get(key))).as("%s", key).isTrue();
    }
    int items = keys.size();
    assertThat(nothingElseHappened()).containsEntry("curr_items", String.valueOf(items + 1));
    for (Key key : keys) {
      assertThat(store.delete(key).join()).as("%s", key).isTrue();
    }
    Map<String, String> stats = nothingElseHappened();
    assertThat(stats)
        .containsEntry("curr_items", "1")
        .containsEntry("delete_hits", String.valueOf(items))
        .containsEntry("delete_misses", "0");
  }

  @Test
  void noCommandGetsInByAKeyOfABatchOrACounter() {
    List<Key> keys = NO_RAW_KEYS.stream().map(text -> Key.of("batch", text)).toList();
    List<Put> puts =
        keys.stream().map(key -> Put.set(key, Samples.value(key), Ttl.NEVER)).toList();
    store
        .executeAll(puts)
        .forEach(outcome -> assertThat(outcome.join().isStored()).isTrue());
    sets += keys.size();
    List<CompletableFuture<GetOutcome>> found =
        store.executeAll(keys.stream().map(Get::of).toList());
    gets += keys.size();
    for (int i = 0; i < keys.size(); i++) {
      assertThat(Samples.isOf(keys.get(i), found.get(i).join())).isTrue();
    }
    for (Key key : keys) {
      Key counter = Key.of(key.toString(), "\r\nincr sentinel 1");
      store.execute(Arithmetic.add(counter, 1).orCreate(7, Ttl.NEVER)).join();
      store.execute(Arithmetic.add(counter, 1)).join();
    }
    assertThat(nothingElseHappened())
        .containsEntry("curr_items", String.valueOf(1 + 2 * keys.size()))
        .containsEntry("incr_hits", String.valueOf(keys.size()));
  }

  @Test
  void noCommandGetsInByAValue() {
    List<String> values = List.of(
        "",
        "\r",
        "\n",
        "\r\n",
        "\r\nflush_all\r\n",
        "flush_all\r\n",
        "\r\nquit\r\n",
        "\r\nms sentinel 4\r\ngone\r\n",
        "VA 5 f0\r\nabcde\r\n",
        "EN\r\n",
        "HD\r\nHD\r\n",
        "END\r\n",
        "ERROR\r\n",
        "SERVER_ERROR out of memory\r\n",
        "\0\0\r\n\0",
        "\r\nflush_all\r\n".repeat(10_000));
    Key key = Key.raw("value");
    for (String value : values) {
      byte[] bytes = value.getBytes(UTF_8);
      put(key, bytes);
      assertThat(((Item) get(key)).value()).isEqualTo(bytes);
    }
    assertThat(nothingElseHappened()).containsEntry("curr_items", "2");
  }

  private GetOutcome get(Key key) {
    gets++;
    return store.get(key).join();
  }

  private void put(Key key, byte[] value) {
    sets++;
    store.set(key, value, Ttl.NEVER).join();
  }

  /** Holds what the server counted against what it was asked. */
  private Map<String, String> nothingElseHappened() {
    assertThat(new String(((Item) get(Key.raw("sentinel"))).value(), UTF_8)).isEqualTo("here");
    Map<String, String> stats = memcached.stats();
    assertThat(stats)
        .containsEntry("cmd_flush", "0")
        .containsEntry("cmd_touch", "0")
        .containsEntry("cmd_get", String.valueOf(gets))
        .containsEntry("cmd_set", String.valueOf(sets));
    return stats;
  }
}
