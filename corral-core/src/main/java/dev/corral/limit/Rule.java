package dev.corral.limit;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A way to limit: what it keeps in the store for a key, and what it decides by it. */
interface Rule {
  /** What its items are called, so that a limiter that changes its rule begins anew. */
  String kind();

  /** How many permits there can be at once. */
  long most();

  /** Names all that makes no sense. */
  void check(List<String> problems);

  <K> CompletableFuture<Decision> tryAcquire(LimitItems<K> items, K key, long permits);
}
