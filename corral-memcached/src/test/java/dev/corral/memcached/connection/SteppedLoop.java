package dev.corral.memcached.connection;

import dev.corral.testkit.MovableTicker;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** An event loop that the test's thread runs, in a time that stands still until it is moved. */
final class SteppedLoop {
  private final EmbeddedChannel channel = new EmbeddedChannel();
  private final MovableTicker ticker = new MovableTicker();
  /** What any thread has given the loop to run; its own queue is for one thread. */
  private final Queue<Runnable> given = new ConcurrentLinkedQueue<>();

  private volatile boolean isEnded;
  private boolean isLosing;
  private boolean isFull;

  /** By which the test's own threads may pass for virtual ones. */
  final PlayedVirtualThreads virtualThreads = new PlayedVirtualThreads();

  private final Loop loop = new Loop(
      (EventLoop) Proxy.newProxyInstance(
          EventLoop.class.getClassLoader(), new Class<?>[] {EventLoop.class}, this::call),
      virtualThreads);

  SteppedLoop() {
    channel.freezeTime();
  }

  private @Nullable Object call(Object self, Method method, Object[] arguments)
      throws ReflectiveOperationException {
    if (method.getName().equals("execute")) {
      if (isEnded) {
        throw new RejectedExecutionException("the loop has ended");
      }
      if (!isLosing) {
        given.add((Runnable) arguments[0]);
      }
      return null;
    }
    if (isFull && method.getName().equals("schedule")) {
      isFull = false;
      throw new OutOfMemoryError("no room for a later task");
    }
    return method.invoke(channel.eventLoop(), arguments);
  }

  Loop loop() {
    return loop;
  }

  MovableTicker ticker() {
    return ticker;
  }

  long now() {
    return ticker.nanos();
  }

  /** Something happens, and what it gives the loop to run has not come yet. */
  void loses(Runnable what) {
    isLosing = true;
    what.run();
    isLosing = false;
  }

  /** There is no room for the next task that is to run later. */
  void isFullOnce() {
    isFull = true;
  }

  /** Takes nothing more. */
  void end() {
    isEnded = true;
  }

  /** Whether it was given something to run. */
  boolean isWoken() {
    return !given.isEmpty();
  }

  /** Runs all that is due. */
  void run() {
    do {
      for (Runnable task = given.poll(); task != null; task = given.poll()) {
        task.run();
      }
      channel.runPendingTasks();
      channel.checkException();
    } while (!given.isEmpty() || channel.hasPendingTasks());
  }

  /** Whether no task is left, not even a later one. */
  boolean isIdle() {
    run();
    return channel.runScheduledPendingTasks() < 0;
  }

  /** Lets time pass, and each task run at its own moment. */
  void advance(Duration time) {
    run();
    long left = time.toNanos();
    while (left > 0) {
      long next = channel.runScheduledPendingTasks();
      long step = next < 0 ? left : Math.min(left, Math.max(next, 1));
      channel.advanceTimeBy(step, TimeUnit.NANOSECONDS);
      ticker.advance(Duration.ofNanos(step));
      left -= step;
      run();
    }
  }
}
