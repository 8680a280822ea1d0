package dev.corral.embedded.command;

import java.util.Arrays;

/** The sizes of chunks that the server cuts its memory into, which some replies tell. */
final class SlabClasses {
  private static final int SMALLEST = 96;
  private static final double GROWTH = 1.25;
  private static final int ALIGNMENT = 8;
  private static final int LARGEST = 512 << 10;
  private static final int[] SIZES = sizes();

  private SlabClasses() {}

  private static int[] sizes() {
    int[] sizes = new int[64];
    int count = 0;
    int size = SMALLEST;
    while (size < LARGEST / GROWTH) {
      size = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      sizes[count++] = size;
      size = (int) (size * GROWTH);
    }
    sizes[count++] = LARGEST;
    return Arrays.copyOf(sizes, count);
  }

  /** The class of an item, from 1 on. */
  static int classOf(int itemBytes) {
    int number = 0;
    while (number < SIZES.length - 1 && SIZES[number] < itemBytes) {
      number++;
    }
    return number + 1;
  }

  /** The size of the chunks of a class. */
  static int chunkSize(int number) {
    return SIZES[number - 1];
  }

  static int classes() {
    return SIZES.length;
  }
}
