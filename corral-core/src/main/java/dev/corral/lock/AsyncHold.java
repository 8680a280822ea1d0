package dev.corral.lock;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * A hold whose methods don't wait: what {@link Hold} asks of others, with futures. Callbacks get a
 * fault as it is, and run on whichever thread brought the answer.
 */
public interface AsyncHold {
  /**
   * Holds on for another full time, counted from now. When it fails with a fault, the time is what
   * it was.
   *
   * @return false if the lock is lost: stop working
   */
  CompletableFuture<Boolean> renew();

  /**
   * Gives the lock back, if it is still held. When that fails with a fault, the lock may stay taken
   * until its time is over; it can be tried again.
   *
   * @return whether this call gave it back; false if it was lost or given back before
   */
  CompletableFuture<Boolean> release();

  /**
   * Gives the lock back after a time: until then nobody has it, and nobody gets it. When that fails
   * with a fault, the lock may stay taken until its time or this one is over; it can be tried
   * again, or released at once.
   *
   * @param time counted from now; more than zero, at most 36,500 days. A memcached server may end
   *     it up to a second early
   * @return whether it was still held; false if it was lost or given back before
   */
  CompletableFuture<Boolean> releaseAfter(Duration time);
}
