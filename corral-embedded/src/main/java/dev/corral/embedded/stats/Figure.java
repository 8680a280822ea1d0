package dev.corral.embedded.stats;

import java.util.Locale;

/** What the server counts, by the names that {@code stats} has for it. */
public enum Figure {
  /** Connections that were taken; the socket that listens is one too. */
  TOTAL_CONNECTIONS,
  /** Connections that were sent away. */
  REJECTED_CONNECTIONS,
  /** Keys that were read. */
  CMD_GET,
  /** Flushes. */
  CMD_FLUSH,
  /** Keys that were touched. */
  CMD_TOUCH,
  /** Items that {@code me} described. */
  CMD_META,
  /** Reads in vain. */
  GET_MISSES,
  /** Deletes in vain. */
  DELETE_MISSES,
  /** Increments in vain. */
  INCR_MISSES,
  /** Decrements in vain. */
  DECR_MISSES,
  /** Stores in place of an item that was gone. */
  CAS_MISSES,
  /** Touches in vain. */
  TOUCH_MISSES,
  /** Values that were larger than an item may be. */
  STORE_TOO_LARGE,
  /** Attempts to log in. */
  AUTH_CMDS,
  /** Attempts to log in with a wrong name or password. */
  AUTH_ERRORS,
  /** Bytes that clients sent. */
  BYTES_READ,
  /** Bytes that clients were sent. */
  BYTES_WRITTEN,
  /** Items that were stored. */
  TOTAL_ITEMS;

  String stat() {
    return name().toLowerCase(Locale.ROOT);
  }
}
