package dev.corral.codec;

import java.util.zip.DataFormatException;

/** Makes bytes fewer, and as many again. Safe for any number of threads. */
interface Compressor {
  /**
   * Compresses all of {@code raw} into {@code to} from {@code offset} on.
   *
   * @return how many bytes were written, or -1 if there is not room enough
   */
  int compress(byte[] raw, byte[] to, int offset);

  /**
   * Inflates a part of {@code from} so that it fills {@code raw} exactly.
   *
   * @throws DataFormatException if it would not, or bytes are left over that the algorithm does not
   *     itself provide for
   */
  void inflate(byte[] from, int offset, int length, byte[] raw) throws DataFormatException;
}
