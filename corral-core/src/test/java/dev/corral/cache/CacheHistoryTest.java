package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.corral.cache.CacheHistory.Parts;
import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Lease;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Random histories on a clock that is moved by hand. One that breaks a promise is told event by
 * event.
 */
class CacheHistoryTest {
  private static final int RUNS = 10_000;
  private static final int RUNS_WITHOUT_SIGNS = 500;
  private static final int RUNS_OF_BROKEN_PARTS = 2_000;
  private static final Parts SOUND = new Parts() {};
  private static final Parts NEVER_DELETING = server(new Acts() {
    @Override
    public @Nullable Object instead(Operation<?> operation) {
      return operation instanceof Delete delete && !delete.isMarkingStale()
          ? DeleteOutcome.DELETED
          : null;
    }
  });

  private final Strands strands = new Strands();

  @Test
  void noHistoryBreaksAPromise() {
    assertKept(RUNS, SOUND);
  }

  @Test
  void aHistoryThatBreaksAPromiseIsToldEventByEvent() {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> assertKept(RUNS_OF_BROKEN_PARTS, NEVER_DELETING))
        .withMessageMatching("(?s).*the history of seed \\d+:(\n[^\n]+){20}.*1 stale: .*");
  }

  @Test
  void theSameSeedIsTheSameHistory() {
    assertThat(run(7, SOUND, true).checker.trace)
        .hasSizeGreaterThan(100)
        .isEqualTo(run(7, SOUND, true).checker.trace);
  }

  @Test
  void aLostSignOfLifeCostsALoadAndNothingElse() {
    Parts noteless = server(new Acts() {
      @Override
      public @Nullable Object instead(Operation<?> operation) {
        return operation instanceof Put put && isNote(put.key()) ? PutOutcome.Stored.STORED : null;
      }
    });
    assertKept(RUNS_WITHOUT_SIGNS, noteless);
  }

  @Test
  void aStoreThatIgnoresTheCasIsFound() {
    assertFound(
        server(new Acts() {
          @Override
          public Operation<?> heardOf(Operation<?> operation) {
            return operation instanceof Put put && put.cas() != null
                ? Put.set(put.key(), put.value(), put.ttl()).withFlags(put.flags())
                : operation;
          }
        }),
        "1 stale",
        "2 second commit",
        "2 older over newer");
  }

  @Test
  void aStoreThatTakesTheCasOfAnEarlierLifeIsFound() {
    assertFound(
        new Parts() {
          @Override
          public SimulatedServer server(CacheHistory history) {
            return history.new WatchedServer() {
              private @Nullable Object life;

              @Override
              public void restart() {
                super.restart();
                life = null;
              }

              @Override
              @SuppressWarnings("unchecked") // a put for a put
              <R> R act(SimulatedProcess client, Operation<R> operation) {
                if (life == null) {
                  Get probe = Get.of(Key.of("probe")).withLease(Ttl.seconds(1));
                  life = ((Item) super.act(client, probe)).cas().incarnation();
                }
                Cas cas = operation instanceof Put put ? put.cas() : null;
                return cas == null
                    ? super.act(client, operation)
                    : (R) super.act(client, ((Put) operation).ifCas(new Cas(cas.number(), life)));
              }
            };
          }
        },
        "2 older over newer");
  }

  @Test
  void aStoreThatLetsSeveralWinIsFound() {
    assertFound(
        server(new Acts() {
          @Override
          public Object saidOf(Object outcome) {
            return outcome instanceof Item item && item.lease() == Lease.LOST && item.hasCas()
                ? won(item)
                : outcome;
          }
        }),
        "5 loads");
  }

  private static Item won(Item item) {
    long remaining = item.expires() ? item.remaining().toNanos() : Long.MAX_VALUE;
    return Item.of(item.value(), item.flags(), Lease.WON, item.isStale())
        .withDetails(item.cas().number(), item.cas().incarnation(), remaining);
  }

  @Test
  void aStoreThatDoesNotDeleteIsFound() {
    assertFound(NEVER_DELETING, "1 stale");
  }

  @Test
  void aStoreThatLetsNobodyTakeALeaseFromTheDeadIsFound() {
    assertFound(
        server(new Acts() {
          @Override
          public @Nullable Object instead(Operation<?> operation) {
            return operation instanceof Delete delete && delete.isMarkingStale()
                ? DeleteOutcome.EXISTS
                : null;
          }
        }),
        "3 take-over");
  }

  @Test
  void aScopeThatIsNeverReadAgainIsFound() {
    assertFound(
        new Parts() {
          @Override
          public Scope scope(GenerationScope scope) {
            return new Scope() {
              private @Nullable CompletableFuture<Stamp> first;

              @Override
              public String name() {
                return scope.name();
              }

              @Override
              public CompletableFuture<Stamp> read(boolean strict) {
                first = first == null ? scope.read(strict) : first;
                return first;
              }
            };
          }
        },
        "1 stale");
  }

  /** A server's own way of doing things. */
  interface Acts {
    default Operation<?> heardOf(Operation<?> operation) {
      return operation;
    }

    /** What it answers without doing anything, or null. */
    default @Nullable Object instead(Operation<?> operation) {
      return null;
    }

    default Object saidOf(Object outcome) {
      return outcome;
    }
  }

  private static Parts server(Acts acts) {
    return new Parts() {
      @Override
      public SimulatedServer server(CacheHistory history) {
        return history.new WatchedServer() {
          @Override
          @SuppressWarnings("unchecked") // what it hears and says is of the same kind
          <R> R act(SimulatedProcess client, Operation<R> operation) {
            Object instead = acts.instead(operation);
            return (R)
                (instead != null
                    ? instead
                    : acts.saidOf(super.act(client, (Operation<R>) acts.heardOf(operation))));
          }
        };
      }
    };
  }

  private static boolean isNote(Key key) {
    return key.toString().contains("corral-note");
  }

  /** Runs histories until one breaks a promise, and runs that one again for its events. */
  private void assertKept(int runs, Parts parts) {
    for (int i = 0; i < runs; i++) {
      int seed = i;
      assertThat(run(seed, parts, false).checker.faults)
          .as(() -> "the history of seed " + seed + ":\n"
              + String.join("\n", run(seed, parts, true).checker.trace) + "\n")
          .isEmpty();
    }
  }

  /** Runs histories with parts that break a rule until faults of these kinds have shown. */
  private void assertFound(Parts parts, String... kinds) {
    Set<String> missing = new TreeSet<>(List.of(kinds));
    for (long seed = 0; seed < RUNS_OF_BROKEN_PARTS && !missing.isEmpty(); seed++) {
      for (String fault : run(seed, parts, false).checker.faults) {
        missing.remove(fault.substring(0, fault.indexOf(':')));
      }
    }
    assertThat(missing).as("kinds of faults that did not show").isEmpty();
  }

  private CacheHistory run(long seed, Parts parts, boolean tracing) {
    CacheHistory history = new CacheHistory(seed, strands, parts);
    history.checker.tracing = tracing;
    return history.run();
  }
}
