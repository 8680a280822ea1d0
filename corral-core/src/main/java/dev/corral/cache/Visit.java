package dev.corral.cache;

import dev.corral.load.BatchComputation;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One call of the user's: the keys that it asks for, and what it brings along to load them. */
final class Visit<K, V> {
  final Turnstile<K, V> turnstile;
  final View<K, V> view;
  final CacheOptions<K, V> options;
  final BatchComputation<K, V> computation;

  /** Where its loader runs: on the caller's own thread if the call blocks. */
  final Executor executor;

  /** When the call began. */
  final long since;

  final List<Caller<K, V>> callers;

  /** Completes, always without a fault, when all callers have their value or fault. */
  final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();

  private final AtomicInteger open;
  private final AtomicInteger lent = new AtomicInteger();
  private final AtomicBoolean patient = new AtomicBoolean();
  private volatile Timer.@Nullable Alarm patience;
  private volatile @Nullable RuntimeException complaint;

  Visit(
      View<K, V> view,
      Collection<K> keys,
      BatchComputation<K, V> computation,
      Executor executor,
      long since) {
    this.turnstile = view.turnstile();
    this.view = view;
    this.options = view.options();
    this.computation = computation;
    this.executor = executor;
    this.since = since;
    this.open = new AtomicInteger(keys.size());
    this.callers = new ArrayList<>(keys.size());
    for (K key : keys) {
      callers.add(new Caller<>(this, key, view.wire(key)));
    }
  }

  long elapsed() {
    return turnstile.site.ticker().nanos() - since;
  }

  /** How long a holder may give no sign of life: a call's own options can't make it less. */
  Duration watchTime() {
    Duration own = options.computeTime();
    Duration usual = turnstile.computeTime;
    return own.compareTo(usual) > 0 ? own : usual;
  }

  /** Whether its thread is lent to a load, and can't be lent to another. */
  boolean isBusy() {
    return lent.get() > 0;
  }

  void lends() {
    lent.incrementAndGet();
  }

  void getsBack() {
    lent.decrementAndGet();
  }

  /** What the loader did wrong beside what it did right. */
  void complain(RuntimeException mistake) {
    complaint = mistake;
  }

  @Nullable
  RuntimeException complaint() {
    return complaint;
  }

  /** Callers of this visit wait for others: they do so only for as long as the options say. */
  void beginWaiting() {
    if (patient.compareAndSet(false, true)) {
      Duration left = options.patience().minusNanos(elapsed());
      patience = turnstile.site.timer().after(left, () -> turnstile.fallBack(this));
      if (ended.isDone()) {
        stopWaiting();
      }
    }
  }

  void oneEnded() {
    if (open.decrementAndGet() == 0) {
      ended.complete(null);
      stopWaiting();
    }
  }

  private void stopWaiting() {
    Timer.Alarm alarm = patience;
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
