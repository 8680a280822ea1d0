package dev.corral.keyspace;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
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
    final CompletableFuture<@Nullable V> result = new CompletableFuture<>();

    @Nullable
    Round<V> previous;

    boolean hasBegun; // changed and read within the map's compute only
  }

  /** Generates on this thread, or shares what another thread of this process generates. */
  @Nullable
  V generate(Key key, Supplier<? extends @Nullable V> generator) {
    if (GENERATING.get()) {
      return generator.get();
    }
    Round<V> own = new Round<>();
    Round<V> round = latest.compute(key, (k, last) -> {
      if (last != null && !last.hasBegun) {
        return last;
      }
      own.previous = last;
      return own;
    });
    if (round != own) {
      return Answers.join(round.result);
    }
    awaitPrevious(own);
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

  private static void awaitPrevious(Round<?> round) {
    Round<?> previous = round.previous;
    round.previous = null; // or each round would keep all before it
    if (previous != null) {
      previous.result.handle((value, fault) -> true).join();
    }
  }
}
