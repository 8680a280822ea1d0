package dev.corral.memcached.security;

import dev.corral.fault.ConfigurationException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Something that is read again and again, as it was when it last could be. For any number of
 * threads.
 *
 * @param <T> what is read
 */
final class LastGood<T> {
  private static final Logger log = LoggerFactory.getLogger(LastGood.class);

  private final String what;
  private final ReentrantLock reading = new ReentrantLock();
  private String reported = ""; // by the lock
  private volatile @Nullable T value;

  /** Creates one that knows nothing yet, called so in the log. */
  LastGood(String what) {
    this.what = what;
  }

  /**
   * Reads it again. What is wrong with it is logged, each problem once in a row.
   *
   * @param reader tells the next value, given the one before
   * @throws ConfigurationException if it can't be read, and never could
   */
  void refresh(Function<@Nullable T, T> reader) {
    reading.lock();
    try {
      value = reader.apply(value);
      reported = "";
    } catch (ConfigurationException e) {
      String problem = String.valueOf(e.getMessage());
      if (value == null) {
        throw e;
      }
      if (!reported.equals(problem)) {
        reported = problem;
        log.warn("{} stay as they are: {}", what, problem);
      }
    } finally {
      reading.unlock();
    }
  }

  /** Whether it ever could be read. */
  boolean isKnown() {
    return value != null;
  }

  /** What was read last. */
  T get() {
    T known = value;
    if (known == null) {
      throw new IllegalStateException(what + " were not read yet");
    }
    return known;
  }
}
