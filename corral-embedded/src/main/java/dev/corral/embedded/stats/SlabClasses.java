package dev.corral.embedded.stats;

import dev.corral.item.Entry;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntConsumer;

/**
 * The sizes of chunks that the real server cuts its memory into, which some replies tell, and which
 * of them were ever needed. Safe for use by many threads.
 */
/* design
 *
 * Nothing is cut here: items lie on the heap. This is what the real server would do with them. It
 * takes memory in pages of 1 MiB, cuts each into chunks of one size, and gives each item the
 * smallest chunk that holds it. An item larger than the largest chunk gets a small one for its key
 * and as many others as its value needs, each with a header of its own, and belongs to the last
 * class. Pages are never given back, so that a class is told for ever once it was needed.
 */
public final class SlabClasses {
  static final int PAGE = 1 << 20;

  private static final int SMALLEST = 96;
  private static final double GROWTH = 1.25;
  private static final int ALIGNMENT = 8;
  private static final int LARGEST = PAGE / 2;
  private static final int MOST_CLASSES = 63;
  private static final int CHUNK_HEADER = 48;
  private static final int END_OF_VALUE = 2;

  private final int[] sizes;
  private final AtomicIntegerArray needed;

  /**
   * The classes of a server.
   *
   * @param maxItemBytes how large one item may be; chunks are no larger
   */
  public SlabClasses(int maxItemBytes) {
    this.sizes = sizes(Math.min(LARGEST, maxItemBytes));
    this.needed = new AtomicIntegerArray(sizes.length);
  }

  private static int[] sizes(int largest) {
    int[] sizes = new int[MOST_CLASSES];
    int count = 0;
    int size = SMALLEST;
    while (size < largest / GROWTH) {
      size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      sizes[count++] = size;
      size = (int) (size * GROWTH);
    }
    sizes[count++] = largest;
    return Arrays.copyOf(sizes, count);
  }

  /**
   * How many there are.
   *
   * @return the number of the last class
   */
  public int count() {
    return sizes.length;
  }

  /**
   * The class of an item.
   *
   * @param itemBytes its size, by {@link Entry#sizeOf}
   * @return from 1 on
   */
  public int classOf(int itemBytes) {
    int found = Arrays.binarySearch(sizes, itemBytes);
    return Math.min(found < 0 ? -found : found + 1, sizes.length);
  }

  /**
   * The size of the largest chunks.
   *
   * @return bytes
   */
  public int largestChunk() {
    return sizes[sizes.length - 1];
  }

  int chunkSize(int slabClass) {
    return sizes[slabClass - 1];
  }

  int chunksPerPage(int slabClass) {
    return PAGE / chunkSize(slabClass);
  }

  /**
   * Takes note that there is such an item, or was for a moment.
   *
   * @param keyLength the bytes of its key
   * @param valueLength the bytes of its value
   * @param flags the client's flags
   */
  public void need(int keyLength, int valueLength, int flags) {
    forEachChunk(keyLength, valueLength, flags, slabClass -> {
      if (needed.getPlain(slabClass - 1) == 0) {
        needed.set(slabClass - 1, 1);
      }
    });
  }

  boolean isNeeded(int slabClass) {
    return needed.get(slabClass - 1) != 0;
  }

  /** Tells the class of each chunk of an item. */
  void forEachChunk(int keyLength, int valueLength, int flags, IntConsumer chunk) {
    int size = Entry.sizeOf(keyLength, valueLength, flags);
    if (size <= largestChunk()) {
      chunk.accept(classOf(size));
      return;
    }
    chunk.accept(classOf(Entry.sizeOf(keyLength, 0, flags) - END_OF_VALUE + CHUNK_HEADER));
    int left = valueLength + END_OF_VALUE;
    while (left > 0) {
      int part = Math.min(left + CHUNK_HEADER, largestChunk());
      chunk.accept(classOf(part));
      left -= part - CHUNK_HEADER;
    }
  }
}
