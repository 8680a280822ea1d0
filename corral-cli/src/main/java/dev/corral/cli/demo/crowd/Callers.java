package dev.corral.cli.demo.crowd;

import dev.corral.cli.demo.database.Page;
import dev.corral.cli.demo.scene.Plan;
import dev.corral.metric.CorralStats;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Callers who ask, rest a little and ask again, until they are sent home. Each has a thread of its
 * own. Used once, for one run.
 */
final class Callers {
  private final Frontend frontend;
  private final Plan plan;
  private final Duration rest;
  private final CountDownLatch home = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  /** By user: the version that all who ask from now on must be given, or a later one. */
  private final AtomicLongArray known;

  private final Queue<Long> micros = new ConcurrentLinkedQueue<>();
  private final AtomicLong errors = new AtomicLong();
  private final AtomicLong old = new AtomicLong();
  private CorralStats countedBefore = CorralStats.NONE;

  /** Lets so many in. */
  Callers(Frontend frontend, Plan plan, int callers, Duration rest) {
    this.frontend = frontend;
    this.plan = plan;
    this.rest = rest;
    this.known = new AtomicLongArray(plan.users());
    for (int i = 0; i < callers; i++) {
      Thread thread = new Thread(this::ask, "caller-" + i);
      thread.setDaemon(true);
      threads.add(thread);
    }
    threads.forEach(Thread::start);
  }

  private void ask() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try {
      // The first rest too: they don't come all in the same instant.
      while (!home.await((long) (rest.toNanos() * 2 * random.nextDouble()), TimeUnit.NANOSECONDS)) {
        call(random.nextInt(plan.users()), random.nextInt(plan.pages()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does; if anybody did, it would be to end it
    }
  }

  /** Whatever a caller gets instead of a page is an error to it. */
  private void call(int user, int page) {
    long least = known.get(user);
    long start = System.nanoTime();
    try {
      Page row = frontend.get(user, page);
      if (row.version() < least) {
        old.incrementAndGet();
      }
    } catch (Exception e) {
      errors.incrementAndGet();
    }
    micros.add(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - start));
  }

  /** This process has learned that a user's rows have changed, and all of him was invalidated. */
  void learn(int user, long version) {
    known.set(user, version);
  }

  /** What happened since the last report. One at a time may ask. */
  Report report() {
    CorralStats counted = frontend.stats();
    List<Long> taken = new ArrayList<>();
    for (Long next = micros.poll(); next != null; next = micros.poll()) {
      taken.add(next);
    }
    Report report =
        new Report(errors.getAndSet(0), old.getAndSet(0), taken, counted.since(countedBefore));
    countedBefore = counted;
    return report;
  }

  /** Sends all home, and returns when the last has left. */
  void end() throws InterruptedException {
    home.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
