package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.CacheHistory.Outcome;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/**
 * Many random histories on real servers: nobody is given a value that is older than the last
 * settled change, and between two changes a value is stored once.
 */
class CacheHistoryIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final int HISTORIES = IS_LONG ? 4_000 : 200;
  private static final long FIRST_SEED = IS_LONG ? System.nanoTime() : 20_261_115;
  private static final int LANES = 4;
  private static final Duration BOUND = Duration.ofSeconds(6);

  private static final Table FIGURES = Table.of(
      "random histories of one key, from seed " + FIRST_SEED,
      "store",
      "histories",
      "calls",
      "loads",
      "stored",
      "faults",
      "longest call",
      "mistakes");

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  @Test
  void noHistoryHasAnOldValueOrTwoStores() throws Exception {
    List<Outcome> outcomes = run(HISTORIES, UnaryOperator.identity());
    add("memcached", outcomes);
    assertThat(outcomes).hasSize(HISTORIES);
    assertThat(outcomes).flatExtracting(Outcome::mistakes).isEmpty();
    assertThat(outcomes).allMatch(outcome -> outcome.longest().compareTo(BOUND) < 0);
  }

  /** The checker can tell: one that stores without its lease is found out. */
  @Test
  void aStoreThatIgnoresCasIsFoundOut() throws Exception {
    List<Outcome> outcomes = run(16, Forgetful::new);
    add("without CAS", outcomes);
    assertThat(outcomes).flatExtracting(Outcome::mistakes).isNotEmpty();
  }

  private static List<Outcome> run(int histories, UnaryOperator<Store> wrapper) throws Exception {
    Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    AtomicLong seeds = new AtomicLong(FIRST_SEED);
    List<CompletableFuture<@Nullable Void>> lanes = new ArrayList<>();
    for (int lane = 0; lane < LANES; lane++) {
      lanes.add(CacheNode.<@Nullable Void>begin(() -> {
        try (Memcached server = Memcached.with().start()) {
          for (long seed = seeds.getAndIncrement();
              seed < FIRST_SEED + histories;
              seed = seeds.getAndIncrement()) {
            outcomes.add(runOne(server, seed, wrapper));
          }
        }
        return null;
      }));
    }
    for (CompletableFuture<?> lane : lanes) {
      lane.get(1, TimeUnit.HOURS);
    }
    return List.copyOf(outcomes);
  }

  private static Outcome runOne(Memcached server, long seed, UnaryOperator<Store> wrapper) {
    try {
      return CacheHistory.run(server, seed, wrapper);
    } catch (Exception e) {
      throw new AssertionError("the history of seed " + seed, e);
    } finally {
      server.restart();
    }
  }

  private static void add(String store, List<Outcome> outcomes) {
    FIGURES.row(
        store,
        outcomes.size(),
        outcomes.stream().mapToInt(Outcome::calls).sum(),
        outcomes.stream().mapToInt(Outcome::loads).sum(),
        outcomes.stream().mapToInt(Outcome::commits).sum(),
        outcomes.stream().mapToInt(Outcome::faults).sum(),
        outcomes.stream().map(Outcome::longest).max(Duration::compareTo).orElseThrow(),
        outcomes.stream().mapToInt(outcome -> outcome.mistakes().size()).sum());
  }

  /** Stores whatever the condition. */
  private record Forgetful(Store store) implements Store {
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Put put && put.cas() != null) {
        Put forced = Put.set(put.key(), put.value(), put.ttl()).withFlags(put.flags());
        @SuppressWarnings("unchecked") // both are puts
        Operation<R> same = (Operation<R>) (Operation<?>) forced;
        return store.execute(same);
      }
      return store.execute(operation);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
