package dev.corral.embedded.command;

import java.util.Locale;

/** What the server counts, by the names that {@code stats} has for it. */
enum Figure {
  CMD_GET,
  CMD_SET,
  CMD_FLUSH,
  CMD_TOUCH,
  CMD_META,
  GET_HITS,
  GET_MISSES,
  DELETE_MISSES,
  DELETE_HITS,
  INCR_MISSES,
  INCR_HITS,
  DECR_MISSES,
  DECR_HITS,
  CAS_MISSES,
  CAS_HITS,
  CAS_BADVAL,
  TOUCH_HITS,
  TOUCH_MISSES,
  STORE_TOO_LARGE,
  AUTH_CMDS,
  AUTH_ERRORS,
  TOTAL_ITEMS;

  String stat() {
    return name().toLowerCase(Locale.ROOT);
  }
}
