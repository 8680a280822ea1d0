package dev.corral.codec;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.zip.DataFormatException;

/** Zstandard by zstd-jni. The one class that needs it, so that all others load without. */
final class ZstdCompressor implements Compressor {
  private final int level = Zstd.defaultCompressionLevel(); // loads the native library, or fails

  @Override
  public int compress(byte[] raw, byte[] to, int offset) {
    try {
      return (int)
          Zstd.compressByteArray(to, offset, to.length - offset, raw, 0, raw.length, level);
    } catch (ZstdException e) {
      if (e.getErrorCode() == Zstd.errDstSizeTooSmall()) {
        return -1;
      }
      throw e;
    }
  }

  @Override
  public void inflate(byte[] from, int offset, int length, byte[] raw) throws DataFormatException {
    long filled = Zstd.decompressByteArray(raw, 0, raw.length, from, offset, length);
    if (filled != raw.length) {
      throw new DataFormatException();
    }
  }
}
