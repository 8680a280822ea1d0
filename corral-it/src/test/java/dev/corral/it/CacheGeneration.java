package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.store.Item;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/** The smallest scope there can be: a number in the store, which an invalidation replaces. */
final class CacheGeneration implements Scope {
  private final Store store;
  private final String name;
  private final Key key;

  CacheGeneration(Store store, String name) {
    this.store = store;
    this.name = name;
    this.key = Key.of("generation", name);
  }

  @Override
  public String name() {
    return name;
  }

  /** Always from the store, and so always strictly. */
  @Override
  public CompletableFuture<Stamp> read(boolean strict) {
    return store.get(key).thenApply(outcome -> {
      if (outcome instanceof Item item) {
        return Stamp.of(Long.parseLong(new String(item.value(), US_ASCII)));
      }
      throw new UnavailableException("the scope " + name + " has no generation");
    });
  }

  /** Begins it, and whenever it is called again invalidates what is in it. */
  void invalidate() {
    long next = ThreadLocalRandom.current().nextLong();
    Answers.join(store.set(key, Long.toString(next).getBytes(US_ASCII), Ttl.NEVER));
  }
}
