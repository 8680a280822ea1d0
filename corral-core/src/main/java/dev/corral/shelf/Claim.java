package dev.corral.shelf;

import dev.corral.key.Key;
import java.time.Duration;

/** The right to store what one loads, until something newer happens to the key. */
public sealed interface Claim permits LeaseClaim, LockClaim {
  /** What another reader sees of it: equal for the same claim, and for no other. */
  Object id();

  /** Tells others that the holder lives, for as long again. */
  void giveSign(Duration computeTime);

  /** Lets another have it. */
  void giveBack();

  /** Removes the value, if the claim still holds, and lets another have it. */
  void remove(Key key);
}
