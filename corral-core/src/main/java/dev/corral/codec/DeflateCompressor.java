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
      byte[] beyond = new byte[1]; // what still comes when raw is full; it must be nothing
      int filled = 0;
      while (!inflater.finished()) {
        int more = filled < raw.length
            ? inflater.inflate(raw, filled, raw.length - filled)
            : inflater.inflate(beyond);
        filled += more;
        if ((more == 0 && !inflater.finished()) || filled > raw.length) {
          throw new DataFormatException();
        }
      }
      if (filled != raw.length || inflater.getRemaining() != 0) {
        throw new DataFormatException();
      }
    } finally {
      inflater.end();
    }
  }
}
