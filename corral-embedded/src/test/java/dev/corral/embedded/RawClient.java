package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A client of bytes. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket = new Socket();

  RawClient(EmbeddedServer server) throws IOException {
    socket.setSoTimeout(PATIENCE_MILLIS);
    socket.connect(server.address());
  }

  /** All that a new client is answered, who says this and no more. */
  static String said(EmbeddedServer server, String text) throws IOException {
    try (RawClient client = new RawClient(server)) {
      return client.sayLast(text);
    }
  }

  RawClient say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(ISO_8859_1));
    return this;
  }

  /** Waits for so many bytes. */
  String hear(int bytes) throws IOException {
    return new String(socket.getInputStream().readNBytes(bytes), ISO_8859_1);
  }

  /** Says something, and waits for as many bytes as it should be answered with. */
  String ask(String text, int bytes) throws IOException {
    return say(text).hear(bytes);
  }

  /** Whether it is answered. */
  boolean isServed() throws IOException {
    return ask("mn\r\n", 4).equals("MN\r\n");
  }

  /** Says something as the last thing, and waits for all that is answered. */
  String sayLast(String text) throws IOException {
    say(text);
    socket.shutdownOutput();
    return hearAll();
  }

  String hearAll() throws IOException {
    return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
  }

  /** Waits until the server is gone. */
  boolean isCutOff() {
    try {
      return socket.getInputStream().read() < 0;
    } catch (IOException e) {
      return e instanceof SocketException;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static void awaitUntil(String what, Supplier<Boolean> condition) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
    while (!condition.get()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }
}
