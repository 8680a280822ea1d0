package dev.corral.lock;

import dev.corral.check.Argument;
import dev.corral.fault.UnavailableException;

/** What came of trying for a {@link Lock}. */
public sealed interface Acquisition {
  /**
   * Whether the lock was acquired.
   *
   * @return true for {@link Acquired}
   */
  default boolean isAcquired() {
    return this instanceof Acquired;
  }

  /**
   * The lock is the caller's.
   *
   * @param hold to be closed when the work is done
   */
  record Acquired(Hold hold) implements Acquisition {
    /**
     * Creates the answer.
     *
     * @param hold to be closed when the work is done, not null
     */
    public Acquired {
      Argument.required("hold", hold);
    }
  }

  /** Someone else has it, or it was lost again while it was being acquired. */
  enum Held implements Acquisition {
    /** The only one: it has nothing to tell. {@link Lock#owner} has. */
    HELD
  }

  /**
   * Nobody can tell: the lock's keeper could not be asked, or did not answer. If it did take the
   * lock for the caller without being able to say so, the lock is free again when its time is over.
   *
   * @param fault why
   */
  record Unavailable(UnavailableException fault) implements Acquisition {
    /**
     * Creates the answer.
     *
     * @param fault why, not null
     */
    public Unavailable {
      Argument.required("fault", fault);
    }
  }
}
