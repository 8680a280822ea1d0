package dev.corral.cli.demo;

import dev.corral.metric.LatencyHistogram;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Callers who ask, rest a little and ask again, until their time is over or somebody stops them.
 * Each has a thread of its own. Used once, for one run of a scene.
 */
final class Crowd {
  /** Of what is shown of a run, each sign stands for such a part of it. */
  static final int SIGNS = 40;

  private final Scene scene;
  private final Database database;
  private final List<Frontend> frontends;
  private final Runnable restart;
  private final Duration rest;
  private final CountDownLatch over;

  private final LatencyHistogram calls = new LatencyHistogram();
  private final LongAdder slow = new LongAdder();
  private final LongAdder errors = new LongAdder();

  /** Is told how it goes: once for each part of the run, by the thread that runs it. */
  @FunctionalInterface
  interface Progress {
    void show(char sign) throws IOException;
  }

  /**
   * A crowd before its scene.
   *
   * @param restart makes the cache lose all it has
   * @param rest how long a caller rests between two calls, on average
   * @param over sends all home when it is counted down, if their time is not over before
   */
  Crowd(
      Scene scene,
      Database database,
      List<Frontend> frontends,
      Runnable restart,
      Duration rest,
      CountDownLatch over) {
    this.scene = scene;
    this.database = database;
    this.frontends = frontends;
    this.restart = restart;
    this.rest = rest;
    this.over = over;
  }

  /** Lets so many callers in at each frontend, and returns when all of them have left. */
  Figures run(int callersEach, Progress progress) throws Exception {
    if (scene.warm()) {
      for (int key = 0; key < scene.keys(); key++) {
        frontends.get(0).get(name(key));
      }
    }
    long loadsBefore = database.loads();
    CountDownLatch home = new CountDownLatch(1);
    List<Thread> threads = new ArrayList<>();
    for (Frontend frontend : frontends) {
      for (int i = 0; i < callersEach; i++) {
        Thread thread = new Thread(() -> ask(frontend, home), "caller-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
      }
    }
    threads.forEach(Thread::start);
    try {
      watch(progress);
    } finally {
      home.countDown();
      for (Thread thread : threads) {
        thread.join();
      }
      database.setDown(false);
    }
    OptionalLong stale =
        frontends.stream().flatMapToLong(frontend -> frontend.stale().stream()).reduce(Long::sum);
    return new Figures(calls.snapshot(), database.loads() - loadsBefore, errors.sum(), stale);
  }

  /** Sees to it that cache and database fail when they should, and shows how the callers fare. */
  private void watch(Progress progress) throws IOException, InterruptedException {
    long start = System.nanoTime();
    long slowBefore = 0;
    long errorsBefore = 0;
    for (int part = 0; part < SIGNS; part++) {
      double share = (double) part / SIGNS;
      database.setDown(scene.isDownAt(share));
      if (scene.restartsAt(share)) {
        restart.run();
      }
      long end = scene.length().toNanos() * (part + 1) / SIGNS;
      if (over.await(start + end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return;
      }
      long slowNow = slow.sum();
      long errorsNow = errors.sum();
      progress.show(errorsNow > errorsBefore ? 'x' : slowNow > slowBefore ? 'o' : '.');
      slowBefore = slowNow;
      errorsBefore = errorsNow;
    }
  }

  private void ask(Frontend frontend, CountDownLatch home) {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    try {
      // The first rest too: they don't come all in the same instant.
      while (!home.await((long) (rest.toNanos() * 2 * random.nextDouble()), TimeUnit.NANOSECONDS)) {
        call(frontend, name(random.nextInt(scene.keys())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // nobody does; if anybody did, it would be to end it
    }
  }

  /** Whatever a caller gets instead of a value is an error to it. */
  private void call(Frontend frontend, String key) {
    long start = System.nanoTime();
    try {
      frontend.get(key);
    } catch (Exception e) {
      errors.increment();
    }
    long nanos = System.nanoTime() - start;
    calls.record(nanos);
    if (nanos > slowNanos()) {
      slow.increment();
    }
  }

  /** From here on a caller has noticed that it had to wait. */
  private long slowNanos() {
    return database.queryTime().toNanos() / 2;
  }

  private static String name(int key) {
    return "page" + key;
  }
}
