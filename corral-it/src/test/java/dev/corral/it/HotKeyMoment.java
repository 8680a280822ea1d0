package dev.corral.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A moment by {@link System#nanoTime} that one JVM sets and others see at once, by a file that they
 * have in memory. The one that made it closes it.
 */
final class HotKeyMoment implements AutoCloseable {
  private static final VarHandle LONGS =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final Path file;
  private final MappedByteBuffer memory;

  private HotKeyMoment(Path file) throws IOException {
    this.file = file;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES);
    }
  }

  static HotKeyMoment create() {
    try {
      return new HotKeyMoment(Files.createTempFile("moment", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one that another JVM has made. */
  static HotKeyMoment at(String path) {
    try {
      return new HotKeyMoment(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path() {
    return file.toString();
  }

  void set(long moment) {
    LONGS.setVolatile(memory, 0, moment);
  }

  long get() {
    return (long) LONGS.getVolatile(memory, 0);
  }

  @Override
  public void close() {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
