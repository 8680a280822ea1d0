package dev.corral.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real memcached server on a free port of the loopback interface. As a JUnit extension, in a
 * static field with {@code @RegisterExtension}, it runs for as long as the test class.
 */
final class Memcached implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  private final List<String> arguments;
  private @Nullable Process process;
  private @Nullable InetSocketAddress address;

  private Memcached(List<String> arguments) {
    this.arguments = arguments;
  }

  /** A server that is not started yet, with arguments of its own such as {@code -m 16}. */
  static Memcached with(String... arguments) {
    return new Memcached(List.of(arguments));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  InetSocketAddress address() {
    if (address == null) {
      throw new IllegalStateException("the server is not running");
    }
    return address;
  }

  void start() {
    try {
      Path folder = Files.createTempDirectory("memcached");
      Path portFile = folder.resolve("port");
      Path log = folder.resolve("log");
      List<String> command = new ArrayList<>(List.of(
          "memcached", "-l", "127.0.0.1", "-p", "-1", "-u", System.getProperty("user.name")));
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      // The server chooses a free port itself and tells it here.
      builder.environment().put("MEMCACHED_PORT_FILENAME", portFile.toString());
      Process started = builder.redirectOutput(log.toFile()).start();
      process = started;
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      awaitUntil("memcached to start", () -> Files.exists(portFile) || !started.isAlive());
      if (!started.isAlive()) {
        throw new IllegalStateException("memcached did not start: " + Files.readString(log));
      }
      address = new InetSocketAddress(
          InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port(portFile));
      Files.delete(portFile);
      Files.delete(log);
      Files.delete(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int port(Path portFile) throws IOException {
    for (String line : Files.readAllLines(portFile)) {
      if (line.startsWith("TCP")) {
        return Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
      }
    }
    throw new IllegalStateException("memcached told no port");
  }

  @Override
  public void close() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      awaitUntil("memcached to stop", () -> !running.isAlive());
      process = null;
      address = null;
    }
  }

  /** Waits for something that happens outside of this JVM. */
  static void awaitUntil(String what, Supplier<Boolean> condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.get()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
