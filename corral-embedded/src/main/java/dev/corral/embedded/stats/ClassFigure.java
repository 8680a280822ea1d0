package dev.corral.embedded.stats;

import java.util.Locale;

/** What the server counts for each class of items, in the order of {@code stats slabs}. */
public enum ClassFigure {
  /** Reads. */
  GET_HITS,
  /** Values that came to be stored, taken or not. */
  CMD_SET,
  /** Deletes. */
  DELETE_HITS,
  /** Increments. */
  INCR_HITS,
  /** Decrements. */
  DECR_HITS,
  /** Stores in place of an item in the state that was expected. */
  CAS_HITS,
  /** Stores in place of an item in another state. */
  CAS_BADVAL,
  /** Touches. */
  TOUCH_HITS;

  String stat() {
    return name().toLowerCase(Locale.ROOT);
  }
}
