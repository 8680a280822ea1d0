package dev.corral.cache;

import dev.corral.codec.Lookup;
import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.util.concurrent.CompletableFuture;

/** One call's wish for the value of one key. */
final class Caller<K, V> {
  final Visit<K, V> visit;
  final K key;
  final Key wire;
  final CompletableFuture<Lookup<V>> result = new CompletableFuture<>();

  /** Whether its own call loads the value: then it waits for nobody else. */
  private volatile boolean loading;

  private volatile boolean waiting;
  private volatile boolean counted;
  private volatile boolean lost;

  Caller(Visit<K, V> visit, K key, Key wire) {
    this.visit = visit;
    this.key = key;
    this.wire = wire;
  }

  void loads() {
    loading = true;
    stopWaiting();
  }

  /** What its own lookup has shown counts; what polls show later does not. */
  void saw(Kind kind) {
    if (!counted) {
      counted = true;
      visit.turnstile.meter.count(kind, wire);
    }
  }

  /** Another loads, and there is nothing to be given meanwhile. */
  void loses() {
    if (!lost) {
      lost = true;
      visit.turnstile.meter.count(Kind.LOST, wire);
    }
  }

  void waits() {
    waiting = true;
  }

  boolean isWaitingForOthers() {
    return !loading && !result.isDone();
  }

  void give(Lookup<V> value) {
    if (result.complete(value)) {
      ended();
    }
  }

  void fail(Throwable fault) {
    if (result.completeExceptionally(fault)) {
      ended();
    }
  }

  private void ended() {
    stopWaiting();
    visit.oneEnded();
  }

  private void stopWaiting() {
    if (waiting) {
      waiting = false;
      visit.turnstile.meter.count(Kind.WAITED, wire, visit.elapsed());
    }
  }
}
