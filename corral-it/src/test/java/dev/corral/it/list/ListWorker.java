package dev.corral.it.list;

import dev.corral.Corral;
import dev.corral.fault.CorralException;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Keys;
import dev.corral.list.IdList;
import dev.corral.list.Layout;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Changes lists with many threads, each of which has ids of its own: first in the origin, then in
 * the list. Now and then a thread reads the list, in which its own ids must be as it has left them.
 */
final class ListWorker implements Worker {
  static final int JVMS = 4;
  static final int THREADS = 16;

  private static final long IDS = ListOrigin.IDS / (JVMS * THREADS);
  private static final int READ_EVERY = 8;

  private final AtomicLong changes = new AtomicLong();
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong loads = new AtomicLong();
  private final AtomicLong wrongs = new AtomicLong();
  private final AtomicLong faults = new AtomicLong();
  private final AtomicLong compactions = new AtomicLong();

  static IdList<Long> list(Corral corral, String name, Layout layout, int maxBytes) {
    return corral.list(
        name, Keys.longs(), o -> o.ttl(Duration.ofHours(1)).layout(layout).maxBytes(maxBytes));
  }

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))), options -> options.deadline(Nodes.PATIENCE));
    Nodes.awaitConnected(store);
    ListOrigin origin = ListOrigin.at(arguments.get(1));
    try (Corral corral = Corral.on(store)) {
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        Message command = next.get();
        IdList<Long> list = list(
            corral,
            command.text(0),
            Layout.valueOf(command.text(1)),
            Math.toIntExact(command.number(2)));
        boolean compacts = Boolean.parseBoolean(command.text(3)) && parent.number() == 0;
        write(parent, list, origin, compacts, Duration.ofMillis(command.number(4)));
      }
    }
  }

  private void write(
      Parent parent, IdList<Long> list, ListOrigin origin, boolean compacts, Duration time)
      throws InterruptedException {
    List.of(changes, reads, loads, wrongs, faults, compactions).forEach(count -> count.set(0));
    CountDownLatch go = new CountDownLatch(1);
    AtomicLong end = new AtomicLong();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = parent.number() * THREADS + i;
      threads.add(new Thread(() -> {
        SplittableRandom random = new SplittableRandom(System.nanoTime() + number);
        await(go);
        for (int n = 1; System.nanoTime() - end.get() < 0; n++) {
          long key = random.nextInt(ListOrigin.LISTS);
          change(list, origin, key, 1L + number * IDS + random.nextLong(IDS));
          if (n % READ_EVERY == 0) {
            check(list, origin, key, number);
          }
        }
      }));
    }
    if (compacts) {
      threads.add(new Thread(() -> {
        await(go);
        for (long key = 0; System.nanoTime() - end.get() < 0; key = (key + 1) % ListOrigin.LISTS) {
          compact(list, key);
        }
      }));
    }
    threads.forEach(Thread::start);
    end.set(parent.awaitGo() + time.toNanos());
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    parent.report(
        "wrote",
        changes.get(),
        reads.get(),
        loads.get(),
        wrongs.get(),
        faults.get(),
        compactions.get());
  }

  private void change(IdList<Long> list, ListOrigin origin, long key, long id) {
    boolean isAdd = !origin.has(key, id);
    origin.set(key, id, isAdd);
    try {
      if (isAdd) {
        list.add(key, id);
      } else {
        list.remove(key, id);
      }
      changes.incrementAndGet();
    } catch (CorralException e) {
      faults.incrementAndGet();
      Memcached.awaitUntil("an invalidation after " + e, () -> isInvalidated(list, key));
    }
  }

  private void compact(IdList<Long> list, long key) {
    try {
      compactions.addAndGet(list.compact(key) ? 1 : 0);
    } catch (CorralException e) {
      Thread.onSpinWait(); // the server is down for a moment, which the writers tell of
    }
  }

  private static boolean isInvalidated(IdList<Long> list, long key) {
    try {
      list.invalidate(key);
      return true;
    } catch (CorralException e) {
      return false;
    }
  }

  private void check(IdList<Long> list, ListOrigin origin, long key, int number) {
    Set<Long> ids = new HashSet<>(list.get(key, unused -> {
      loads.incrementAndGet();
      return origin.load(key);
    }));
    reads.incrementAndGet();
    for (long id = 1L + number * IDS; id < 1L + (number + 1) * IDS; id++) {
      if (ids.contains(id) != origin.has(key, id)) {
        wrongs.incrementAndGet();
      }
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
