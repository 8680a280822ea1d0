package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.toMap;

import dev.corral.ring.Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real memcached server, on a free port of the loopback interface or on a unix socket. It can die
 * and come back where it was, and stand still with all that it remembers. As a JUnit extension, in
 * a static field with {@code @RegisterExtension}, it runs for as long as the test class.
 *
 * <p>With {@code -Z} it speaks TLS on its port, and listens on another one without, where the test
 * itself asks it. With {@code -Y} the test logs in as the first user of that file.
 */
public final class Memcached implements BeforeAllCallback, AfterAllCallback, AutoCloseable {
  private static final long PATIENCE_SECONDS = 20;

  /**
   * Below the ports that the system gives to outgoing connections: one of these could take the port
   * of a server that is down, or even connect to itself there.
   */
  private static final int FIRST_PORT = 20_000;

  private static final int LAST_PORT = 32_767;
  private static final String LOOPBACK = "127.0.0.1";

  private final String host;
  private final List<String> arguments;
  private final @Nullable Path socket;
  private int port;
  private int plainPort;
  private @Nullable Process process;

  private Memcached(String host, @Nullable Path socket, List<String> arguments) {
    this.host = host;
    this.socket = socket;
    this.arguments = arguments;
  }

  /** A server that is not started yet, with arguments of its own such as {@code -m 16}. */
  public static Memcached with(String... arguments) {
    return new Memcached(LOOPBACK, null, List.of(arguments));
  }

  /**
   * A server that is not started yet, on one of loopback's other addresses, such as 127.0.0.2 or
   * ::1, and on the port that another server has at its own.
   */
  public static Memcached beside(Memcached other, String host, String... arguments) {
    Memcached server = new Memcached(host, null, List.of(arguments));
    server.port = other.port;
    server.plainPort = server.hasTls() ? anyPort() : server.port;
    return server;
  }

  /** A server that is not started yet, and listens on a unix socket only. */
  public static Memcached onSocket(Path socket, String... arguments) {
    return new Memcached(LOOPBACK, socket, List.of(arguments));
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  public InetSocketAddress address() {
    if (port == 0) {
      throw new IllegalStateException("the server has no port");
    }
    return new InetSocketAddress(host, port);
  }

  /** Where it is, as a ring names it. */
  public Server server() {
    return Server.parse(
        socket == null
            ? (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":"
                + address().getPort()
            : "unix:" + socket.toAbsolutePath());
  }

  public static InetSocketAddress loopback(int port) {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it; from the second time on, on the port that it had. */
  public Memcached start() {
    try {
      if (socket != null || port != 0) {
        String refusal = launch(port);
        if (refusal != null) {
          throw new IllegalStateException("memcached did not start: " + refusal);
        }
        return this;
      }
      String refusal = "";
      for (int attempt = 0; attempt < 20; attempt++) {
        int candidate = anyPort();
        plainPort = hasTls() ? anyPort() : candidate;
        refusal = launch(candidate);
        if (refusal == null) {
          port = candidate;
          return this;
        }
      }
      throw new IllegalStateException("memcached did not start: " + refusal);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A port that a server may try to listen on; chances are that it is free. */
  public static int anyPort() {
    return ThreadLocalRandom.current().nextInt(FIRST_PORT, LAST_PORT + 1);
  }

  /** Returns what the server said if it did not start, or null. */
  private @Nullable String launch(int onPort) throws IOException {
    if (process != null) {
      throw new IllegalStateException("the server is running");
    }
    Path folder = Files.createTempDirectory("memcached");
    Path portFile = folder.resolve("port");
    Path log = folder.resolve("log");
    try {
      List<String> command =
          new ArrayList<>(List.of("memcached", "-u", System.getProperty("user.name")));
      command.addAll(
          socket == null
              ? List.of("-l", host, "-p", String.valueOf(onPort))
              : List.of("-s", socket.toString()));
      if (hasTls()) {
        command.addAll(List.of("-l", "notls:" + host + ":" + plainPort));
      }
      command.addAll(arguments);
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      // Written when the server listens.
      builder.environment().put("MEMCACHED_PORT_FILENAME", portFile.toString());
      Process started = builder.redirectOutput(log.toFile()).start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      awaitUntil(
          "memcached to start",
          () -> !started.isAlive() || Files.exists(portFile) || listensOnSocket());
      if (!started.isAlive()) {
        return Files.readString(log);
      }
      process = started;
      return null;
    } finally {
      // A server that finds its port taken leaves the beginnings of the port file too.
      Files.deleteIfExists(folder.resolve("port.lck"));
      Files.deleteIfExists(portFile);
      Files.deleteIfExists(log);
      Files.delete(folder);
    }
  }

  private boolean hasTls() {
    return arguments.contains("-Z");
  }

  private boolean listensOnSocket() {
    if (socket == null) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return channel.isConnected();
    } catch (IOException e) {
      return false;
    }
  }

  /** Ends it at once, as {@code kill -9} does. */
  public void kill() {
    Process running = running();
    running.destroyForcibly();
    awaitUntil("memcached to stop", () -> !running.isAlive());
    process = null;
  }

  /** Kills it and starts it anew, empty, where it was. */
  public void restart() {
    kill();
    start();
  }

  /** Lets it stand still: its connections stay, and nothing is answered. */
  public void pause() {
    signal("-STOP");
  }

  /** Lets it go on after a {@link #pause}. */
  public void resume() {
    signal("-CONT");
  }

  private void signal(String signal) {
    try {
      Process sent = new ProcessBuilder("kill", signal, String.valueOf(running().pid()))
          .inheritIO()
          .start();
      awaitUntil("kill " + signal, () -> !sent.isAlive());
      if (sent.exitValue() != 0) {
        throw new IllegalStateException("kill " + signal + " ended with " + sent.exitValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What {@code stats} tells of a server on a port. */
  public Map<String, String> stats() {
    return ask("stats")
        .lines()
        .filter(line -> line.startsWith("STAT "))
        .map(line -> line.split(" ", 3))
        .collect(toMap(words -> words[1], words -> words[2]));
  }

  /** Has it read its certificate and key anew, for the connections that come from now on. */
  public void refreshCertificates() {
    String reply = ask("refresh_certs");
    if (!reply.equals("OK\r\n")) {
      throw new IllegalStateException("refresh_certs: " + reply);
    }
  }

  private String ask(String command) {
    try (Socket connection = connect()) {
      connection.getOutputStream().write((command + "\r\nquit\r\n").getBytes(US_ASCII));
      return new String(connection.getInputStream().readAllBytes(), US_ASCII);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Connects without TLS to a server on a port, and logs in if it wants that. */
  public Socket connect() {
    try {
      Socket connection = new Socket(address().getAddress(), plainPort);
      int users = arguments.indexOf("-Y");
      if (users >= 0) {
        logIn(connection, Path.of(arguments.get(users + 1)));
      }
      return connection;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void logIn(Socket connection, Path users) throws IOException {
    String login = Files.readAllLines(users).get(0).replaceFirst(":", " ");
    String command = "set login 0 -1 " + login.length() + "\r\n" + login + "\r\n";
    connection.getOutputStream().write(command.getBytes(US_ASCII));
    byte[] reply = connection.getInputStream().readNBytes("STORED\r\n".length());
    if (!new String(reply, US_ASCII).equals("STORED\r\n")) {
      connection.close();
      throw new IllegalStateException("the server does not take the first of " + users);
    }
  }

  private Process running() {
    if (process == null) {
      throw new IllegalStateException("the server is not running");
    }
    return process;
  }

  @Override
  public void close() {
    if (process != null) {
      kill();
    }
    if (socket != null) {
      try {
        Files.deleteIfExists(socket); // which a killed server leaves behind
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Waits for something that happens outside of this JVM, or on threads that aren't the test's. */
  public static void awaitUntil(String what, Supplier<Boolean> condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.get()) {
      if (System.nanoTime() - deadline > 0) {
        throw new AssertionError("waited in vain for " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }
}
