package dev.corral.embedded.stats;

import dev.corral.item.Entry;
import java.util.stream.LongStream;

/** The items that are alive at a moment, counted by their classes. Not for use by many threads. */
public final class Inventory {
  private final SlabClasses classes;
  private final long[] items;
  private final long[] bytes;
  private final long[] chunks;

  /**
   * No items yet.
   *
   * @param classes how items are told apart
   */
  public Inventory(SlabClasses classes) {
    this.classes = classes;
    this.items = new long[classes.count()];
    this.bytes = new long[classes.count()];
    this.chunks = new long[classes.count()];
  }

  /**
   * Counts an item.
   *
   * @param keyLength the bytes of its key
   * @param entry the item
   */
  public void add(int keyLength, Entry entry) {
    int size = entry.size(keyLength);
    int place = classes.classOf(size) - 1;
    items[place]++;
    bytes[place] += size;
    classes.forEachChunk(
        keyLength, entry.value().length, entry.flags(), slabClass -> chunks[slabClass - 1]++);
  }

  SlabClasses classes() {
    return classes;
  }

  long items(int slabClass) {
    return items[slabClass - 1];
  }

  long bytes(int slabClass) {
    return bytes[slabClass - 1];
  }

  long chunks(int slabClass) {
    return chunks[slabClass - 1];
  }

  /** Enough for the chunks, and one for each class that was ever needed. */
  long pages(int slabClass) {
    long perPage = classes.chunksPerPage(slabClass);
    long full = (chunks(slabClass) + perPage - 1) / perPage;
    return Math.max(full, classes.isNeeded(slabClass) ? 1 : 0);
  }

  long items() {
    return LongStream.of(items).sum();
  }

  long bytes() {
    return LongStream.of(bytes).sum();
  }
}
