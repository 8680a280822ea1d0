package dev.corral.lock;

import java.time.Duration;

/**
 * The right to what a {@link Lock} guards, until it is released or its time is over. Whoever works
 * under it asks {@link #remaining} before each step that must not be done by two, and gives
 * {@link #fence} along where the guarded thing can check it.
 *
 * <p>For any number of threads. Faults are {@link dev.corral.fault.CorralException}s.
 */
public interface Hold extends AutoCloseable {
  /**
   * What tells this hold from all others of its lock.
   *
   * @return the token that {@link Lock#owner} tells
   */
  String token();

  /**
   * The fencing number: higher than that of every earlier hold of the lock, as far as the lock's
   * maker promises. A guarded thing that remembers the highest number it has seen, and refuses
   * lower ones, is safe from holders that don't know yet that their time is over.
   *
   * @return the number, more than zero
   * @throws IllegalStateException if the lock draws no numbers
   */
  long fence();

  /**
   * How much longer nobody else can get the lock, unless it is lost as its maker warns. It costs
   * nothing to ask, and knows of nothing that happened in the store since the last answer.
   *
   * @return the time; zero once it is over, or a release was asked for, or a renewal found the lock
   *     lost; the longest duration there is if it has no end
   */
  Duration remaining();

  /**
   * Holds on for another full time, counted from now. When it fails with a fault, the time is what
   * it was.
   *
   * @return false if the lock is lost: stop working
   */
  boolean renew();

  /**
   * Gives the lock back, if it is still held. When that fails with a fault, the lock may stay taken
   * until its time is over; it can be tried again.
   *
   * @return whether this call gave it back; false if it was lost or given back before
   */
  boolean release();

  /**
   * Gives the lock back after a time: until then nobody has it, and nobody gets it. When that fails
   * with a fault, the lock may stay taken until its time or this one is over; it can be tried
   * again, or released at once.
   *
   * @param time counted from now; more than zero, at most 36,500 days. A memcached server may end
   *     it up to a second early
   * @return whether it was still held; false if it was lost or given back before
   */
  boolean releaseAfter(Duration time);

  /**
   * The same with futures.
   *
   * @return a view of this hold that does not wait for answers
   */
  AsyncHold async();

  /**
   * Releases, unless that has been done. A fault is logged, not thrown: the work is done, and the
   * lock will be free when its time is over.
   */
  @Override
  void close();
}
