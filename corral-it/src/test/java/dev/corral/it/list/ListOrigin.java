package dev.corral.it.list;

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
import java.util.ArrayList;
import java.util.List;

/** Where lists come from: a table of which id is in which list, in memory that all JVMs share. */
final class ListOrigin implements AutoCloseable {
  static final int LISTS = 8;
  static final int IDS = 256;

  private static final VarHandle INTS =
      MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

  private final Path file;
  private final MappedByteBuffer memory;

  private ListOrigin(Path file) throws IOException {
    this.file = file;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      memory =
          channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) LISTS * (IDS + 1) * Integer.BYTES);
    }
  }

  static ListOrigin create() {
    try {
      return new ListOrigin(Files.createTempFile("origin", ""));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The one that another JVM has made. */
  static ListOrigin at(String path) {
    try {
      return new ListOrigin(Path.of(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String path() {
    return file.toString();
  }

  boolean has(long list, long id) {
    return (int) INTS.getVolatile(memory, index(list, id)) != 0;
  }

  void set(long list, long id, boolean isIn) {
    INTS.setVolatile(memory, index(list, id), isIn ? 1 : 0);
  }

  private static int index(long list, long id) {
    return Math.toIntExact((list * (IDS + 1) + id) * Integer.BYTES);
  }

  /** The ids of a list, from 1 on. */
  List<Long> load(long list) {
    List<Long> ids = new ArrayList<>();
    for (long id = 1; id <= IDS; id++) {
      if (has(list, id)) {
        ids.add(id);
      }
    }
    return ids;
  }

  void clear() {
    for (long list = 0; list < LISTS; list++) {
      for (long id = 1; id <= IDS; id++) {
        set(list, id, false);
      }
    }
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
