package dev.corral.embedded.command;

import dev.corral.item.Entry;
import dev.corral.item.ItemTable;
import dev.corral.time.Ticker;
import java.time.Instant;

/** What all connections of a server share: its items, its clock and its figures. */
public final class Engine {
  private final ItemTable<ItemKey> items;
  private final ServerClock clock;
  private final int maxItemBytes;
  private volatile Figures figures = new Figures();

  /**
   * An engine without items.
   *
   * @param ticker where it takes the time from
   * @param start the time of day at the beginning
   * @param maxBytes how much it may hold
   * @param maxItemBytes how large one item may be
   */
  public Engine(Ticker ticker, Instant start, long maxBytes, int maxItemBytes) {
    this.items = new ItemTable<>(ticker, true, maxBytes, ItemKey::length);
    this.clock = new ServerClock(items, start);
    this.maxItemBytes = maxItemBytes;
  }

  ItemTable<ItemKey> items() {
    return items;
  }

  ServerClock clock() {
    return clock;
  }

  boolean fits(ItemKey key, int valueLength, int flags) {
    return Entry.sizeOf(key.length(), valueLength, flags) <= maxItemBytes;
  }

  void count(Figure figure) {
    figures.count(figure);
  }

  long counted(Figure figure) {
    return figures.counted(figure);
  }

  void resetFigures() {
    figures = new Figures();
  }

  /** Drops all items at once, as if the server had been restarted. */
  public void clear() {
    items.clear();
  }
}
