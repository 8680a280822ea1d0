package dev.corral.lock;

import dev.corral.check.Argument;
import dev.corral.codec.Lookup;
import dev.corral.key.Key;
import dev.corral.store.BasicStore;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * A lock that processes share: of all who try for it, one at a time has it. It is advisory: it
 * keeps out who asks for it, and nobody else. What a kind of lock can't promise, its maker says.
 *
 * <p>It is not reentrant, and belongs to no thread: who has the {@link Hold} has the lock, and may
 * hand it on. For any number of threads.
 *
 * <p>Methods block until there is an answer; {@link #async} does not wait for it. Where a method
 * does not say otherwise, a wait goes on when the thread is interrupted.
 */
public interface Lock {
  /**
   * A lock that is an item of a store. It is free when there is no item; who adds the item has the
   * lock, until the item is deleted or its ttl ends. All who share it give the same key.
   *
   * <p>An eviction, a flush or a restart of the store frees it early, without a sign to whoever has
   * it until the next {@link Hold#renew}. Never let it be the only guard of what must not happen
   * twice; {@linkplain LockOptions#fenced fencing numbers} let the guarded thing itself refuse whom
   * the lock no longer protects.
   *
   * <p>Only the owner can renew and release it, for sure where the store is a
   * {@link dev.corral.store.Store} that keeps a CAS. On a basic store, and on servers that keep
   * none, the owner is read first, and between that and the change the item could pass to another,
   * who would then be overwritten or deleted. So there nothing is changed in the last second of the
   * ttl, when the item may end by itself. What remains is an item that is evicted in just that
   * moment, and a change that is done late, after its answer was given up.
   *
   * @param store where the item is; it stays the caller's to close
   * @param key the item's
   * @param options how the lock behaves
   * @return the lock
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, or not on that
   *     store, naming all that doesn't
   */
  static Lock on(BasicStore store, Key key, LockOptions options) {
    return StoreLock.on(store, key, options);
  }

  /**
   * A lock that is an item of a store, as {@link #on(BasicStore, Key, LockOptions)} says.
   *
   * @param store where the item is; it stays the caller's to close
   * @param key the item's
   * @param options changes the default options
   * @return the lock
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, or not on that
   *     store, naming all that doesn't
   */
  static Lock on(BasicStore store, Key key, UnaryOperator<LockOptions> options) {
    return on(store, key, Argument.changed("options", options, LockOptions.defaults()));
  }

  /**
   * Tries once.
   *
   * @return what came of it. Faults of the kind that pass are an answer too,
   *     {@link Acquisition.Unavailable}; others are thrown
   */
  Acquisition tryAcquire();

  /**
   * Tries until the lock is acquired or the time is over, with pauses that grow. Those who wait
   * have no order among them. A fault of the kind that passes does not end the waiting.
   *
   * @param wait for how long, at most 36,500 days; zero tries once
   * @return what came of the last try
   * @throws InterruptedException if the thread was interrupted before it began or while it paused;
   *     then the lock is not held
   */
  Acquisition tryAcquire(Duration wait) throws InterruptedException;

  /**
   * Who has it.
   *
   * @return the holder's {@link Hold#token}, or absent if nobody has it
   */
  Lookup<String> owner();

  /**
   * The same with futures.
   *
   * @return a view of this lock that does not wait for answers
   */
  AsyncLock async();
}
