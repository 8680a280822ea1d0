package dev.corral.it;

import dev.corral.ring.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Takes connections on a free port of the loopback interface, and when it is closed ends all of
 * their sockets and threads.
 */
public final class Acceptor implements AutoCloseable {
  /** What to do with a new connection. It has {@link #begin} to do it on a thread of its own. */
  @FunctionalInterface
  public interface Handler {
    void accepted(Socket socket, int number) throws IOException;
  }

  private final String name;
  private final ServerSocket listening;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> threads = new ConcurrentLinkedQueue<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final CountDownLatch closing = new CountDownLatch(1);

  public Acceptor(String name) {
    this.name = name;
    try {
      listening = new ServerSocket(0, 1024, Memcached.loopback(0).getAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it is, as a ring names it. */
  public Server server() {
    return Server.parse("127.0.0.1:" + listening.getLocalPort());
  }

  /** How many connections there have been. */
  public int connections() {
    return connections.get();
  }

  public void start(Handler handler) {
    begin("accept", () -> acceptAll(handler));
  }

  private void acceptAll(Handler handler) {
    while (!listening.isClosed()) {
      try {
        accept(listening.accept(), handler);
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void accept(Socket socket, Handler handler) {
    adopt(socket);
    try {
      handler.accepted(socket, connections.getAndIncrement());
    } catch (IOException e) {
      close(socket);
    }
  }

  /** Closes this socket too when all is closed. */
  public void adopt(Socket socket) {
    sockets.removeIf(Socket::isClosed);
    sockets.add(socket);
  }

  public void begin(String task, Runnable runnable) {
    threads.removeIf(thread -> thread.getState() == Thread.State.TERMINATED);
    Thread thread = new Thread(runnable, name + "-" + task);
    thread.setDaemon(true);
    thread.start();
    threads.add(thread);
  }

  /** Does nothing for a while, or until all is closed. Tells whether it is. */
  public boolean idle(Duration time) {
    try {
      return closing.await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Resets the connections of this moment. */
  public void resetAll() {
    sockets.forEach(Acceptor::reset);
  }

  public static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It is closed already.
    }
    close(socket);
  }

  public static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    try {
      listening.close();
      for (Thread thread = threads.poll(); thread != null; thread = threads.poll()) {
        sockets.forEach(Acceptor::close);
        thread.join();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }
}
