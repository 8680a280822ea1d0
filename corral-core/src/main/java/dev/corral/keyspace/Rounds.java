package dev.corral.keyspace;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One generation per key and process at a time, for when there is no store to choose who generates.
 * Who comes while one is under way shares the next: the one may have begun before a change that the
 * newcomer knows of.
 *
 * @param <V> what is generated
 */
final class Rounds<V> {
  /** Whether this thread generates. Were it to wait for another, that could be waiting for it. */
  private static final ThreadLocal<Boolean> GENERATING = ThreadLocal.withInitial(() -> false);

  private final ConcurrentMap<Key, Round<V>> latest = new ConcurrentHashMap<>();

  private static final class Round<V> {
    /** What was generated; if the round was abandoned, nothing of meaning. */
    final CompletableFuture<@Nullable V> result = new CompletableFuture<>();

    @Nullable
    Round<V> previous;

    boolean hasBegun; // changed and read within the map's compute only
    boolean isAbandoned; // changed before the result is there, read after it

    void await() throws InterruptedException {
      try {
        boolean unused = result.handle((value, fault) -> true).get();
      } catch (ExecutionException e) {
        throw new AssertionError(e); // handled
      }
    }
  }

  /**
   * Generates on this thread, or shares what another thread of this process generates.
   *
   * @throws InterruptedException if the thread is interrupted while it waits for another
   */
  @Nullable
  V generate(Key key, Supplier<? extends @Nullable V> generator) throws InterruptedException {
    if (GENERATING.get()) {
      return generator.get();
    }
    while (true) {
      Round<V> own = new Round<>();
      Round<V> round = latest.compute(key, (k, last) -> {
        if (last != null && !last.hasBegun) {
          return last;
        }
        own.previous = last;
        return own;
      });
      if (round == own) {
        awaitPrevious(key, own);
        return run(key, own, generator);
      }
      round.await();
      if (!round.isAbandoned) {
        return Answers.join(round.result);
      }
    }
  }

  private @Nullable V run(Key key, Round<V> own, Supplier<? extends @Nullable V> generator) {
    latest.computeIfPresent(key, (k, last) -> {
      own.hasBegun = true;
      return last;
    });
    GENERATING.set(true);
    try {
      V value = generator.get();
      own.result.complete(value);
      return value;
    } catch (RuntimeException | Error e) {
      own.result.completeExceptionally(e);
      throw e;
    } finally {
      GENERATING.remove();
      latest.remove(key, own);
    }
  }

  private void awaitPrevious(Key key, Round<V> own) throws InterruptedException {
    Round<V> previous = own.previous;
    own.previous = null; // or each round would keep all before it
    if (previous == null) {
      return;
    }
    try {
      previous.await();
    } catch (InterruptedException e) {
      // Whoever shares this round begins another, which still comes after the previous one.
      latest.computeIfPresent(key, (k, last) -> previous.result.isDone() ? null : previous);
      own.isAbandoned = true;
      own.result.complete(null);
      throw e;
    }
  }
}
