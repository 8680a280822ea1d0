package dev.corral.namespace;

import dev.corral.cache.DelayedStore;
import dev.corral.cache.SimulatedProcess;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A process's way to several servers, some of which are on its list. What is sent by the store
 * itself goes to another server while the key's own is down, what is sent by a placement does not.
 */
final class RingStore implements Store {
  private static final Duration REFUSAL = Duration.ofMillis(1);

  private final SimulatedProcess process;
  private final List<RingServer> servers;
  private final List<DelayedStore> ways = new ArrayList<>();
  private final Habit habit;
  private final Map<Key, Long> sets = new HashMap<>();
  private Ring ring;

  /**
   * How a process treats what it asks of the servers for its bookkeeping, and what they answer. A
   * bad habit breaks a rule.
   */
  interface Habit {
    Habit GOOD = new Habit() {};

    /** What it sends instead of an operation. */
    default Operation<?> says(Ring at, Operation<?> operation) {
      return operation;
    }

    /** What it takes for the answer without asking; null if it asks. */
    default @Nullable Object assumes(Ring at, Operation<?> operation) {
      return null;
    }

    /** What it makes of an answer. */
    default Object hears(Ring at, Operation<?> operation, Object outcome) {
      return outcome;
    }
  }

  /**
   * The servers that a process uses from some moment on.
   *
   * @param since when it has learnt of them
   */
  record Ring(RingStore store, List<Integer> list, long since) implements Placement {
    @Override
    public Integer home(Key key) {
      return list.get(Math.floorMod(Hash64.of(key.bytes()), list.size()));
    }

    @Override
    public long fingerprint() {
      return list.hashCode();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !home(key).equals(((Ring) before).home(key));
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return store.keep(this, home(operation.key()), operation);
    }

    /** Equal ones are the same: a list that comes back is another. */
    @Override
    public boolean equals(@Nullable Object other) {
      return other == this;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  RingStore(SimulatedProcess process, List<RingServer> servers, Random random, Habit habit) {
    this.process = process;
    this.servers = servers;
    this.habit = habit;
    servers.forEach(server -> ways.add(new DelayedStore(process, server, random)));
    this.ring = new Ring(this, List.of(0), 0);
  }

  void lose(double rate) {
    ways.forEach(way -> way.lossRate = rate);
  }

  /** The process learns that the servers are others. */
  void use(List<Integer> list, long now) {
    ring = new Ring(this, list, now);
  }

  Ring ring() {
    return ring;
  }

  /** When something was last written unconditionally for bookkeeping; 0 if never. */
  long lastSet(Key key) {
    return sets.getOrDefault(key, 0L);
  }

  @Override
  public Placement placement() {
    return ring;
  }

  @SuppressWarnings("unchecked") // what is said and heard is of the operation's kind
  private <R> CompletableFuture<R> keep(Ring at, int server, Operation<R> operation) {
    if (operation instanceof Put put && put.mode() == Put.Mode.SET && put.cas() == null) {
      sets.put(put.key(), servers.get(server).time().nanos());
    }
    Object assumed = habit.assumes(at, operation);
    if (assumed != null) {
      return (CompletableFuture<R>) CompletableFuture.completedFuture(assumed);
    }
    Operation<R> said = (Operation<R>) habit.says(at, operation);
    CompletableFuture<R> outcome =
        servers.get(server).isDown() ? refuse(server) : ways.get(server).execute(said);
    return Answers.map(outcome, heard -> (R) habit.hears(at, operation, heard));
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return this.<R>executeAll(List.of(operation)).get(0);
  }

  /** All for one server, or each on its own. */
  @Override
  public <R> List<CompletableFuture<R>> executeAll(
      List<? extends Operation<? extends R>> operations) {
    int server = operations.isEmpty() ? 0 : substitute(operations.get(0).key());
    if (operations.stream().allMatch(operation -> substitute(operation.key()) == server)) {
      return servers.get(server).isDown()
          ? operations.stream().map(operation -> this.<R>refuse(server)).toList()
          : ways.get(server).executeAll(operations);
    }
    return Store.super.executeAll(operations);
  }

  /** The server of a key, or the next one on the list that is up. */
  private int substitute(Key key) {
    int home = ring.home(key);
    int index = ring.list.indexOf(home);
    for (int i = 0; i < ring.list.size(); i++) {
      int other = ring.list.get((index + i) % ring.list.size());
      if (!servers.get(other).isDown()) {
        return other;
      }
    }
    return home;
  }

  private <R> CompletableFuture<R> refuse(int server) {
    CompletableFuture<R> outcome = new CompletableFuture<>();
    process.after(
        REFUSAL,
        () -> outcome.completeExceptionally(
            new UnavailableException("server " + server + " is down")));
    return outcome;
  }

  @Override
  public void close() {}
}
