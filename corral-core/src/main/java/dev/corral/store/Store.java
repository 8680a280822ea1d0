package dev.corral.store;

import dev.corral.fault.RejectedException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A store with all that memcached's meta commands can do: leases, refresh-ahead windows, CAS, stale
 * marks and counters. All of it goes through {@link #execute}; a store that wraps another writes
 * that method, and {@link #executeAll} too if the other has a better way than one by one.
 *
 * <p>Every operation is atomic on its key. Operations that one thread issues on one key take effect
 * in the order in which it issued them, without waiting for one another's outcome: a delete
 * followed at once by a get is a pipeline of two.
 *
 * <p>"The key is there" and "the server is down" never look alike: what a caller branches on is the
 * outcome that the future holds, and faults are the exceptions that it fails with, all of them
 * {@link dev.corral.fault.CorralException}s.
 */
public interface Store extends BasicStore {
  /**
   * Carries out an operation.
   *
   * @param operation what to do, on which key
   * @param <R> the kind of its outcome
   * @return its outcome
   */
  <R> CompletableFuture<R> execute(Operation<R> operation);

  /**
   * Carries out an operation for a thread that does nothing else before it has the outcome. A store
   * may then have that thread do what others would have to be woken for.
   *
   * @param operation what to do, on which key
   * @param <R> the kind of its outcome
   * @return its outcome, which the calling thread is to wait for at once
   */
  default <R> CompletableFuture<R> executeAwaited(Operation<R> operation) {
    return execute(operation);
  }

  /**
   * Carries out operations in one flight: as few round trips as their servers allow. They are
   * independent of one another: each has its own outcome or fault, and the batch as a whole is not
   * atomic. Those on the same key take effect in the order of the list. Plain gets may be answered
   * with value and flags alone, as {@link Get} says.
   *
   * @param operations what to do
   * @param <R> what their outcomes have in common
   * @return their outcomes, in the order of the operations
   */
  default <R> List<CompletableFuture<R>> executeAll(
      List<? extends Operation<? extends R>> operations) {
    List<CompletableFuture<R>> outcomes = new ArrayList<>(operations.size());
    for (Operation<? extends R> operation : operations) {
      // A future is read as an R by whoever gets it, and completed by the store alone.
      @SuppressWarnings("unchecked")
      CompletableFuture<R> outcome = (CompletableFuture<R>) execute(operation);
      outcomes.add(outcome);
    }
    return outcomes;
  }

  /**
   * Where the keys are now. A store that wraps one whose keys move returns that one's, or one that
   * does the same to its operations as the store does.
   *
   * @return by default one in which no key ever moves
   */
  default Placement placement() {
    return Placement.fixed(this);
  }

  @Override
  default CompletableFuture<GetOutcome> get(Key key) {
    return execute(Get.of(key));
  }

  @Override
  default CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl) {
    return Answers.map(execute(Put.set(key, value, ttl)), outcome -> {
      if (!outcome.isStored()) {
        throw new RejectedException("set " + key + " was answered with " + outcome);
      }
      return null;
    });
  }

  @Override
  default CompletableFuture<Boolean> add(Key key, byte[] value, Ttl ttl) {
    return Answers.map(execute(Put.add(key, value, ttl)), PutOutcome::isStored);
  }

  @Override
  default CompletableFuture<Boolean> delete(Key key) {
    return Answers.map(execute(Delete.of(key)), outcome -> outcome == DeleteOutcome.DELETED);
  }
}
