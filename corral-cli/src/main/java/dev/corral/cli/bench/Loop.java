package dev.corral.cli.bench;

import java.io.IOException;

/** A closed loop of calls: the next is made when one has been answered. For one thread. */
public interface Loop extends AutoCloseable {
  /**
   * Goes on.
   *
   * @return how many operations it has completed
   */
  int step() throws Exception;

  /**
   * Waits for what is still in flight.
   *
   * @return how many operations that has completed
   */
  default int drain() throws Exception {
    return 0;
  }

  /** Whether a step takes as long as one call. */
  default boolean isOneCallEach() {
    return false;
  }

  @Override
  default void close() throws IOException {}
}
