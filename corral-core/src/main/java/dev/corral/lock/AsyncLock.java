package dev.corral.lock;

import dev.corral.codec.Lookup;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A lock whose methods don't wait: {@link Lock} with futures, method by method. Callbacks get a
 * fault as it is, and run on whichever thread brought the answer.
 *
 * <p>Who no longer wants the lock cancels the future: then no further try begins, and what one that
 * is under way may still acquire is released.
 */
public interface AsyncLock {
  /**
   * Tries once.
   *
   * @return what came of it. Faults of the kind that pass are an answer too,
   *     {@link Acquisition.Unavailable}; with others the future fails
   */
  CompletableFuture<Acquisition> tryAcquire();

  /**
   * Tries until the lock is acquired or the time is over, with pauses that grow. Those who wait
   * have no order among them. A fault of the kind that passes does not end the waiting.
   *
   * @param wait for how long, at most 36,500 days; zero tries once
   * @return what came of the last try
   */
  CompletableFuture<Acquisition> tryAcquire(Duration wait);

  /**
   * Who has it.
   *
   * @return the holder's {@link Hold#token}, or absent if nobody has it
   */
  CompletableFuture<Lookup<String>> owner();
}
