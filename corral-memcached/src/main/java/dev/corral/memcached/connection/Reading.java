package dev.corral.memcached.connection;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Reads keys and passwords for whoever is about to connect: from a moment after it asked, so that
 * nobody connects with what was replaced before; and never twice at a time, so that a source that
 * hangs has one thread wait for it, and not one more with each attempt. For any number of threads.
 */
final class Reading {
  private final Runnable source;
  private final Executor executor;
  private final ReentrantLock turn = new ReentrantLock();

  /** What those wait for who asked since the last reading began; by the lock. */
  private @Nullable CompletableFuture<@Nullable Void> next;

  private boolean isUnderWay;

  Reading(Runnable source, Executor executor) {
    this.source = source;
    this.executor = executor;
  }

  /** Completes when all has been read, with the exception of the source if it has one. */
  CompletableFuture<@Nullable Void> ask() {
    turn.lock();
    try {
      CompletableFuture<@Nullable Void> asked = next == null ? new CompletableFuture<>() : next;
      next = asked;
      if (!isUnderWay) {
        executor.execute(this::readAll);
        isUnderWay = true;
      }
      return asked;
    } finally {
      turn.unlock();
    }
  }

  private void readAll() {
    for (var asked = begin(); asked != null; asked = begin()) {
      try {
        source.run();
        asked.complete(null);
      } catch (RuntimeException | Error e) { // a user's supplier may throw any
        asked.completeExceptionally(e);
      }
    }
  }

  private @Nullable CompletableFuture<@Nullable Void> begin() {
    turn.lock();
    try {
      CompletableFuture<@Nullable Void> asked = next;
      next = null;
      isUnderWay = asked != null;
      return asked;
    } finally {
      turn.unlock();
    }
  }
}
