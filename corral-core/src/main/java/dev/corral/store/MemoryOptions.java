package dev.corral.store;

import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.time.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** How a {@link MemoryStore} behaves. Immutable: each change yields new options. */
public final class MemoryOptions {
  private static final int LEAST_ITEM_BYTES = 1024;

  /** What a store has unless it is told otherwise. */
  static final MemoryOptions DEFAULTS =
      new MemoryOptions(128L << 20, 1 << 20, false, Ticker.system(), key -> false);

  private final long maxBytes;
  private final int maxItemBytes;
  private final boolean wholeSeconds;
  private final Ticker ticker;
  private final Predicate<Key> ignoredTtls;

  private MemoryOptions(
      long maxBytes,
      int maxItemBytes,
      boolean wholeSeconds,
      Ticker ticker,
      Predicate<Key> ignoredTtls) {
    this.maxBytes = maxBytes;
    this.maxItemBytes = maxItemBytes;
    this.wholeSeconds = wholeSeconds;
    this.ticker = ticker;
    this.ignoredTtls = ignoredTtls;
  }

  /**
   * How much the store may hold: keys, values, and for each item the 59 bytes or so that a server's
   * bookkeeping takes. Beyond it, items that are seldom used are evicted. That can be the new item
   * itself: hardly ever if it is up to about a hundredth of this, often if it is larger.
   *
   * @param bytes 128 MiB by default
   * @return the options so changed
   */
  public MemoryOptions maxBytes(long bytes) {
    return new MemoryOptions(bytes, maxItemBytes, wholeSeconds, ticker, ignoredTtls);
  }

  /**
   * How large one item may be, key and bookkeeping included, as memcached's {@code -I}.
   *
   * @param bytes 1 MiB by default
   * @return the options so changed
   */
  public MemoryOptions maxItemBytes(int bytes) {
    return new MemoryOptions(maxBytes, bytes, wholeSeconds, ticker, ignoredTtls);
  }

  /**
   * Whether time goes in whole seconds, as on a memcached server, so that an item with a ttl of
   * {@code T} seconds lives between {@code T - 1} and {@code T}. For tests where the store stands
   * in for a server.
   *
   * @param whole false by default: ttls are met to the ticker's precision
   * @return the options so changed
   */
  public MemoryOptions wholeSeconds(boolean whole) {
    return new MemoryOptions(maxBytes, maxItemBytes, whole, ticker, ignoredTtls);
  }

  /**
   * Where the store takes the time from.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public MemoryOptions ticker(Ticker source) {
    return new MemoryOptions(maxBytes, maxItemBytes, wholeSeconds, source, ignoredTtls);
  }

  /**
   * Whose items live without end, whatever ttl they are given. For tests that stop in a debugger
   * while they hold a lock.
   *
   * @param keys none by default
   * @return the options so changed
   */
  public MemoryOptions ignoringTtlsOf(Predicate<Key> keys) {
    return new MemoryOptions(maxBytes, maxItemBytes, wholeSeconds, ticker, keys);
  }

  long maxBytes() {
    return maxBytes;
  }

  int maxItemBytes() {
    return maxItemBytes;
  }

  boolean wholeSeconds() {
    return wholeSeconds;
  }

  Ticker ticker() {
    return ticker;
  }

  Predicate<Key> ignoredTtls() {
    return ignoredTtls;
  }

  /** Returns these options if they make sense together, and names all that does not. */
  MemoryOptions validated() {
    List<String> problems = new ArrayList<>();
    if (maxItemBytes < LEAST_ITEM_BYTES) {
      problems.add(
          "maxItemBytes must be at least " + LEAST_ITEM_BYTES + ", but is " + maxItemBytes);
    }
    if (maxBytes < maxItemBytes) {
      problems.add(
          "maxBytes must hold at least one item of " + maxItemBytes + " bytes, but is " + maxBytes);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("memory store: " + String.join("; ", problems));
    }
    return this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof MemoryOptions options
        && options.maxBytes == maxBytes
        && options.maxItemBytes == maxItemBytes
        && options.wholeSeconds == wholeSeconds
        && options.ticker.equals(ticker)
        && options.ignoredTtls.equals(ignoredTtls);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(maxBytes) * 31 + maxItemBytes;
  }

  @Override
  public String toString() {
    return "maxBytes=" + maxBytes + ", maxItemBytes=" + maxItemBytes
        + (wholeSeconds ? ", whole seconds" : "")
        + (ticker.equals(DEFAULTS.ticker) ? "" : ", ticker " + ticker)
        + (ignoredTtls.equals(DEFAULTS.ignoredTtls) ? "" : ", ignoring ttls of " + ignoredTtls);
  }
}
