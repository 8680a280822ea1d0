package dev.corral.cache;

import dev.corral.key.Key;
import dev.corral.lock.Lock;

/** Chooses who loads, on stores that can't: one lock for each key. */
@FunctionalInterface
public interface Gate {
  /**
   * The lock that whoever loads a value must hold.
   *
   * @param key the name of the lock, made from the key of the value
   * @return a lock that frees itself when its holder dies
   */
  Lock lock(Key key);
}
