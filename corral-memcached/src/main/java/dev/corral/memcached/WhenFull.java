package dev.corral.memcached;

/**
 * What becomes of a request when as much is in flight on its connection as
 * {@link MemcachedOptions#maxInFlight} and {@link MemcachedOptions#maxBytesInFlight} allow.
 */
public enum WhenFull {
  /** It fails at once with an {@link dev.corral.fault.OverloadedException}. The default. */
  FAIL,
  /**
   * The calling thread waits for room, up to the request's deadline or until it is interrupted, and
   * then fails with an {@link dev.corral.fault.OverloadedException}. On an I/O thread, which must
   * not wait, it fails at once.
   */
  WAIT
}
