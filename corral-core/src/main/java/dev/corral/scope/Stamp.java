package dev.corral.scope;

/** Which values are right at a moment, and how a new one is marked as such. */
public interface Stamp {
  /** The stamp of what belongs to no scope. */
  Stamp NONE = of(0);

  /**
   * What is written into a value that is loaded now.
   *
   * @return the stamp as a number
   */
  long value();

  /**
   * Whether a value is right.
   *
   * @param stamp what was written into it
   * @return whether it may be used
   */
  boolean accepts(long stamp);

  /**
   * A stamp that accepts itself alone.
   *
   * @param value the stamp as a number
   * @return the stamp
   */
  static Stamp of(long value) {
    return new Stamp() {
      @Override
      public long value() {
        return value;
      }

      @Override
      public boolean accepts(long stamp) {
        return stamp == value;
      }

      @Override
      public String toString() {
        return Long.toHexString(value);
      }
    };
  }
}
