package dev.corral.list;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * Lists on a store in which things happen just before a request, or that loses it; with an origin,
 * in a time that the test moves.
 */
final class ListRig {
  static final Key KEY = Key.of("corral-list", "followers", 7);
  static final long OWNER = 7;

  final SteppedTimer time = new SteppedTimer();

  /** Small items: 127 records of 8 bytes or so. */
  final MemoryStore memory = MemoryStore.create(o -> o.ticker(time).maxItemBytes(1100));

  final Wire wire = new Wire();

  /** What the list is loaded from. */
  final Collection<Long> origin = new LinkedHashSet<>();

  int loads;

  /** Happens once, after the next load has read the origin. */
  Runnable duringLoad = () -> {};

  Site site() {
    Random random = new Random(1);
    return Site.on(wire).ticker(time).timer(time).random(() -> random).executor(Runnable::run);
  }

  IdList<Long> list(UnaryOperator<ListOptions> options) {
    return IdList.on(
        site(), "followers", Keys.longs(), o -> options.apply(o.ttl(Duration.ofHours(1))));
  }

  List<Long> get(IdList<Long> list) {
    return list.get(OWNER, key -> load());
  }

  /** Reads a list that must be cached. */
  List<Long> cached(IdList<Long> list) {
    return list.get(OWNER, key -> {
      throw new AssertionError("loaded");
    });
  }

  Collection<Long> load() {
    loads++;
    Collection<Long> loaded = List.copyOf(origin);
    Runnable event = duringLoad;
    duringLoad = () -> {};
    event.run();
    return loaded;
  }

  /** Adds to the origin, then to the list. */
  void add(IdList<Long> list, long id) {
    origin.add(id);
    list.add(OWNER, id);
  }

  void remove(IdList<Long> list, long id) {
    origin.remove(id);
    list.remove(OWNER, id);
  }

  boolean isCached() {
    return memory.get(KEY).join() instanceof Item;
  }

  Item item() {
    return (Item) memory.execute(Get.of(KEY).withDetails()).join();
  }

  static Predicate<Operation<?>> puts(Put.Mode mode) {
    return operation -> operation instanceof Put put && put.mode() == mode;
  }

  static Predicate<Operation<?>> gets() {
    return operation -> operation instanceof Get;
  }

  static Predicate<Operation<?>> deletes() {
    return operation -> operation instanceof Delete;
  }

  /** The store as the lists see it. */
  final class Wire implements Store {
    private final List<Step> steps = new ArrayList<>();

    /** Everything that was asked. */
    final List<Operation<?>> asked = new ArrayList<>();

    boolean isDown;

    private record Step(Predicate<Operation<?>> which, Runnable event, boolean isLost) {}

    /** Something happens just before the next such request. */
    void before(Predicate<Operation<?>> which, Runnable event) {
      steps.add(new Step(which, event, false));
    }

    /** The next such request is not done, and fails. */
    void lose(Predicate<Operation<?>> which) {
      steps.add(new Step(which, () -> {}, true));
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      asked.add(operation);
      for (Step step : List.copyOf(steps)) {
        if (step.which.test(operation)) {
          steps.remove(step);
          step.event.run();
          if (step.isLost) {
            return lost(operation);
          }
          break;
        }
      }
      return isDown ? lost(operation) : memory.execute(operation);
    }

    private <R> CompletableFuture<R> lost(Operation<R> operation) {
      return CompletableFuture.failedFuture(
          new DeadlineExceededException("no reply to " + operation));
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
