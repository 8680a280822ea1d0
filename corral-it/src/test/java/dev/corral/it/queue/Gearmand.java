package dev.corral.it.queue;

import dev.corral.it.Memcached;
import dev.corral.ring.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real job server, on a free port of the loopback interface, which can die and come back where it
 * was. As a JUnit extension, in a static field with {@code @RegisterExtension}, it runs for as long
 * as the test class.
 */
public final class Gearmand implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
  /** Below the ports that the system gives to outgoing connections, as with {@link Memcached}. */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_767;

  private int port;
  private @Nullable Process process;

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  public Server server() {
    if (port == 0) {
      throw new IllegalStateException("the server has no port");
    }
    return Server.parse("127.0.0.1:" + port);
  }

  /** Starts it; from the second time on, on the port that it had. */
  public Gearmand start() {
    try {
      String refusal = port == 0 ? null : launch(port);
      for (int attempt = 0; port == 0 && attempt < 20; attempt++) {
        int candidate = ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
        refusal = isTaken(candidate) ? candidate + " is taken" : launch(candidate);
        port = refusal == null ? candidate : 0;
      }
      if (refusal != null) {
        throw new IllegalStateException("gearmand did not start: " + refusal);
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns what the server said if it did not start, or null. */
  private @Nullable String launch(int onPort) throws IOException {
    if (process != null) {
      throw new IllegalStateException("the server is running");
    }
    Path folder = Files.createTempDirectory("gearmand");
    Path log = folder.resolve("log");
    Path pid = folder.resolve("pid");
    try {
      Process started = new ProcessBuilder(
              "gearmand",
              "--port=" + onPort,
              "--listen=127.0.0.1",
              "--backlog=256",
              "--log-file=stderr",
              "--pid-file=" + pid)
          .redirectErrorStream(true)
          .redirectOutput(log.toFile())
          .start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      Memcached.awaitUntil("gearmand to start", () -> !started.isAlive() || isTaken(onPort));
      if (!started.isAlive()) {
        return Files.readString(log);
      }
      process = started;
      return null;
    } finally {
      Files.deleteIfExists(log);
      Files.deleteIfExists(pid);
      Files.delete(folder);
    }
  }

  private static boolean isTaken(int port) {
    InetSocketAddress address = Memcached.loopback(port);
    try (Socket socket = new Socket()) {
      socket.connect(address);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("the server is not running");
    }
    running.destroyForcibly();
    Memcached.awaitUntil("gearmand to stop", () -> !running.isAlive());
    process = null;
  }

  /** Kills it and starts it anew, without any job, where it was. */
  public void restart() {
    kill();
    start();
  }

  @Override
  public void close() {
    if (process != null) {
      kill();
    }
  }
}
