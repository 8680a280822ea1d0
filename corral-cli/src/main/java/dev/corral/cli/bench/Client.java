package dev.corral.cli.bench;

import java.io.IOException;
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
   * Reads the values of all keys into what the client returns them in, and waits for them.
   *
   * @return how many there are
   */
  int multiGet(List<String> keys) throws Exception;

  /**
   * Reads a value.
   *
   * @return the value, or null if there is none
   */
  Future<byte @Nullable []> getAsync(String key) throws Exception;

  /**
   * Writes a value.
   *
   * @return done when it is stored, and failed if it is not
   */
  Future<?> setAsync(String key, byte[] value) throws Exception;

  @Override
  void close() throws IOException;
}
