package dev.corral.it.lock;

import dev.corral.Corral;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Parent;
import dev.corral.it.Worker;
import dev.corral.key.Key;
import dev.corral.lock.Acquisition;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Hold;
import dev.corral.lock.Lock;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A process that wants a lock. It works under it in steps, each begun only with time left, and
 * tells of the first and the last, by the clock that all processes of a machine share.
 */
final class LockWorker implements Worker {
  private static final Duration STEP = Duration.ofMillis(1);

  private @Nullable Hold kept;

  @Override
  public void run(Parent parent, List<String> arguments) throws Exception {
    MemcachedStore store = MemcachedStore.open(
        ServerList.of(Server.parse(arguments.get(0))),
        options -> options.deadline(Duration.ofMillis(Long.parseLong(arguments.get(1)))));
    Nodes.awaitConnected(store);
    Duration ttl = Duration.ofMillis(Long.parseLong(arguments.get(2)));
    try (Corral corral = Corral.on(store)) {
      Lock lock = corral.lock("report", options -> options.ttl(ttl).fenced(true));
      for (Optional<Message> next = parent.next(); next.isPresent(); next = parent.next()) {
        obey(parent, store, lock, next.get());
      }
    }
  }

  private void obey(Parent parent, MemcachedStore store, Lock lock, Message command)
      throws Exception {
    switch (command.kind()) {
      case "try" -> parent.report("try", name(lock.tryAcquire()));
      case "acquire" -> {
        Acquisition acquisition = lock.tryAcquire(Duration.ofMillis(command.number(0)));
        kept = acquisition instanceof Acquired acquired ? acquired.hold() : null;
        parent.report("acquire", name(acquisition), kept == null ? 0 : kept.fence());
      }
      case "ask" -> {
        Hold hold = Objects.requireNonNull(kept);
        Nodes.awaitAnswer(store, Key.of("any"));
        parent.report("ask", hold.remaining().toMillis(), hold.renew(), hold.release());
      }
      case "owner" ->
        parent.report(
            "owner", Objects.requireNonNull(kept).token().equals(lock.owner().orNull()));
      case "crowd" -> crowd(parent, lock, command.number(0), command.number(1));
      default -> throw new IllegalArgumentException(command.kind());
    }
  }

  private static String name(Acquisition acquisition) {
    return acquisition.isAcquired() ? "acquired" : acquisition.getClass().getSimpleName();
  }

  /** Threads that get the lock, work, and release it, for so many milliseconds. */
  private static void crowd(Parent parent, Lock lock, long threads, long millis) throws Exception {
    long end = parent.awaitGo() + Duration.ofMillis(millis).toNanos();
    List<Thread> all = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread thread = new Thread(() -> holdOften(parent, lock, end));
      thread.start();
      all.add(thread);
    }
    for (Thread thread : all) {
      thread.join();
    }
    parent.report("done");
  }

  private static void holdOften(Parent parent, Lock lock, long end) {
    try {
      while (System.nanoTime() - end < 0) {
        if (lock.tryAcquire(Duration.ofSeconds(1)) instanceof Acquired acquired) {
          work(parent, acquired.hold());
        }
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void work(Parent parent, Hold hold) {
    long first = System.nanoTime();
    if (hold.remaining().isZero()) {
      parent.report("late");
      return;
    }
    parent.report("enter", hold.fence(), first);
    long last = first;
    for (int steps = ThreadLocalRandom.current().nextInt(1, 20); steps > 0; steps--) {
      LockSupport.parkNanos(STEP.toNanos());
      long now = System.nanoTime();
      if (hold.remaining().isZero()) {
        break;
      }
      last = now;
    }
    parent.report("leave", hold.fence(), last);
    hold.close();
  }
}
