package dev.corral.embedded.command;

import dev.corral.embedded.stats.ClassFigure;
import dev.corral.embedded.stats.Figure;
import dev.corral.embedded.stats.Figures;
import dev.corral.embedded.stats.Inventory;
import dev.corral.embedded.stats.SlabClasses;
import dev.corral.embedded.stats.Traffic;
import dev.corral.item.Entry;
import dev.corral.item.ItemTable;
import dev.corral.time.Ticker;
import java.time.Instant;

/** What all connections of a server share: its items, its clock and its figures. */
public final class Engine {
  private static final int MOST_VERBOSE = 2;

  private final ItemTable<ItemKey> items;
  private final ServerClock clock;
  private final int maxItemBytes;
  private final SlabClasses classes;
  private final Figures figures;
  private final Traffic traffic;
  private volatile long olderEvictions;
  private volatile long oldest;
  private volatile int verbosity;

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
    this.classes = new SlabClasses(maxItemBytes);
    this.figures = new Figures(classes.count());
    this.traffic = new Traffic(figures);
    figures.count(Figure.TOTAL_CONNECTIONS); // The socket that listens.
  }

  ItemTable<ItemKey> items() {
    return items;
  }

  ServerClock clock() {
    return clock;
  }

  boolean fits(ItemKey key, int valueLength, int flags) {
    // The length may be any that a client announces: the sum of all could be too large.
    return valueLength <= maxItemBytes - Entry.sizeOf(key.length(), 0, flags);
  }

  /** Whether the real server would keep an item in one piece. */
  boolean isWhole(ItemKey key, Entry entry) {
    return entry.size(key.length()) <= classes.largestChunk();
  }

  /**
   * Its connections.
   *
   * @return where they are counted
   */
  public Traffic traffic() {
    return traffic;
  }

  SlabClasses classes() {
    return classes;
  }

  Figures figures() {
    return figures;
  }

  void count(Figure figure) {
    figures.count(figure);
  }

  void count(ClassFigure figure, ItemKey key, Entry entry) {
    figures.count(figure, classes.classOf(entry.size(key.length())));
  }

  /** Counts a value that came to be stored, whatever became of it. */
  void countValue(ItemKey key, int valueLength, int flags) {
    int size = Entry.sizeOf(key.length(), valueLength, flags);
    figures.count(ClassFigure.CMD_SET, classes.classOf(size));
    classes.need(key.length(), valueLength, flags);
  }

  /** Counts an item that is newly made. */
  void countItem(ItemKey key, Entry entry) {
    figures.count(Figure.TOTAL_ITEMS);
    classes.need(key.length(), entry.value().length, entry.flags());
  }

  /** Counts the items that are alive, one by one. */
  Inventory inventory() {
    Inventory inventory = new Inventory(classes);
    items.forEach((key, entry) -> inventory.add(key.length(), entry));
    return inventory;
  }

  long evictions() {
    return items.evictions() - olderEvictions;
  }

  void resetFigures() {
    figures.reset();
    olderEvictions = items.evictions();
  }

  /** Takes note of the second up to which items are flushed. */
  void flushed(long second) {
    oldest = second;
  }

  long oldest() {
    return oldest;
  }

  /** Takes note of how much it should log, which is nothing anyhow. */
  void verbosity(long level) {
    verbosity = (int) Math.min(MOST_VERBOSE, level & 0xffff_ffffL);
  }

  int verbosity() {
    return verbosity;
  }

  /** Drops all items at once, as if the server had been restarted. */
  public void clear() {
    items.clear();
  }
}
