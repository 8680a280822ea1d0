package dev.corral.limit;

import dev.corral.fault.RejectedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A limiter's items.
 *
 * @param store where they are
 * @param prefix what their keys begin with
 * @param encoder says which segments a key consists of
 * @param clock the host's time of day
 * @param waits whether each future is complete when it is returned, so that all that hangs on it
 *     runs on the thread that asked, and no executor is needed to get on
 */
record LimitItems<K>(
    Store store,
    KeyPrefix prefix,
    KeyEncoder<? super K> encoder,
    InstantSource clock,
    boolean waits) {

  /** The same items, asked by a thread that waits. */
  LimitItems<K> waiting() {
    return new LimitItems<>(store, prefix, encoder, clock, true);
  }

  Key key(K key) {
    return prefix.encode(encoder, key);
  }

  /** One of several items of a key. */
  Key key(long number, K key) {
    return prefix.with(number).encode(encoder, key);
  }

  /** The host's time, in nanoseconds since 1970. */
  long now() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, clock.instant());
  }

  <R> CompletableFuture<R> execute(Operation<R> operation) {
    return asked(store.execute(operation));
  }

  /** Counts in one flight. */
  List<CompletableFuture<ArithmeticOutcome>> count(Arithmetic one, Arithmetic other) {
    List<CompletableFuture<ArithmeticOutcome>> both = store.executeAll(List.of(one, other));
    return both.stream().map(this::asked).toList();
  }

  /** Sends what nobody waits for. */
  <R> void send(Operation<R> operation) {
    CompletableFuture<R> unused = Answers.begin(() -> store.execute(operation));
  }

  private <R> CompletableFuture<R> asked(CompletableFuture<R> answer) {
    return waits ? Answers.settled(answer) : answer;
  }

  /** What an item has counted; nothing if there is none. */
  static long number(Key key, ArithmeticOutcome outcome) {
    if (outcome instanceof ArithmeticOutcome.Counted counted) {
      // Beyond any limit is beyond any limit.
      return counted.value() < 0 ? Long.MAX_VALUE : counted.value();
    }
    if (outcome == ArithmeticOutcome.Refused.NOT_FOUND) {
      return 0;
    }
    throw foreign(key);
  }

  static RejectedException foreign(Key key) {
    return new RejectedException("the item " + key + " was not written by a limiter; delete it");
  }
}
