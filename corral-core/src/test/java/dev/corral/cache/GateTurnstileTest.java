package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.FourOperations;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Miss;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Stores that can't choose who loads: a lock does. */
class GateTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();

  /** What such a store can do. */
  enum Kind {
    FOUR_OPERATIONS {
      @Override
      BasicStore over(MemoryStore store) {
        return new FourOperations(store);
      }
    },
    NO_CAS {
      @Override
      BasicStore over(MemoryStore store) {
        return new WithoutCas(store);
      }
    };

    abstract BasicStore over(MemoryStore store);
  }

  /** As memcached -C: leases are won and lost, but there is no CAS to hold them by. */
  private record WithoutCas(MemoryStore store) implements Store {
    @SuppressWarnings("unchecked") // an item for an item
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Put put && put.cas() != null) {
        return (CompletableFuture<R>)
            store.execute(Put.set(put.key(), put.value(), put.ttl()).withFlags(put.flags()));
      }
      if (!(operation instanceof Get get)) {
        return store.execute(operation);
      }
      return (CompletableFuture<R>) store.execute(get).thenApply(WithoutCas::stripped);
    }

    private static GetOutcome stripped(GetOutcome outcome) {
      if (outcome == Miss.MISS || !(outcome instanceof Item item) || !item.hasCas()) {
        return outcome;
      }
      long remaining = item.expires() ? item.remaining().toNanos() : Long.MAX_VALUE;
      return Item.of(item.value(), item.flags(), item.lease(), item.isStale())
          .withDetails(0, item.cas().incarnation(), remaining);
    }

    @Override
    public void close() {}
  }

  private final class Gated {
    final Queue<Runnable> tasks = new ArrayDeque<>();
    final Cache<String, String> cache;

    Gated(Kind kind) {
      this(kind.over(rig.store));
    }

    Gated(BasicStore store) {
      Random random = new Random(1);
      cache = Cache.on(
          Site.on(store)
              .ticker(rig.time)
              .clock(() -> Instant.EPOCH.plusNanos(rig.time.nanos()))
              .timer(rig.time)
              .random(() -> random)
              .executor(tasks::add),
          "c",
          Keys.strings(),
          Codec.strings(),
          o -> o.ttl(Duration.ofSeconds(10)));
    }

    CompletableFuture<String> get(String key) {
      return cache.async().get(key, rig::load);
    }

    void load() {
      for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
        task.run();
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void oneLoadsAndTheOthersWait(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    CompletableFuture<String> first = one.get("a");
    CompletableFuture<String> joined = one.get("a");
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(0.1);
    assertThat(other.tasks).isEmpty();
    one.load();
    rig.advance(0.3);
    assertThat(first).isCompletedWithValue("a1");
    assertThat(joined).isCompletedWithValue("a1");
    assertThat(waiting).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @ParameterizedTest
  @EnumSource
  void aStaleValueIsServedWhileOneLoads(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    one.cache.get("a", rig::load);
    rig.advance(11);
    assertThat(one.get("a")).isCompletedWithValue("a1");
    assertThat(other.get("a")).isCompletedWithValue("a1");
    assertThat(other.tasks).isEmpty();
    one.load();
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a2");
    assertThat(rig.loaded).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource
  void aLoadDuringWhichTheKeyWasInvalidatedIsNotStored(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    assertThat(one.cache.get("a", key -> {
          other.cache.invalidate("a"); // by a process that has never read from the store
          return "old";
        }))
        .isEqualTo("old");
    assertThat(other.cache.peek("a").isFound()).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void aLoadDuringWhichTheKeyWasExpiredIsNotStored(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    one.cache.get("a", key -> {
      other.cache.expire("a");
      return "old";
    });
    assertThat(other.cache.get("a", rig::load)).isEqualTo("a1");
  }

  @ParameterizedTest
  @EnumSource
  void aPutKeepsARunningLoadFromStoring(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    one.cache.get("a", key -> {
      other.cache.put("a", "put");
      return "old";
    });
    assertThat(other.cache.get("a", rig::load)).isEqualTo("put");
  }

  @ParameterizedTest
  @EnumSource
  void aLongLoadIsOneLoad(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    one.cache.get("a", key -> {
      CompletableFuture<String> unused = other.get("a");
      rig.advance(6);
      return rig.load(key);
    });
    rig.advance(1);
    assertThat(other.tasks).isEmpty();
    assertThat(rig.loaded).hasSize(1);
  }

  @ParameterizedTest
  @EnumSource
  void aFailedLoadLetsTheOthersTry(Kind kind) {
    Gated one = new Gated(kind);
    Gated other = new Gated(kind);
    assertThatThrownBy(() -> one.cache.get("a", key -> {
          throw new IllegalStateException("no");
        }))
        .isInstanceOf(IllegalStateException.class);
    CompletableFuture<String> waiting = other.get("a");
    rig.advance(0.5);
    assertThat(other.tasks).isEmpty();
    rig.advance(1);
    other.load();
    assertThat(waiting).isCompletedWithValue("a1");
  }

  @ParameterizedTest
  @EnumSource
  void theVerbsDoWhatTheyCan(Kind kind) {
    Gated one = new Gated(kind);
    one.cache.put("a", "x");
    assertThat(one.cache.peek("a").orElse("")).isEqualTo("x");
    assertThat(one.cache.keepAlive("a")).isTrue();
    one.cache.invalidate("a");
    assertThat(one.cache.peek("a").isFound()).isFalse();
    assertThat(one.cache.keepAlive("a")).isFalse();
    if (kind == Kind.FOUR_OPERATIONS) {
      assertThatThrownBy(() -> one.cache.touch("a")).isInstanceOf(ConfigurationException.class);
    } else {
      assertThat(one.cache.touch("a")).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void toTouchNeedsACas(Kind kind) {
    Gated one = new Gated(kind);
    one.cache.put("a", "v");
    assertThatThrownBy(() -> one.cache.touch("a"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("CAS");
  }

  @Test
  void whoCannotMakeSureOfItsMarkAfterItStoredTakesTheValueBack() {
    Queue<String> asked = new ArrayDeque<>();
    Gated one = new Gated(new FourOperations(rig.store) {
      @Override
      public CompletableFuture<GetOutcome> get(Key key) {
        boolean stored = asked.contains("set c:a") && key.toString().startsWith("corral-claim");
        return stored
            ? CompletableFuture.failedFuture(new DeadlineExceededException("no reply"))
            : super.get(key);
      }

      @Override
      public CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl) {
        asked.add("set " + key);
        return super.set(key, value, ttl);
      }
    });
    assertThat(one.cache.get("a", key -> "perhaps old")).isEqualTo("perhaps old");
    assertThat(asked).contains("set c:a");
    assertThat(rig.store.get(Key.of("c", "a")).join()).isEqualTo(Miss.MISS);
  }
}
