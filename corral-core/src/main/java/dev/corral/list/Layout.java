package dev.corral.list;

/** How a list is kept. All processes that share a list keep it alike. */
public enum Layout {
  /**
   * One item: a header, and a record of {@link ListOptions#width} bytes for each add and each
   * remove. An add and a remove are one round trip each, and take effect in the server's order.
   */
  LOG,

  /**
   * One item, as memcached's wiki has it, for lists that are there already: removed ids before a
   * zero, all ids behind it, big-endian. A remove is one round trip. An add takes two, and reads
   * the list, for an id that was removed must be taken from before the zero.
   */
  BLACKLIST,

  /**
   * A small head, and the log in as many items as it takes: for lists beyond the largest item. An
   * add and a remove are two round trips each, and so is a read.
   */
  SEGMENTED
}
