package dev.corral.it.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.it.Nodes;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.Map;

/** A client that waits for all of a reply, however long that is, before it says more. */
final class StatsClient implements AutoCloseable {
  /** Its reply comes behind all others, and it leaves no trace but its bytes. */
  private static final String LAST_WORD = "mn\r\n";

  private static final String LAST_REPLY = "MN\r\n";

  private final Socket socket = new Socket();
  private final InputStream in;

  StatsClient(InetSocketAddress address) throws IOException {
    socket.connect(address);
    socket.setTcpNoDelay(true);
    socket.setSoTimeout((int) Nodes.PATIENCE.toMillis());
    in = new BufferedInputStream(socket.getInputStream());
  }

  String ask(String command) throws IOException {
    socket.getOutputStream().write((command + "\r\n" + LAST_WORD).getBytes(ISO_8859_1));
    ByteArrayOutputStream reply = new ByteArrayOutputStream();
    while (true) {
      String line = readLine();
      if (line.equals(LAST_REPLY)) {
        return reply.toString(ISO_8859_1);
      }
      reply.write(line.getBytes(ISO_8859_1));
    }
  }

  private String readLine() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    int b;
    do {
      b = in.read();
      if (b < 0) {
        throw new EOFException();
      }
      line.write(b);
    } while (b != '\n');
    return line.toString(ISO_8859_1);
  }

  /** Names and values, in the order in which they are told. */
  Map<String, String> stats(String command) throws IOException {
    Map<String, String> stats = new LinkedHashMap<>();
    for (String line : ask(command).split("\r\n", -1)) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("STAT")) {
        stats.put(words[1], words[2]);
      }
    }
    return stats;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
