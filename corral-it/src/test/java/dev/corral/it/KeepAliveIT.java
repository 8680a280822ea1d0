package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedStore;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A small server that is flooded, and values that nobody asks for. */
class KeepAliveIT {
  private static final int KEYS = 20;
  private static final int ROUNDS = 300;
  private static final int FLOOD_OF_A_ROUND = 100;
  private static final String VALUE = "x".repeat(1_000);

  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with("-m", "8");

  private static List<String> keys(String kind) {
    return IntStream.range(0, KEYS).mapToObj(i -> kind + i).toList();
  }

  @Test
  void whatIsKeptAliveSurvivesAFloodAndWhatIsAddedAgainDoesNot() {
    MemcachedStore store =
        MemcachedStore.open(Nodes.list(MEMCACHED), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    try (Corral corral = Corral.on(store)) {
      Cache<String, String> cache =
          corral.cache("c", Keys.strings(), Codec.strings(), o -> o.ttl(Duration.ofHours(1)));
      List<String> kept = keys("kept");
      List<String> added = keys("added");
      List<String> forgotten = keys("forgotten");
      for (List<String> some : List.of(kept, added, forgotten)) {
        some.forEach(key -> cache.put(key, VALUE));
      }
      int firstAdded = 0;
      for (int round = 0; round < ROUNDS; round++) {
        flood(store, round);
        kept.forEach(cache::keepAlive);
        for (String key : added) {
          // A server that took it had lost the value; what was only a question must not stay.
          if (store.add(Key.of("c", key), new byte[0], Ttl.seconds(60)).join()) {
            store.delete(Key.of("c", key)).join();
            firstAdded = firstAdded == 0 ? round : firstAdded;
          }
        }
      }
      long keptThere = there(cache, kept);
      long addedThere = there(cache, added);
      long forgottenThere = there(cache, forgotten);
      Table.of(
              "an 8 MiB server, " + KEYS + " values of 1 kB each, a flood of "
                  + ROUNDS * FLOOD_OF_A_ROUND + " kB",
              "kept alive",
              "added again",
              "left alone",
              "the first of those added again was gone in round")
          .row(keptThere, addedThere, forgottenThere, firstAdded)
          .show();
      assertThat(MEMCACHED.stats().get("evictions")).isNotEqualTo("0");
      assertThat(keptThere).isEqualTo(KEYS);
      assertThat(addedThere).isZero();
      assertThat(forgottenThere).isZero();
    }
  }

  private static void flood(MemcachedStore store, int round) {
    List<CompletableFuture<@Nullable Void>> sets = new ArrayList<>();
    for (int i = 0; i < FLOOD_OF_A_ROUND; i++) {
      sets.add(store.set(Key.of("flood", round, i), new byte[1_000], Ttl.seconds(3_600)));
    }
    sets.forEach(CompletableFuture::join);
  }

  private static long there(Cache<String, String> cache, List<String> keys) {
    return keys.stream().filter(key -> cache.peek(key).isFound()).count();
  }
}
