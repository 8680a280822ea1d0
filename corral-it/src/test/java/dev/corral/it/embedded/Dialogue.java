package dev.corral.it.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.it.Nodes;
import dev.corral.it.embedded.Reply.Ending;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Talks with one server, over one connection at a time. Not for several threads. */
public final class Dialogue implements AutoCloseable {
  private final InetSocketAddress address;
  private final byte[] chunk = new byte[64 << 10];
  private @Nullable Socket socket;

  public Dialogue(InetSocketAddress address) {
    this.address = address;
  }

  private Socket connection() throws IOException {
    Socket connected = socket;
    if (connected == null) {
      connected = new Socket(address.getAddress(), address.getPort());
      connected.setTcpNoDelay(true);
      connected.setSoTimeout((int) Nodes.PATIENCE.toMillis());
      socket = connected;
    }
    return connected;
  }

  /** Sends bytes in pieces, on a new connection if the last one was closed. */
  public void say(List<String> pieces) {
    try {
      Socket connected = connection();
      for (String piece : pieces) {
        connected.getOutputStream().write(piece.getBytes(ISO_8859_1));
      }
    } catch (SocketException e) {
      // The server has closed it, which the reply will show.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends nothing more on this connection. */
  public void endOutput() {
    try {
      connection().shutdownOutput();
    } catch (SocketException e) {
      // As above.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Listens until the server has said some words, or has ended the connection. */
  public Reply hear(String end) {
    ByteArrayOutputStream heard = new ByteArrayOutputStream();
    byte[] last = end.getBytes(ISO_8859_1);
    Ending ending = Ending.CLOSED;
    try {
      for (int length = read(); length >= 0; length = read()) {
        heard.write(chunk, 0, length);
        if (endsWith(heard, length, last)) {
          return new Reply(heard.toString(ISO_8859_1), Ending.COMPLETE);
        }
      }
    } catch (SocketTimeoutException e) {
      ending = Ending.SILENT;
    } catch (SocketException e) {
      // Closed before it had read everything.
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    close();
    return new Reply(heard.toString(ISO_8859_1), ending);
  }

  /** Listens until the server has ended the connection. */
  public Reply hearAll() {
    return hear("");
  }

  private int read() throws IOException {
    return connection().getInputStream().read(chunk);
  }

  private boolean endsWith(ByteArrayOutputStream heard, int length, byte[] end) {
    if (end.length == 0 || heard.size() < end.length) {
      return false;
    }
    if (length < end.length) { // The end itself has come in pieces.
      return heard.toString(ISO_8859_1).endsWith(new String(end, ISO_8859_1));
    }
    for (int index = 0; index < end.length; index++) {
      if (chunk[length - end.length + index] != end[index]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void close() {
    try {
      if (socket != null) {
        socket.close();
        socket = null;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
