package dev.corral.cli.bench;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * What a memcached client implements to be measured. All callers share one. It adds no work of its
 * own: its futures are the client's own, and results are converted only where the client has no
 * bytes to return.
 */
public interface Client extends AutoCloseable {
  /**
   * Reads a value and waits for it.
   *
   * @return the value, or null if there is none
   */
  byte @Nullable [] get(String key) throws Exception;

  /**
   * Reads the values of all keys, and waits for them.
   *
   * @return those that there are, in what the client returns them in
   */
  Collection<?> multiGet(List<String> keys) throws Exception;

  /**
   * Reads a value.
   *
   * @return the value, or null if there is none
   */
  Future<byte @Nullable []> getAsync(String key) throws Exception;

  /**
   * Writes a value.
   *
   * @return failed, or with an answer that {@link #isStored} knows
   */
  Future<?> setAsync(String key, byte[] value) throws Exception;

  /** Whether the answer to a write means that the value is stored. */
  boolean isStored(@Nullable Object answer);

  @Override
  void close() throws IOException;
}
