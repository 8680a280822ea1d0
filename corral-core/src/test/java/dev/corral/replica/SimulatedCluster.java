package dev.corral.replica;

import dev.corral.cache.DelayedStore;
import dev.corral.cache.SimulatedProcess;
import dev.corral.cache.SimulatedServer;
import dev.corral.fault.UnavailableException;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Servers that tests can trouble, and the ways of processes to them. */
final class SimulatedCluster {
  private static final Duration REFUSAL = Duration.ofMillis(1);

  final SteppedTimer time = new SteppedTimer();
  final List<Server> servers = new ArrayList<>();
  private final Random random;

  /** Whether writes insist on what was read before, as they should. */
  boolean insisting = true;

  /** A server, which remembers what keys it was asked for. */
  static final class Server extends SimulatedServer {
    final Set<Key> keys = new HashSet<>();
    boolean down;

    Server(SteppedTimer time) {
      super(time);
    }

    @Override
    protected <R> R serve(SimulatedProcess client, Operation<R> operation) {
      keys.add(operation.key());
      return super.serve(client, operation);
    }
  }

  SimulatedCluster(int servers, Random random) {
    this.random = random;
    for (int i = 0; i < servers; i++) {
      this.servers.add(new Server(time));
    }
  }

  /** A process's way to the servers of its list. */
  final class Way implements Store {
    private final SimulatedProcess process;
    private final List<DelayedStore> ways = new ArrayList<>();
    private Ring ring;

    Way(SimulatedProcess process, List<Integer> list) {
      this.process = process;
      servers.forEach(server -> ways.add(new DelayedStore(process, server, random)));
      this.ring = new Ring(this, list);
    }

    void use(List<Integer> list) {
      ring = new Ring(this, list);
    }

    void lose(double rate) {
      ways.forEach(way -> way.lossRate = rate);
    }

    @Override
    public Placement placement() {
      return ring;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return ring.execute(operation);
    }

    @SuppressWarnings("unchecked") // a put without its CAS is a put
    private <R> CompletableFuture<R> send(int server, Operation<R> operation) {
      if (servers.get(server).down) {
        CompletableFuture<R> outcome = new CompletableFuture<>();
        process.after(
            REFUSAL,
            () -> outcome.completeExceptionally(
                new UnavailableException("server " + server + " is down")));
        return outcome;
      }
      if (!insisting && operation instanceof Put put) {
        return (CompletableFuture<R>) ways.get(server).execute(careless(put));
      }
      return ways.get(server).execute(operation);
    }

    private Put careless(Put put) {
      return Put.set(put.key(), put.value(), put.ttl()).withFlags(put.flags()).returningCas();
    }

    @Override
    public void close() {}
  }

  private record Ring(Way way, List<Integer> list) implements Placement {
    @Override
    public long fingerprint() {
      return list.hashCode();
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !home(key).equals(((Ring) before).home(key));
    }

    @Override
    public Integer home(Key key) {
      return list.get(Math.floorMod(Hash64.of(key.bytes()), list.size()));
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return way.send(home(operation.key()), operation);
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
}
