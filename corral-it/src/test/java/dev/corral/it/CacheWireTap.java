package dev.corral.it;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.ring.Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Stands between a client and a server, and notes what is asked: the commands, the bytes, and the
 * flights, which are the times that something is asked after something was answered. Answers come
 * late, so that what is asked without waiting for one is one flight. It can also make them
 * unreadable. It is for one connection at a time.
 */
final class CacheWireTap implements AutoCloseable {
  private static final Duration DELAY = Duration.ofMillis(20);
  private static final byte[] GARBAGE = "\0\1 what?\r\n".getBytes(ISO_8859_1);

  private final InetSocketAddress target;
  private final Acceptor acceptor = new Acceptor("tap");
  private final ReentrantLock lock = new ReentrantLock();
  private ByteArrayOutputStream asked = new ByteArrayOutputStream(); // guarded, as what follows
  private ByteArrayOutputStream answered = new ByteArrayOutputStream();
  private int flights;
  private boolean isAsking;
  private volatile boolean isGarbling;

  CacheWireTap(InetSocketAddress target) {
    this.target = target;
    acceptor.start(this::connect);
  }

  /** Where it is, as a ring names it. */
  Server server() {
    return acceptor.server();
  }

  /** Whether answers are garbage from now on. */
  void garble(boolean garbling) {
    isGarbling = garbling;
  }

  /** Forgets what it has heard. */
  void clear() {
    locked(() -> {
      asked = new ByteArrayOutputStream();
      answered = new ByteArrayOutputStream();
      flights = 0;
      isAsking = false;
    });
  }

  private void locked(Runnable task) {
    lock.lock();
    try {
      task.run();
    } finally {
      lock.unlock();
    }
  }

  /** The commands, without their opaque tokens and the values that follow some of them. */
  List<String> commands() {
    byte[][] all = new byte[1][];
    locked(() -> all[0] = asked.toByteArray());
    String text = new String(all[0], ISO_8859_1);
    List<String> commands = new ArrayList<>();
    for (int at = 0; at < text.length(); ) {
      int end = text.indexOf("\r\n", at);
      String line = text.substring(at, end);
      commands.add(line.replaceFirst(" O[^ ]+$", ""));
      at = end + 2;
      if (line.startsWith("ms ")) {
        at += Integer.parseInt(line.split(" ", -1)[2]) + 2;
      }
    }
    return commands;
  }

  /** How often something was asked after something had been answered. */
  int flights() {
    int[] count = new int[1];
    locked(() -> count[0] = flights);
    return count[0];
  }

  int bytesAsked() {
    int[] count = new int[1];
    locked(() -> count[0] = asked.size());
    return count[0];
  }

  int bytesAnswered() {
    int[] count = new int[1];
    locked(() -> count[0] = answered.size());
    return count[0];
  }

  private void connect(Socket client, int number) throws IOException {
    client.setTcpNoDelay(true);
    Socket server = new Socket(target.getAddress(), target.getPort());
    acceptor.adopt(server);
    server.setTcpNoDelay(true);
    acceptor.begin(number + "-up", () -> relay(client, server, true));
    acceptor.begin(number + "-down", () -> relay(server, client, false));
  }

  private void relay(Socket from, Socket to, boolean up) {
    byte[] chunk = new byte[16 << 10];
    try (from;
        to) {
      for (int n = from.getInputStream().read(chunk);
          n >= 0;
          n = from.getInputStream().read(chunk)) {
        byte[] bytes = Arrays.copyOf(chunk, n);
        boolean isOver = !up && acceptor.idle(DELAY);
        if (isOver) {
          return;
        }
        locked(() -> note(bytes, up));
        to.getOutputStream().write(isGarbling && !up ? GARBAGE : bytes);
      }
    } catch (IOException e) {
      // One of them went away, and so does the other.
    }
  }

  private void note(byte[] bytes, boolean up) {
    if (up && !isAsking) {
      flights++;
    }
    isAsking = up;
    (up ? asked : answered).writeBytes(bytes);
  }

  @Override
  public void close() {
    acceptor.close();
  }
}
