package dev.corral.keyspace;

import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store that notes what it is asked, as {@code get company:foo:v5:lmt}, in which things happen
 * just before that, and that can be down or withhold answers.
 */
final class EventfulStore implements Store {
  /** What is behind it, where nothing is noted. */
  final MemoryStore memory;

  private final boolean keepsCas;
  private final Map<String, Deque<Runnable>> events = new HashMap<>();
  private final Map<String, CompletableFuture<?>> gates = new HashMap<>();

  /** What was asked; where through the placement, with {@code home} before it. */
  final List<String> asked = new ArrayList<>();

  boolean isDown;

  /** What everything fails with, for another reason than being down. */
  @Nullable
  CorralException fault;

  EventfulStore(MemoryStore memory, boolean keepsCas) {
    this.memory = memory;
    this.keepsCas = keepsCas;
  }

  /** Has something happen once, just before an operation is carried out. */
  void before(String operation, Runnable event) {
    events.computeIfAbsent(operation, unused -> new ArrayDeque<>()).add(event);
  }

  /** Withholds the next answer to an operation, which is carried out at once. */
  CompletableFuture<?> withhold(String operation) {
    CompletableFuture<?> gate = new CompletableFuture<>();
    gates.put(operation, gate);
    return gate;
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return execute(operation, "");
  }

  private <R> CompletableFuture<R> execute(Operation<R> operation, String where) {
    String text = kind(operation) + " " + operation.key();
    asked.add(where + text);
    Runnable event = events.getOrDefault(text, new ArrayDeque<>()).poll();
    if (event != null) {
      event.run();
    }
    if (isDown) {
      return CompletableFuture.failedFuture(new UnavailableException(text + ": down"));
    }
    if (fault != null) {
      return CompletableFuture.failedFuture(fault);
    }
    CompletableFuture<R> answer =
        memory.execute(operation).thenApply(outcome -> keepsCas ? outcome : withoutCas(outcome));
    CompletableFuture<?> gate = gates.remove(text);
    return gate == null ? answer : gate.thenCompose(open -> answer);
  }

  private static String kind(Operation<?> operation) {
    return operation instanceof Put put
        ? put.mode().name().toLowerCase(Locale.ROOT)
        : operation instanceof Delete ? "delete" : "get";
  }

  /** An outcome as a server tells it that was started with -C. */
  @SuppressWarnings("unchecked") // an item is what an item was, and stored is stored
  private <R> R withoutCas(R outcome) {
    if (outcome instanceof PutOutcome.Stored) {
      return (R) PutOutcome.Stored.STORED;
    }
    return outcome instanceof Item item
        ? (R) Item.of(item.value(), item.flags(), item.lease(), item.isStale())
            .withDetails(0, this, Long.MAX_VALUE)
        : outcome;
  }

  @Override
  public Placement placement() {
    Placement fixed = Placement.fixed(this);
    return new Placement() {
      @Override
      public long fingerprint() {
        return fixed.fingerprint();
      }

      @Override
      public boolean moves(Key key, Placement before) {
        return false;
      }

      @Override
      public Object home(Key key) {
        return fixed.home(key);
      }

      @Override
      public <R> CompletableFuture<R> execute(Operation<R> operation) {
        return EventfulStore.this.execute(operation, "home ");
      }
    };
  }

  @Override
  public void close() {
    memory.close();
  }
}
