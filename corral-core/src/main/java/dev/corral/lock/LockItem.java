package dev.corral.lock;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.fault.RejectedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.BasicStore;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The item that is a lock, its value the holder's token; and the counter beside it. What the store
 * can do decides how: a basic store knows no CAS and has no counters.
 */
final class LockItem {
  /** How much earlier than its ttl a server may end an item. */
  static final Duration EARLY_END = Duration.ofSeconds(1);

  private final BasicStore store;
  private final Key key;
  private final LockOptions options;
  private final boolean waits;

  private LockItem(BasicStore store, Key key, LockOptions options, boolean waits) {
    this.store = store;
    this.key = key;
    this.options = options;
    this.waits = waits;
  }

  LockItem(BasicStore store, Key key, LockOptions options) {
    this(store, key, options, false);
  }

  /**
   * The same item, asked by a thread that waits: each future is complete when it is returned, so
   * that all that hangs on it runs on that thread, and no executor is needed to get on.
   */
  LockItem waiting() {
    return new LockItem(store, key, options, true);
  }

  LockOptions options() {
    return options;
  }

  /** Adds the item, and tells its CAS if the store keeps one. */
  CompletableFuture<PutOutcome> add(String token) {
    byte[] value = bytes(token);
    return store instanceof Store full
        ? asked(full.execute(Put.add(key, value, options.ttl()).returningCas()))
        : asked(store.add(key, value, options.ttl()))
            .thenApply(added -> added ? PutOutcome.Stored.STORED : PutOutcome.Refused.NOT_STORED);
  }

  /** Reads the item, and its CAS if the store keeps one. */
  CompletableFuture<GetOutcome> read() {
    return asked(
        store instanceof Store full ? full.execute(Get.of(key).withDetails()) : store.get(key));
  }

  /** Writes the item anew: only in the state of the CAS, or, without one, in any. */
  CompletableFuture<PutOutcome> set(String token, Ttl ttl, @Nullable Cas cas) {
    byte[] value = bytes(token);
    return store instanceof Store full && cas != null
        ? asked(full.execute(Put.set(key, value, ttl).ifCas(cas).returningCas()))
        : asked(store.set(key, value, ttl)).thenApply(done -> PutOutcome.Stored.STORED);
  }

  /** Deletes the item: only in the state of the CAS, or, without one, in any. */
  CompletableFuture<DeleteOutcome> delete(@Nullable Cas cas) {
    return store instanceof Store full && cas != null
        ? asked(full.execute(Delete.of(key).ifCas(cas)))
        : asked(store.delete(key))
            .thenApply(deleted -> deleted ? DeleteOutcome.DELETED : DeleteOutcome.NOT_FOUND);
  }

  /** Draws the next fencing number. */
  CompletableFuture<Long> draw() {
    // The options were found to be good for the store: it counts.
    return asked(((Store) store).execute(counting())).thenApply(outcome -> {
      if (outcome instanceof ArithmeticOutcome.Counted counted) {
        return counted.value();
      }
      throw new RejectedException(
          this + ": its fencing numbers' counter " + fenceKey() + " is " + outcome);
    });
  }

  private Arithmetic counting() {
    long micros = ChronoUnit.MICROS.between(Instant.EPOCH, options.clock().instant());
    return Arithmetic.add(fenceKey(), 1).orCreate(micros, Ttl.NEVER);
  }

  /** No composed key has a {@code %!}, so no other item of Corral's is called so. */
  private Key fenceKey() {
    ByteArrayOutputStream name = new ByteArrayOutputStream();
    name.writeBytes(key.bytes());
    // A binary key's bytes are base64, which could also be the text of another lock's key.
    name.writeBytes(bytes(key.isBinary() ? ":%!fence64" : ":%!fence"));
    return Key.binary(name.toByteArray());
  }

  /** Until when an item that was written at that time or later lives for sure. */
  long livesUntil(long written) {
    return written + options.ttl().toNanos() - EARLY_END.toNanos();
  }

  /** How many nanoseconds there are until a time; negative if it is over. */
  long nanosUntil(long time) {
    return time - options.ticker().nanos();
  }

  static String owner(Item item) {
    return new String(item.value(), ISO_8859_1);
  }

  private static byte[] bytes(String token) {
    return token.getBytes(ISO_8859_1);
  }

  private <T extends @Nullable Object> CompletableFuture<T> asked(CompletableFuture<T> answer) {
    return waits ? Answers.settled(answer) : answer;
  }

  @Override
  public String toString() {
    return "lock " + key;
  }
}
