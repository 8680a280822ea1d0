package dev.corral.store;

/** What became of an {@link Arithmetic}. */
public sealed interface ArithmeticOutcome {
  /**
   * The counter was changed or created.
   *
   * @param value what it is now, unsigned
   */
  record Counted(long value) implements ArithmeticOutcome {
    @Override
    public String toString() {
      return "Counted[" + Long.toUnsignedString(value) + "]";
    }
  }

  /** Nothing was changed. */
  enum Refused implements ArithmeticOutcome {
    /** The item is not in the state of the CAS any more. */
    EXISTS,
    /** There is no counter, and none was to be created. */
    NOT_FOUND,
    /** The item's value is not a number from 0 to 2<sup>64</sup> - 1. */
    NOT_NUMERIC
  }
}
