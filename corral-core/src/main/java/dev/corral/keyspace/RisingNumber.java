package dev.corral.keyspace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongUnaryOperator;

/** A number in a store that only rises, as decimal text. */
/* design
 *
 * On a store with CAS each change depends on the number that was read, so it never falls. On a basic
 * store, and on servers that keep no CAS, two who write at once can leave the lower of their numbers;
 * both are above what was there before.
 *
 * It is asked for on its own server only. A substitute, for a server that is down, may have an old
 * copy, and an old number is worse than none.
 */
final class RisingNumber {
  private static final int MOST_TRIES = 16;

  private final BasicStore store;
  private final Key key;

  RisingNumber(BasicStore store, Key key) {
    this.store = store;
    this.key = key;
  }

  /** The number; 0 if there is none, or what is there is no number. */
  CompletableFuture<Long> read() {
    return Answers.map(ask(Get.of(key)), RisingNumber::numberIn);
  }

  /**
   * Raises the number, and tells what it is then.
   *
   * @param least what it must be at least, given what it is
   * @param next what it becomes if it is less, given the least
   */
  CompletableFuture<Long> raise(LongUnaryOperator least, LongUnaryOperator next, Ttl ttl) {
    return Answers.then(ask(Get.of(key).withDetails()), found -> {
      long goal = least.applyAsLong(numberIn(found));
      return raise(found, goal, next.applyAsLong(goal), ttl, MOST_TRIES);
    });
  }

  private CompletableFuture<Long> raise(
      GetOutcome found, long least, long next, Ttl ttl, int tries) {
    long number = numberIn(found);
    if (number >= least) {
      return CompletableFuture.completedFuture(number); // if others raised it, that is as good
    }
    if (tries == 0) {
      return CompletableFuture.failedFuture(new UnavailableException(
          key + " was not changed: it moved after each of " + MOST_TRIES + " reads"));
    }
    return Answers.then(
        write(found, String.valueOf(next).getBytes(ISO_8859_1), ttl),
        written -> written
            ? CompletableFuture.completedFuture(next)
            : Answers.then(
                ask(Get.of(key).withDetails()),
                again -> raise(again, least, next, ttl, tries - 1)));
  }

  private CompletableFuture<GetOutcome> ask(Get get) {
    return store instanceof Store full ? full.placement().execute(get) : store.get(key);
  }

  /** Writes it, and tells whether it was still as it was found. */
  private CompletableFuture<Boolean> write(GetOutcome found, byte[] value, Ttl ttl) {
    if (store instanceof Store full) {
      Put put = found instanceof Item item
          ? (item.hasCas() ? Put.set(key, value, ttl).ifCas(item.cas()) : Put.set(key, value, ttl))
          : Put.add(key, value, ttl);
      return Answers.map(full.placement().execute(put), PutOutcome::isStored);
    }
    return found instanceof Miss
        ? store.add(key, value, ttl)
        : Answers.map(store.set(key, value, ttl), done -> true);
  }

  CompletableFuture<?> remove() {
    return store instanceof Store full
        ? full.placement().execute(Delete.of(key))
        : store.delete(key);
  }

  private static long numberIn(GetOutcome outcome) {
    if (!(outcome instanceof Item item)) {
      return 0;
    }
    try {
      return Math.max(0, Long.parseLong(new String(item.value(), ISO_8859_1)));
    } catch (NumberFormatException e) {
      return 0;
    }
  }
}
