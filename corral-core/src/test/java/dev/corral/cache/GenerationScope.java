package dev.corral.cache;

import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.store.BasicStore;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A scope whose generation is an item of a store. One that is lost is made anew, never again. */
class GenerationScope implements Scope {
  static final Key KEY = Key.of("generation");

  private final BasicStore store;
  private final LongSupplier generations;

  /** @param generations yields numbers that are never used twice */
  GenerationScope(BasicStore store, LongSupplier generations) {
    this.store = store;
    this.generations = generations;
  }

  @Override
  public String name() {
    return "s";
  }

  @Override
  public CompletableFuture<Stamp> read(boolean strict) {
    return store
        .get(KEY)
        .thenCompose(reply -> reply instanceof Item item
            ? CompletableFuture.completedFuture(
                Stamp.of(Long.parseLong(new String(item.value(), StandardCharsets.UTF_8))))
            : store.add(KEY, next(), Ttl.NEVER).thenCompose(added -> read(strict)));
  }

  /** All that was in the scope so far is in it no more. */
  CompletableFuture<@Nullable Void> invalidate() {
    return store.set(KEY, next(), Ttl.NEVER);
  }

  private byte[] next() {
    return Long.toString(generations.getAsLong()).getBytes(StandardCharsets.UTF_8);
  }
}
