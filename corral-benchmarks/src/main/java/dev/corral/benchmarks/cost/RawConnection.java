package dev.corral.benchmarks.cost;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.benchmarks.server.Memcached;
import dev.corral.benchmarks.server.Request;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

/** A blocking socket to a server, with no client in between. For one thread. */
final class RawConnection implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Socket socket = new Socket();
  private final byte[] received = new byte[1 << 16];

  RawConnection(Memcached server) throws IOException {
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  void set(String key, String value) throws IOException {
    String request = Request.MS.of(List.of(key), value);
    exchange(request.getBytes(US_ASCII), Request.MS.answer(key, value).length());
  }

  /** Sends requests, and reads replies of that length together. */
  void exchange(byte[] request, int replyLength) throws IOException {
    socket.getOutputStream().write(request);
    int length = 0;
    while (length < replyLength) {
      int read = socket.getInputStream().read(received);
      if (read < 0) {
        throw new IOException("memcached closed the connection");
      }
      length += read;
    }
    if (length != replyLength) {
      throw new IOException(length + " bytes came instead of " + replyLength);
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
