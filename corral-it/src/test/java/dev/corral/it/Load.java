package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.CorralException;
import dev.corral.key.Key;
import dev.corral.store.Item;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A caller on a thread of its own, who writes and reads keys in turn for as long as this is open,
 * and checks whatever it reads.
 */
public final class Load implements AutoCloseable {
  private static final long PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  /** A request, from when to when it ran, and what it failed with, if it did. */
  public record Call(long began, long ended, boolean hasFailed, String outcome) {
    public Duration took() {
      return Duration.ofNanos(ended - began);
    }
  }

  private final Store store;
  private final List<Key> keys;
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();
  private final Queue<Throwable> mistakes = new ConcurrentLinkedQueue<>();
  private final Thread thread;
  private volatile boolean isOver;

  private Load(Store store, List<Key> keys) {
    this.store = store;
    this.keys = keys;
    this.thread = new Thread(this::run, "load-" + keys.get(0));
    thread.start();
  }

  public static Load on(Store store, List<Key> keys) {
    return new Load(store, keys);
  }

  private void run() {
    try {
      for (int i = 0; !isOver; i++) {
        call(keys.get(i / 2 % keys.size()), i % 2 == 0);
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    } catch (RuntimeException | Error e) {
      mistakes.add(e);
    }
  }

  private void call(Key key, boolean isWrite) {
    long began = System.nanoTime();
    try {
      if (isWrite) {
        store.set(key, Samples.value(key), Ttl.NEVER).join();
      } else {
        var outcome = store.get(key).join();
        assertThat(!(outcome instanceof Item) || Samples.isOf(key, outcome)).isTrue();
      }
      calls.add(new Call(began, System.nanoTime(), false, ""));
    } catch (CompletionException e) {
      assertThat(e.getCause()).isInstanceOf(CorralException.class);
      calls.add(new Call(began, System.nanoTime(), true, String.valueOf(e.getCause())));
    }
  }

  /** The calls that ended so far. */
  public List<Call> calls() {
    return new ArrayList<>(calls);
  }

  /** The calls that failed so far. */
  public List<Call> failures() {
    return calls.stream().filter(Call::hasFailed).toList();
  }

  /** The calls that began after a moment. */
  public List<Call> callsSince(long moment) {
    return calls.stream().filter(call -> call.began() - moment >= 0).toList();
  }

  /** How long all calls took but one of so many. */
  public Duration allButOneOf(int count) {
    List<Duration> sorted = calls.stream().map(Call::took).sorted().toList();
    return sorted.get(sorted.size() - 1 - sorted.size() / count);
  }

  /** Lets it go on for a while. */
  public static void goOnFor(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    Memcached.awaitUntil("the load to go on", () -> System.nanoTime() - end >= 0);
  }

  /** Ends the calls, and tells of an answer that was wrong. */
  @Override
  public void close() {
    isOver = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
    if (!mistakes.isEmpty()) {
      throw new AssertionError("the load went wrong", mistakes.peek());
    }
  }
}
