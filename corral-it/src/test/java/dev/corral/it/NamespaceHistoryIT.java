package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.NamespaceHistory.Outcome;
import dev.corral.key.Key;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Many random histories on real servers: whatever is lost of the bookkeeping, and wherever it has
 * to go, nobody is given what had been invalidated before they asked.
 */
class NamespaceHistoryIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final int HISTORIES = IS_LONG ? 2_000 : 200;
  private static final long FIRST_SEED = IS_LONG ? System.nanoTime() : 20_261_116;

  /** After how many without a mistake the checker is taken to be blind. */
  private static final int MOST = 500;

  private static final int LANES = 4;
  private static final int SERVERS = 3;

  private static final Table FIGURES = Table.of(
      "random histories of four namespaces, from seed " + FIRST_SEED,
      "store",
      "histories",
      "calls",
      "loads",
      "invalidations",
      "faults",
      "old values");

  @RegisterExtension
  static final Memcached SAFE = Memcached.with();

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  @Test
  void noHistoryHasAnOldValue() throws Exception {
    List<Outcome> outcomes = run(HISTORIES, false, UnaryOperator.identity());
    add("memcached", outcomes);
    assertThat(outcomes).hasSize(HISTORIES);
    for (Outcome outcome : outcomes) {
      assertThat(outcome.mistakes()).as("%s", outcome).isEmpty();
    }
  }

  /** The checker can tell: one that takes no notice of servers that come and go is found out. */
  @Test
  void aStoreThatDoesNotSayWhereItsKeysAreIsFoundOut() throws Exception {
    List<Outcome> outcomes = run(MOST, true, Unplaced::new);
    add("without placement", outcomes);
    assertThat(outcomes).flatExtracting(Outcome::mistakes).isNotEmpty();
  }

  /** And so is one that overwrites what others have noted in the evidence. */
  @Test
  void aStoreThatIgnoresCasIsFoundOut() throws Exception {
    List<Outcome> outcomes = run(MOST, true, Forgetful::new);
    add("without CAS", outcomes);
    assertThat(outcomes).flatExtracting(Outcome::mistakes).isNotEmpty();
  }

  private static List<Outcome> run(
      int histories, boolean untilMistake, UnaryOperator<Store> wrapper) throws Exception {
    Queue<Outcome> outcomes = new ConcurrentLinkedQueue<>();
    AtomicLong seeds = new AtomicLong(FIRST_SEED);
    List<CompletableFuture<@Nullable Void>> lanes = new ArrayList<>();
    for (int lane = 0; lane < LANES; lane++) {
      lanes.add(CacheNode.<@Nullable Void>begin(() -> {
        List<Memcached> servers =
            Stream.generate(Memcached::with).limit(SERVERS).toList();
        try {
          servers.forEach(Memcached::start);
          for (long seed = seeds.getAndIncrement();
              seed < FIRST_SEED + histories && !(untilMistake && hasMistake(outcomes));
              seed = seeds.getAndIncrement()) {
            outcomes.add(runOne(servers, seed, wrapper));
          }
        } finally {
          servers.forEach(Memcached::close);
        }
        return null;
      }));
    }
    for (CompletableFuture<?> lane : lanes) {
      lane.get(1, TimeUnit.HOURS);
    }
    return List.copyOf(outcomes);
  }

  private static boolean hasMistake(Queue<Outcome> outcomes) {
    return outcomes.stream().anyMatch(outcome -> !outcome.mistakes().isEmpty());
  }

  private static Outcome runOne(List<Memcached> servers, long seed, UnaryOperator<Store> wrapper) {
    try {
      return NamespaceHistory.run(servers, SAFE, seed, wrapper);
    } catch (Exception | AssertionError e) {
      throw new AssertionError("the history of seed " + seed, e);
    }
  }

  private static void add(String store, List<Outcome> outcomes) {
    FIGURES.row(
        store,
        outcomes.size(),
        outcomes.stream().mapToInt(Outcome::calls).sum(),
        outcomes.stream().mapToInt(Outcome::loads).sum(),
        outcomes.stream().mapToInt(Outcome::invalidations).sum(),
        outcomes.stream().mapToInt(Outcome::faults).sum(),
        outcomes.stream().mapToInt(outcome -> outcome.mistakes().size()).sum());
  }

  /** Does not say where its keys are. */
  private record Unplaced(Store store) implements Store {
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return store.execute(operation);
    }

    @Override
    public void close() {
      store.close();
    }
  }

  /** Stores the evidence whatever the condition. */
  private record Forgetful(Store store) implements Store {
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return store.execute(operation);
    }

    @Override
    public Placement placement() {
      return new ForgetfulPlacement(store.placement());
    }

    @Override
    public void close() {
      store.close();
    }
  }

  private record ForgetfulPlacement(Placement placement) implements Placement {
    @Override
    public long fingerprint() {
      return placement.fingerprint();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !(before instanceof ForgetfulPlacement other) || placement.moves(key, other.placement);
    }

    @Override
    public Object home(Key key) {
      return placement.home(key);
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Put put && put.cas() != null) {
        Put forced = Put.set(put.key(), put.value(), put.ttl());
        @SuppressWarnings("unchecked") // both are puts
        Operation<R> same = (Operation<R>) (Operation<?>) forced;
        return placement.execute(same);
      }
      return placement.execute(operation);
    }
  }
}
