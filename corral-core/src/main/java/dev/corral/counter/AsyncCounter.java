package dev.corral.counter;

import dev.corral.check.Argument;
import dev.corral.fault.OverloadedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.lease.LeasedReads;
import dev.corral.site.Site;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Counter} whose calls return at once. Loaders and transactions are begun on the site's
 * executor. What is thrown there is what the futures fail with here; bad arguments are refused by
 * the call itself. A future that is cancelled ends for its caller; what was begun for it goes on.
 *
 * <p>Safe for use by many threads.
 *
 * @param <K> the kind of keys
 */
public final class AsyncCounter<K> {
  private final Counter<K> counter;
  private final Site site;
  private final LeasedReads reads;
  private final CountItems items;

  AsyncCounter(Counter<K> counter, Site site, LeasedReads reads, CountItems items) {
    this.counter = counter;
    this.site = site;
    this.reads = reads;
    this.items = items;
  }

  /**
   * As {@link Counter#get}.
   *
   * @param key what of
   * @param loader counts, if this caller is chosen to
   * @return the number
   */
  public CompletableFuture<Long> get(K key, CountLoader<? super K> loader) {
    Count<K> count = counter.count(key, loader);
    return reads.read(counter.wire(key), count);
  }

  /**
   * As {@link Counter#call}.
   *
   * @param key what of
   * @param delta how many come, negative if some go
   * @param work begins the transaction, which is committed when the future completes
   * @param <R> the kind of result
   * @return what the transaction's future brings, when it is counted
   */
  public <R extends @Nullable Object> CompletableFuture<R> update(
      K key, long delta, Supplier<? extends CompletionStage<R>> work) {
    return run(key, Argument.required("work", work), result -> delta);
  }

  /**
   * As {@link Counter#updateBy}.
   *
   * @param key what of
   * @param change begins the transaction, which is committed when the future completes, with how
   *     many have come, negative if some have gone
   * @return what the transaction's future brings, when it is counted
   */
  public CompletableFuture<Long> updateBy(K key, Supplier<? extends CompletionStage<Long>> change) {
    return run(key, Argument.required("change", change), delta -> delta);
  }

  /**
   * As {@link Counter#invalidate}.
   *
   * @param key what of
   * @return completes when the server has confirmed it
   */
  public CompletableFuture<@Nullable Void> invalidate(K key) {
    return Answers.map(items.delete(counter.wire(key)), outcome -> null);
  }

  private <R extends @Nullable Object> CompletableFuture<R> run(
      K key, Supplier<? extends CompletionStage<R>> work, ToLongFunction<R> delta) {
    Key wire = counter.wire(key);
    CompletableFuture<R> result = new CompletableFuture<>();
    Answers.when(items.look(wire), (before, unknown) -> {
      if (before == null) {
        result.completeExceptionally(unknown);
        return;
      }
      CompletableFuture<Committed<R>> end =
          Answers.map(begin(wire, work), value -> new Committed<>(value, delta.applyAsLong(value)));
      Answers.when(end, (committed, fault) -> {
        if (committed != null) {
          Answers.when(
              items.add(wire, before, committed.delta),
              (added, none) -> result.complete(committed.value));
        } else {
          Answers.when(items.drop(wire), (dropped, none) -> result.completeExceptionally(fault));
        }
      });
    });
    return result;
  }

  /** What a transaction brought, and by how much it changed the count. */
  private record Committed<R extends @Nullable Object>(R value, long delta) {}

  private <R extends @Nullable Object> CompletableFuture<R> begin(
      Key key, Supplier<? extends CompletionStage<R>> work) {
    CompletableFuture<R> result = new CompletableFuture<>();
    try {
      site.executor().execute(() -> {
        try {
          CompletionStage<R> unused = work.get().whenComplete((value, fault) -> {
            if (fault == null) {
              result.complete(value);
            } else {
              result.completeExceptionally(Answers.bare(fault));
            }
          });
        } catch (Throwable e) {
          result.completeExceptionally(e);
        }
      });
    } catch (RejectedExecutionException e) {
      result.completeExceptionally(
          new OverloadedException("no thread may begin the transaction on " + key, e));
    } catch (RuntimeException | Error e) {
      result.completeExceptionally(e); // or whoever waits for it would wait for ever
    }
    return result;
  }
}
