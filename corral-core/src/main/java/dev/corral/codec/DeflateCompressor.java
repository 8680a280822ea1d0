package dev.corral.codec;

import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** Deflate by the JDK, without zlib's header and checksum: those would be six more bytes. */
final class DeflateCompressor implements Compressor {
  @Override
  public int compress(byte[] raw, byte[] to, int offset) {
    Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
    try {
      deflater.setInput(raw);
      deflater.finish();
      int written = deflater.deflate(to, offset, to.length - offset);
      return deflater.finished() ? written : -1;
    } finally {
      deflater.end();
    }
  }

  @Override
  public void inflate(byte[] from, int offset, int length, byte[] raw) throws DataFormatException {
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(from, offset, length);
      int filled = 0;
      int more = -1;
      while (filled < raw.length && more != 0) {
        more = inflater.inflate(raw, filled, raw.length - filled);
        filled += more;
      }
      // Room for one more byte: the end must come now, and no byte before it.
      boolean ended = inflater.inflate(new byte[1]) == 0 && inflater.finished();
      if (filled != raw.length || !ended || inflater.getRemaining() != 0) {
        throw new DataFormatException();
      }
    } finally {
      inflater.end();
    }
  }
}
