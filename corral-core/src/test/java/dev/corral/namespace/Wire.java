package dev.corral.namespace;

import dev.corral.fault.UnavailableException;
import dev.corral.hash.Hash64;
import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A process's way to servers, on which a test meets the requests and does what it wants. The
 * evidence is on the first server of the list, and all else on the last. What is asked is named
 * shortly: {@code get evidence}, {@code cas user:1}; {@code gets} is a get with the CAS, and
 * {@code cas} a set by it.
 */
final class Wire implements Store {
  private static final Key EVIDENCE = Key.of("corral-evidence");

  private final Map<String, MemoryStore> servers;
  private final List<Step> steps = new ArrayList<>();
  private final List<Runnable> held = new ArrayList<>();
  private final Set<String> down = new HashSet<>();
  private Home home;
  private int changes;
  private boolean holding;

  /** Everything that was sent since the test looked last. */
  private final List<String> sent = new ArrayList<>();

  /** Whether the servers are run without CAS. */
  boolean withoutCas;

  private record Step(String operation, Supplier<CompletableFuture<?>> course) {}

  private record Home(Wire wire, List<String> list, int change) implements Placement {
    String server(Key key) {
      return list.get(key.equals(EVIDENCE) ? 0 : list.size() - 1);
    }

    @Override
    public long fingerprint() {
      return Hash64.of(list.toString());
    }

    @Override
    public boolean moves(Key key, Placement before) {
      return !server(key).equals(((Home) before).server(key));
    }

    @Override
    public Object home(Key key) {
      return wire;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      return wire.send(operation, server(operation.key()));
    }
  }

  Wire(Map<String, MemoryStore> servers, String... list) {
    this.servers = servers;
    this.home = new Home(this, List.of(list), 0);
  }

  /** The process sees that the servers are others now. */
  void change(String... list) {
    home = new Home(this, List.of(list), ++changes);
  }

  void down(String server) {
    down.add(server);
  }

  void up(String server) {
    down.remove(server);
  }

  /** Just before the next such request arrives, something else happens. */
  void before(String operation, Runnable what) {
    steps.add(new Step(operation, () -> {
      what.run();
      return null;
    }));
  }

  /** The next such request is answered with this, and not done. */
  void answer(String operation, Object outcome) {
    steps.add(new Step(operation, () -> CompletableFuture.completedFuture(outcome)));
  }

  /** The next such request is not done, and fails. */
  void lose(String operation) {
    steps.add(new Step(operation, () -> failed(operation)));
  }

  /** The next such request is not done: the store throws at once. */
  void refuse(String operation) {
    before(operation, () -> {
      throw new UnavailableException(operation + " is refused");
    });
  }

  /** Nothing is answered from now on until it is {@linkplain #release released}. */
  void hold() {
    holding = true;
  }

  /** Answers all that was asked until now, in its order. */
  void release() {
    int count = held.size();
    for (int i = 0; i < count; i++) {
      held.remove(0).run();
    }
  }

  /** Answers the latest of what was asked. */
  void releaseLast() {
    release(held.size() - 1);
  }

  /** Answers one of those that were asked and not answered, counted from the first. */
  void release(int index) {
    held.remove(index).run();
  }

  /** How many were asked and not answered. */
  int waiting() {
    return held.size();
  }

  /** All is answered at once again. */
  void letGo() {
    holding = false;
    release();
  }

  /** What a call asks for, flight by flight. */
  List<List<String>> flights(Supplier<CompletableFuture<?>> call) {
    List<List<String>> flights = new ArrayList<>();
    sent();
    hold();
    CompletableFuture<?> answer = call.get();
    while (!held.isEmpty()) {
      flights.add(sent());
      release();
    }
    letGo();
    answer.join();
    return flights;
  }

  /** What was asked since this was called last. */
  List<String> sent() {
    List<String> since = List.copyOf(sent);
    sent.clear();
    return since;
  }

  @Override
  public Placement placement() {
    return home;
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return home.execute(operation);
  }

  private <R> CompletableFuture<R> send(Operation<R> operation, String server) {
    sent.add(name(operation));
    if (!holding) {
      return arrive(operation, server);
    }
    CompletableFuture<R> later = new CompletableFuture<>();
    held.add(() -> {
      CompletableFuture<R> unused = arrive(operation, server).whenComplete((outcome, fault) -> {
        if (fault != null) {
          later.completeExceptionally(fault);
        } else {
          later.complete(outcome);
        }
      });
    });
    return later;
  }

  @SuppressWarnings("unchecked") // a test answers what fits the request
  private <R> CompletableFuture<R> arrive(Operation<R> operation, String server) {
    String name = name(operation);
    for (Step step : List.copyOf(steps)) {
      if (step.operation.equals(name) && steps.remove(step)) {
        CompletableFuture<?> answer = step.course.get();
        if (answer != null) {
          return (CompletableFuture<R>) answer;
        }
      }
    }
    MemoryStore store = servers.get(server);
    if (store == null || down.contains(server)) {
      return (CompletableFuture<R>) failed(name);
    }
    return store.execute(operation).thenApply(outcome ->
        (R) (withoutCas ? bare(outcome) : outcome));
  }

  /** An outcome as a server tells it that was started with -C. */
  private Object bare(Object outcome) {
    return outcome instanceof Item item
        ? Item.of(item.value()).withDetails(0, this, Long.MAX_VALUE)
        : outcome;
  }

  private static CompletableFuture<?> failed(String operation) {
    return CompletableFuture.failedFuture(new UnavailableException("no answer to " + operation));
  }

  private static String name(Operation<?> operation) {
    String key = operation.key().toString().replace("corral-evidence", "evidence");
    return kind(operation) + " " + key.substring(key.startsWith("___counter:") ? 11 : 0);
  }

  private static String kind(Operation<?> operation) {
    if (operation instanceof Get get) {
      return get.isDetailed() ? "gets" : "get";
    }
    return operation instanceof Put put
        ? put.cas() == null ? put.mode().name().toLowerCase(Locale.ROOT) : "cas"
        : "delete";
  }

  @Override
  public void close() {}
}
