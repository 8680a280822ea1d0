package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.LocalServer;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.store.Cas;
import dev.corral.store.PutOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AsyncMemcachedClientTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LocalServers servers = LocalServers.start("a:1", "b:1");
  private final LocalServer a = servers.at("a:1");
  private final TestStore opened = TestStore.open(servers, options -> options).awaitConnected();
  private final AsyncMemcachedClient<String> client =
      opened.store().client(Codec.strings()).async();

  @AfterEach
  void close() {
    opened.close();
    servers.close();
  }

  private static <T extends @Nullable Object> T done(CompletableFuture<T> future) {
    return future.orTimeout(20, TimeUnit.SECONDS).join();
  }

  /** What a callback is given. */
  private static @Nullable Throwable fault(CompletableFuture<?> future) {
    return done(future.handle((value, fault) -> fault));
  }

  @Test
  void eachMethodDoesWhatItsBlockingTwinDoes() {
    assertThat(done(client.get("key"))).isNull();
    assertThat(done(client.gets("key"))).isEmpty();
    assertThat(done(client.set("key", "one"))).isNull();
    assertThat(done(client.get("key"))).isEqualTo("one");
    assertThat(done(client.add("key", "two", MINUTE))).isFalse();
    assertThat(done(client.replace("key", "b", MINUTE))).isTrue();
    assertThat(done(client.append("key", "c"))).isTrue();
    assertThat(done(client.prepend("key", "a"))).isTrue();
    CasValue<String> read = done(client.gets("key")).orElseThrow();
    assertThat(read.value()).isEqualTo("abc");
    Cas cas = Objects.requireNonNull(read.cas());
    assertThat(done(client.cas("key", "three", MINUTE, cas)).isStored()).isTrue();
    assertThat(done(client.cas("key", "four", MINUTE, cas))).isEqualTo(PutOutcome.Refused.EXISTS);
    assertThat(done(client.touch("key", MINUTE))).isTrue();
    assertThat(done(client.getAll(List.of("key", "none")))).isEqualTo(Map.of("key", "three"));
    assertThat(done(client.delete("key"))).isTrue();
    assertThat(done(client.increment("key", 1))).isEqualTo(OptionalLong.empty());
    assertThat(done(client.increment("key", 1, 5, MINUTE))).isEqualTo(5);
    assertThat(done(client.decrement("key", 1))).hasValue(4);
    assertThat(done(client.decrement("key", 9, 5, MINUTE))).isZero();
    assertThat(done(client.set("key", "five", Duration.ofSeconds(1)))).isNull();
    servers.pass(Duration.ofSeconds(1));
    assertThat(done(client.get("key"))).isNull();
    assertThat(done(client.stats())).hasSize(2);
    assertThat(done(client.stats("items"))).hasSize(2);
    assertThat(done(client.versions())).hasSize(2);
    assertThat(done(client.flushAll(MINUTE))).isNull();
    assertThat(done(client.flushAll())).isNull();
  }

  @Test
  void noMethodWaitsForAnAnswer() {
    a.stall();
    servers.at("b:1").stall();

    Collection<CompletableFuture<?>> asked = all(client, "key");

    assertThat(asked).noneMatch(CompletableFuture::isDone);
    a.goOn();
    servers.at("b:1").goOn();
    assertThat(asked).allSatisfy(future -> assertThat(fault(future)).isNull());
  }

  private static List<CompletableFuture<?>> all(AsyncMemcachedClient<String> client, String key) {
    List<CompletableFuture<?>> asked = new ArrayList<>();
    asked.add(client.get(key));
    asked.add(client.getAll(List.of(key, key + "-2", key + "-3", key + "-4")));
    asked.add(client.gets(key));
    asked.add(client.increment(key, 1, 1, MINUTE));
    asked.add(client.increment(key, 1));
    asked.add(client.decrement(key, 1, 1, MINUTE));
    asked.add(client.decrement(key, 1));
    asked.add(client.set(key, "value"));
    asked.add(client.set(key, "value", MINUTE));
    asked.add(client.add(key, "value", MINUTE));
    asked.add(client.replace(key, "value", MINUTE));
    asked.add(client.append(key, "value"));
    asked.add(client.prepend(key, "value"));
    asked.add(client.touch(key, MINUTE));
    asked.add(client.delete(key));
    asked.add(client.stats());
    asked.add(client.stats("items"));
    asked.add(client.versions());
    asked.add(client.flushAll());
    asked.add(client.flushAll(MINUTE));
    return asked;
  }

  @Test
  void callbacksGetAFaultAsItIs() {
    a.stop();
    servers.at("b:1").stop();
    LocalServers.await(
        "the loss", () -> opened.store().nodes().stream().noneMatch(node -> node.isConnected()));

    assertThat(all(client, "key"))
        .allSatisfy(future -> assertThat(fault(future))
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining("has been down"));
  }

  @Test
  void aCounterThatIsNoNumberIsRejected() {
    done(client.set("key", "many"));

    for (CompletableFuture<?> refused : List.of(
        client.increment("key", 1),
        client.decrement("key", 1),
        client.increment("key", 1, 1, MINUTE),
        client.decrement("key", 1, 1, MINUTE))) {
      assertThat(fault(refused)).isInstanceOf(RejectedException.class);
    }
  }

  @Test
  void aBadKeyIsRefusedAtOnce() {
    assertThatThrownBy(() -> client.get("a b")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> client.getAll(List.of("good", "a b")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatTheCodecCannotReadIsCorrupt() {
    done(client.set("key", "not a number"));
    done(client.set("other", "not a number"));
    AsyncMemcachedClient<Long> numbers = opened.store().client(Codec.longs()).async();

    for (CompletableFuture<?> unreadable :
        List.of(numbers.get("key"), numbers.gets("key"), numbers.getAll(List.of("key", "other")))) {
      assertThat(fault(unreadable)).isInstanceOf(CorruptValueException.class);
    }
  }

  @Test
  void aCodecThatFailsBadlyLeavesNoFutureOpen() {
    done(client.set("key", "value"));
    AssertionError bad = new AssertionError("a codec of no use");
    AsyncMemcachedClient<String> broken = opened
        .store()
        .client(Codec.<String>of(value -> new byte[0], (bytes, offset, length) -> {
          throw bad;
        }))
        .async();

    for (CompletableFuture<?> unreadable :
        List.of(broken.get("key"), broken.gets("key"), broken.getAll(List.of("key")))) {
      assertThat(fault(unreadable)).isSameAs(bad);
    }
  }

  @Test
  void bytesComeBackAsTheyWent() {
    AsyncMemcachedClient<byte[]> raw = opened.store().client(Codec.bytes()).async();
    byte[] value = {0, '\r', '\n', -1};
    done(raw.set("key", value));

    assertThat(done(raw.get("key"))).isEqualTo(value);
    assertThat(done(raw.get("other"))).isNull();
    assertThat(done(raw.getAll(List.of("key", "other")))).containsOnlyKeys("key");
  }
}
