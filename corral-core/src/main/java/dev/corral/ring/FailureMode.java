package dev.corral.ring;

/** What happens to the keys of a server that is down. */
public enum FailureMode {
  /**
   * The default: they fail at once. No item is ever on two servers, so that none can come back
   * outdated.
   */
  FAIL_FAST,
  /**
   * They go to the next live server clockwise, as if the server had left the ring. What is written
   * there should live shortly, since it is out of date when the server is back.
   */
  EJECT,
  /** They go to a ring of spare servers, with a short life as in {@link #EJECT}. */
  GUTTER
}
