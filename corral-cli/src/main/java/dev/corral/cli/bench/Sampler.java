package dev.corral.cli.bench;

import dev.corral.metric.Latencies;
import dev.corral.metric.LatencyHistogram;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs loops for a while, each on a thread of its own, and measures them. */
public final class Sampler {
  /* design
   *
   * The threads live from before the first reading of what this JVM has used until after the
   * second, since the counters of a thread end with it:
   *
   *   callers   ready . . start ~~~~~~ stop, drain, finished . . . release
   *   sampler         read      waits                        read
   *
   * What is in flight at the end is waited for, and counts: time and operations end together.
   */

  private final CountDownLatch ready;
  private final CountDownLatch start = new CountDownLatch(1);
  private final CountDownLatch failed = new CountDownLatch(1);
  private final CountDownLatch finished;
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile boolean isOver;
  private volatile @Nullable Throwable failure;

  private Sampler(int callers) {
    this.ready = new CountDownLatch(callers);
    this.finished = new CountDownLatch(callers);
  }

  /**
   * Measures loops. It ends early if one of them fails, or if this thread is interrupted; in any
   * case, no loop runs any more. It does not close them.
   *
   * @param threads what they run on
   * @throws ExecutionException with what a loop has failed with
   */
  public static Measurement sample(
      List<? extends Loop> loops, Duration length, ThreadFactory threads)
      throws InterruptedException, ExecutionException {
    Sampler sampler = new Sampler(loops.size());
    List<Caller> callers = loops.stream().map(loop -> sampler.new Caller(loop)).toList();
    callers.forEach(caller -> threads.newThread(caller).start());
    return sampler.measure(callers, length);
  }

  private Measurement measure(List<Caller> callers, Duration length)
      throws InterruptedException, ExecutionException {
    try {
      ready.await();
      Usage before = Usage.now();
      start.countDown();
      boolean unused = failed.await(length.toNanos(), TimeUnit.NANOSECONDS);
      isOver = true;
      finished.await();
      Usage after = Usage.now();
      if (failure != null) {
        throw new ExecutionException(failure);
      }
      return measurement(callers, before, after);
    } finally {
      isOver = true;
      start.countDown();
      release.countDown();
      finished.await();
    }
  }

  private static Measurement measurement(List<Caller> callers, Usage before, Usage after) {
    return new Measurement(
        callers.stream().mapToLong(caller -> caller.operations).sum(),
        (after.nanoTime() - before.nanoTime()) / 1e9,
        (after.cpuNanos() - before.cpuNanos()) / 1e9,
        after.allocatedBytes() - before.allocatedBytes(),
        after.gcMillis() - before.gcMillis(),
        callers.stream()
            .map(caller -> caller.latencies.snapshot())
            .reduce(new LatencyHistogram().snapshot(), Latencies::plus),
        after.busySince(before));
  }

  private final class Caller implements Runnable {
    private final Loop loop;
    private final LatencyHistogram latencies = new LatencyHistogram();
    private long operations;

    Caller(Loop loop) {
      this.loop = loop;
    }

    @Override
    public void run() {
      try {
        ready.countDown();
        start.await();
        if (loop.isOneCallEach()) {
          runTimed();
        } else {
          while (!isOver) {
            operations += loop.step();
          }
        }
        operations += loop.drain();
      } catch (Throwable e) { // whatever it is, it ends the sample
        failure = e;
        failed.countDown();
      } finally {
        finished.countDown();
        awaitRelease();
      }
    }

    private void runTimed() throws Exception {
      long last = System.nanoTime();
      while (!isOver) {
        operations += loop.step();
        long now = System.nanoTime();
        latencies.record(now - last);
        last = now;
      }
    }

    private void awaitRelease() {
      try {
        release.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
