package dev.corral.gearman;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.ring.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A server that does what a test says, packet by packet. For one thread, the test's. */
final class ScriptedGearmand implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 10_000;

  private final List<Visitor> visitors = new ArrayList<>();
  private final ServerSocket socket;

  ScriptedGearmand() {
    try {
      socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
      socket.setSoTimeout(PATIENCE_MILLIS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Server server() {
    return Server.parse("127.0.0.1:" + socket.getLocalPort());
  }

  /** Waits for the next connection, on which nothing has been read. */
  Visitor accept() {
    try {
      Visitor visitor = new Visitor(socket.accept());
      visitors.add(visitor);
      return visitor;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the next connection, and welcomes it. */
  Visitor welcome() {
    return accept().welcome();
  }

  @Override
  public void close() {
    visitors.forEach(Visitor::close);
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A connection, from the server's side. */
  static final class Visitor {
    private final Socket socket;
    private final PacketReader reader = new PacketReader(Packet.REQUEST, 1 << 20);
    private ByteBuffer read = ByteBuffer.allocate(0);

    private Visitor(Socket socket) throws IOException {
      this.socket = socket;
      socket.setSoTimeout(PATIENCE_MILLIS);
    }

    /** Answers the first echo, after whatever else is said first. */
    Visitor welcome() {
      for (Packet packet = next(); packet.type() != Type.ECHO_REQ; packet = next()) {
        if (packet.type() == Type.OPTION_REQ) {
          say(Type.OPTION_RES, "exceptions");
        }
      }
      return say(Type.ECHO_RES, "corral");
    }

    /** The next packet that comes. */
    Packet next() {
      try {
        Packet packet = reader.next(read);
        while (packet == null) {
          byte[] bytes = new byte[4096];
          int count = socket.getInputStream().read(bytes);
          assertThat(count).as("bytes of the next packet").isPositive();
          read = ByteBuffer.wrap(bytes, 0, count);
          packet = reader.next(read);
        }
        return packet;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** The next packet that comes, which must be of that type. */
    Packet expect(Type type) {
      Packet packet = next();
      assertThat(packet.type()).as("%s", packet).isEqualTo(type);
      return packet;
    }

    /** Waits until the other side has ended the connection. */
    void expectEnd() {
      try {
        assertThat(socket.getInputStream().read()).isNegative();
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("reset");
      }
    }

    Visitor say(Type type, String... arguments) {
      return say(Packet.of(type, arguments));
    }

    Visitor say(Packet packet) {
      return sayBytes(packet.toBytes(Packet.RESPONSE).array());
    }

    Visitor sayBytes(byte[] bytes) {
      try {
        socket.getOutputStream().write(bytes);
        return this;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Hands out a job when asked for one. */
    void assign(String handle, String function, String id) {
      expect(Type.GRAB_JOB_UNIQ);
      say(Packet.of(Type.JOB_ASSIGN_UNIQ, new byte[] {1, 0, 2}, handle, function, id));
    }

    void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
