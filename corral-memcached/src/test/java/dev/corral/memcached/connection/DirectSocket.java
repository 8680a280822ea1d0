package dev.corral.memcached.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The socket that callers write to, played by the test. */
final class DirectSocket implements WritableByteChannel {
  private final StringBuilder written = new StringBuilder();
  private int room = Integer.MAX_VALUE;
  private @Nullable Exception fault;
  private Runnable meanwhile = () -> {};

  /** Takes so many more bytes. */
  void takes(int bytes) {
    room = bytes;
  }

  void breaks(Exception cause) {
    fault = cause;
  }

  void recovers() {
    fault = null;
  }

  /** What happens while a caller writes, once. */
  void meanwhile(Runnable event) {
    meanwhile = event;
  }

  /** All that was written since this was last asked. */
  String received() {
    String text = written.toString();
    written.setLength(0);
    return text;
  }

  @Override
  public int write(ByteBuffer bytes) throws IOException {
    Runnable event = meanwhile;
    meanwhile = () -> {};
    event.run();
    if (fault instanceof RuntimeException unexpected) {
      throw unexpected;
    }
    if (fault instanceof IOException expected) {
      throw expected;
    }
    byte[] taken = new byte[Math.min(room, bytes.remaining())];
    room -= taken.length;
    bytes.get(taken);
    written.append(new String(taken, StandardCharsets.ISO_8859_1));
    return taken.length;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {
    throw new AssertionError("callers don't close");
  }
}
