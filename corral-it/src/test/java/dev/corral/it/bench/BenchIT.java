package dev.corral.it.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.CorralCommand;
import dev.corral.codec.Codec;
import dev.corral.it.Memcached;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Get;
import dev.corral.store.Item;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** On two servers that an application uses too. */
@Timeout(180)
class BenchIT {
  private static final String PATIENTLY = "?deadline=20s&connectTimeout=20s";
  private static final Pattern PREFIX = Pattern.compile("under (corral-bench:[0-9a-f]{6}:),");
  private static final List<String> THEIRS =
      IntStream.range(0, 500).mapToObj(i -> "theirs:" + i).toList();

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  /** Keeps what is written, and shows it each time that there is more. */
  private static final class Watched extends ByteArrayOutputStream {
    private final Consumer<String> watcher;

    Watched(Consumer<String> watcher) {
      this.watcher = watcher;
    }

    @Override
    public void flush() {
      watcher.accept(toString(UTF_8));
    }
  }

  private static String uri(Memcached... servers) {
    List<String> addresses = new ArrayList<>();
    for (Memcached server : servers) {
      addresses.add(server.server().address());
    }
    return "memcached://" + String.join(",", addresses) + PATIENTLY;
  }

  private int run(Watched out, String... arguments) {
    return CorralCommand.run(InputStream.nullInputStream(), out, err, arguments);
  }

  private static long items(Memcached... servers) {
    long sum = 0;
    for (Memcached server : servers) {
      sum += Long.parseLong(server.stats().getOrDefault("curr_items", ""));
    }
    return sum;
  }

  private static long count(Memcached server, String name) {
    return Long.parseLong(server.stats().getOrDefault(name, ""));
  }

  /** One of its keys, by what it has said. */
  private static Key ownKey(String said) {
    Matcher prefix = PREFIX.matcher(said);
    assertThat(prefix.find()).isTrue();
    return Key.raw(prefix.group(1) + "0".repeat(32 - prefix.group(1).length()));
  }

  @Test
  void bothServersAreMeasuredByShortLivedKeysAndTheirItemsStayAsTheyAre() {
    try (Memcached one = Memcached.with().start();
        Memcached two = Memcached.with().start();
        MemcachedStore store = MemcachedStore.open(uri(one, two))) {
      MemcachedClient<String> application = store.client(Codec.strings());
      THEIRS.forEach(key -> application.set(key, "value of " + key));
      List<Item> seen = new ArrayList<>();
      Watched out = new Watched(said -> {
        if (said.contains(" 100 %") && seen.isEmpty()) {
          seen.add((Item) store.execute(Get.of(ownKey(said)).withDetails()).join());
        }
      });
      assertThat(run(
              out,
              "bench",
              "--store=" + uri(one, two),
              "--seconds=0.3",
              "--rounds=2",
              "--keys=1000",
              "--value-bytes=200"))
          .as("%s", err)
          .isZero();

      assertThat(err.toString(UTF_8)).isEmpty();
      assertThat(out.toString(UTF_8))
          .contains("Measures memcached [" + one.server().address() + ", ")
          .contains("Writes 1,000 keys of 200 bytes")
          .contains("W1, 1 blocking caller: latency of ");
      assertThat(out.toString(UTF_8).lines().filter(line -> line.matches("W[-0-9]+ +[1-9].*")))
          .hasSize(6);
      assertThat(seen).singleElement().satisfies(item -> {
        assertThat(item.value()).hasSize(200);
        assertThat(item.remaining().toSeconds()).isBetween(1L, 71L);
      });
      assertThat(List.of(one, two)).allSatisfy(server -> {
        assertThat(count(server, "get_hits")).isGreaterThan(100);
        assertThat(count(server, "get_misses")).isZero();
        assertThat(count(server, "evictions")).isZero();
      });
      assertThat(items(one, two)).isEqualTo(THEIRS.size());
      assertThat(application.getAll(THEIRS))
          .hasSize(THEIRS.size())
          .allSatisfy((key, value) -> assertThat(value).isEqualTo("value of " + key));
    }
  }

  @Test
  void aServerThatDiesMeanwhileIsNamedAndTheOthersKeysAreDeleted() {
    try (Memcached one = Memcached.with().start();
        Memcached two = Memcached.with().start()) {
      AtomicBoolean isDead = new AtomicBoolean();
      Watched out = new Watched(said -> {
        if (said.contains(" 50 %") && isDead.compareAndSet(false, true)) {
          two.kill();
        }
      });
      assertThat(run(
              out,
              "bench",
              "--store=" + uri(one, two),
              "--workload=W3,W5",
              "--seconds=0.3",
              "--rounds=1",
              "--keys=1000"))
          .isEqualTo(1);
      assertThat(err.toString(UTF_8))
          .contains(two.server().address(), "may be left")
          .doesNotContain("unexpected");
      assertThat(items(one)).isZero();
    }
  }
}
