package dev.corral.list;

import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * One run of writers, readers, a compactor and bad weather on one list, all of it in an order that
 * a seed decides: when a request arrives, when its answer does, when a load runs. Each id belongs
 * to one writer, who changes the origin and then the list, and waits; so what a reader must be
 * given is known.
 */
final class ListHistory {
  private static final long OWNER = 1;
  private static final Key KEY = Key.of("corral-list", "l", OWNER);
  private static final int IDS = 4;

  private final Random random;
  private long nanos;
  private final MemoryStore memory =
      MemoryStore.create(o -> o.ticker(() -> nanos).maxItemBytes(1024));
  private final List<Runnable> events = new ArrayList<>();
  private final AsyncIdList<Long> list;
  private final List<Key> segments = new ArrayList<>();
  private final Set<Long> origin = new LinkedHashSet<>();
  private final Writer[] writers = new Writer[IDS];
  private int running;

  final List<String> wrongs = new ArrayList<>();
  int reads;
  int loads;
  int changes;

  ListHistory(long seed, Layout layout) {
    random = new Random(seed);
    Site site = Site.on(new SlowStore())
        .ticker(() -> nanos)
        .random(() -> random)
        .executor(events::add)
        .timer((delay, task) -> {
          events.add(task);
          return () -> {};
        });
    list = IdList.on(
            site,
            "l",
            Keys.longs(),
            o -> o.ttl(Duration.ofHours(1)).layout(layout).maxBytes(256))
        .async();
    for (int id = 0; id < IDS; id++) {
      writers[id] = new Writer(id + 1L);
    }
  }

  ListHistory run(int steps) {
    for (int step = 0; step < steps; step++) {
      step(true);
    }
    for (int left = 200_000; running > 0 || !events.isEmpty(); left--) {
      if (left == 0 || events.isEmpty()) {
        wrongs.add(running + " calls never end");
        break;
      }
      step(false);
    }
    return this;
  }

  private void step(boolean isBusy) {
    nanos += 1_000_000;
    int dice = random.nextInt(100);
    if (isBusy && dice < 8) {
      writers[random.nextInt(IDS)].change();
    } else if (isBusy && dice < 14) {
      read();
    } else if (isBusy && dice < 15) {
      weather();
    } else if (!events.isEmpty()) {
      events.remove(random.nextInt(events.size())).run();
    }
  }

  private void weather() {
    switch (random.nextInt(14)) {
      case 0 -> memory.clear();
      case 1 -> nanos += 12_000_000_000L; // longer than any placeholder lives
      case 2, 3 -> memory.execute(Delete.of(KEY)).join();
      case 4 -> {
        CompletableFuture<?> unused = list.invalidate(OWNER);
      }
      case 5 -> {
        if (!segments.isEmpty()) {
          Key evicted = segments.get(segments.size() - 1 - random.nextInt(segments.size()) / 2);
          memory.execute(Delete.of(evicted)).join();
        }
      }
      default -> {
        CompletableFuture<?> unused = list.compact(OWNER);
      }
    }
  }

  private void read() {
    int number = ++reads;
    running++;
    Map<Writer, Integer> before = new HashMap<>();
    for (Writer writer : writers) {
      if (!writer.isBusy) {
        before.put(writer, writer.changes);
      }
    }
    CompletableFuture<List<Long>> answer = list.get(OWNER, key -> {
      loads++;
      return List.copyOf(origin);
    });
    CompletableFuture<?> unused = answer.whenComplete((ids, fault) -> {
      running--;
      before.forEach((writer, count) -> {
        boolean isGiven = ids != null && ids.contains(writer.id);
        if (fault == null && writer.changes == count && isGiven != origin.contains(writer.id)) {
          wrongs.add("read " + number + " was " + (isGiven ? "" : "not ") + "given " + writer.id);
        }
      });
      if (fault != null) {
        wrongs.add("a read failed: " + fault);
      }
    });
  }

  /** Who alone changes an id. */
  private final class Writer {
    final long id;
    boolean isBusy;
    int changes;

    Writer(long id) {
      this.id = id;
    }

    void change() {
      if (isBusy) {
        return;
      }
      isBusy = true;
      running++;
      changes++;
      ListHistory.this.changes++;
      boolean isAdd = origin.add(id);
      if (!isAdd) {
        origin.remove(id);
      }
      events.add(() -> {
        CompletableFuture<?> unused = (isAdd ? list.add(OWNER, id) : list.remove(OWNER, id))
            .whenComplete((done, fault) -> {
              isBusy = false;
              running--;
              if (fault != null) {
                wrongs.add("a change failed: " + fault);
              }
            });
      });
    }
  }

  /** Requests and answers take their time, and overtake one another. */
  private final class SlowStore implements Store {
    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Put put && put.mode() == Put.Mode.ADD) {
        segments.add(put.key());
        return memory.execute(operation); // a new segment: nobody else knows of it yet
      }
      CompletableFuture<R> answer = new CompletableFuture<>();
      events.add(() -> {
        R outcome = memory.execute(operation).join();
        events.add(() -> answer.complete(outcome));
      });
      return answer;
    }

    @Override
    public void close() {
      memory.close();
    }
  }
}
