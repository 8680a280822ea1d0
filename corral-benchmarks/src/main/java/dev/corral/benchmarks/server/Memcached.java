package dev.corral.benchmarks.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * A memcached process of our own on a free port of the loopback interface, and a connection to ask
 * it what it has done. {@link #close} ends it; a JVM that ends without leaves it behind. For one
 * thread, but for close.
 */
public final class Memcached implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 20_000;

  private final Process process;
  private final Socket control;
  private final BufferedReader answers;

  private Memcached(Process process, Socket control) throws IOException {
    this.process = process;
    this.control = control;
    this.answers = new BufferedReader(new InputStreamReader(control.getInputStream(), US_ASCII));
  }

  /**
   * Starts a server, and returns when it listens.
   *
   * @param command the program, with what is to come before it
   * @param arguments such as {@code --threads=1}
   * @throws IOException if it does not start
   */
  public static Memcached start(List<String> command, String... arguments) throws IOException {
    List<String> line = new ArrayList<>(command);
    line.addAll(
        List.of("--user=" + System.getProperty("user.name"), "--listen=127.0.0.1", "--port=-1"));
    line.addAll(List.of(arguments));
    Path portFile = Files.createTempFile("memcached", ".port");
    ProcessBuilder builder = new ProcessBuilder(line);
    // Replaced when the server listens.
    builder.environment().put("MEMCACHED_PORT_FILENAME", portFile.toString());
    try {
      return connected(builder.inheritIO().start(), portFile);
    } finally {
      Files.delete(portFile);
    }
  }

  private static Memcached connected(Process process, Path portFile) throws IOException {
    try {
      Socket control = new Socket(InetAddress.getLoopbackAddress(), port(process, portFile));
      control.setSoTimeout(PATIENCE_MILLIS);
      return new Memcached(process, control);
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static int port(Process process, Path portFile) throws IOException {
    while (Files.size(portFile) == 0) {
      if (!process.isAlive()) {
        throw new IOException("memcached did not start");
      }
      LockSupport.parkNanos(5_000_000);
    }
    return Integer.parseInt(Files.readString(portFile).replaceAll("\\D", ""));
  }

  /** Where it listens, on 127.0.0.1. */
  public int port() {
    return control.getPort();
  }

  /** Its process, such as to see what that uses. */
  public long pid() {
    return process.pid();
  }

  /** What it counts, by the names that it has for it. */
  public Map<String, String> stats() throws IOException {
    control.getOutputStream().write("stats\r\n".getBytes(US_ASCII));
    Map<String, String> stats = new HashMap<>();
    for (String line = answers.readLine(); !"END".equals(line); line = answers.readLine()) {
      if (line == null) {
        throw new IOException("memcached at port " + control.getPort() + " has gone");
      }
      String[] words = line.split(" ", 3);
      stats.put(words[1], words[2]);
    }
    return stats;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    try {
      control.close();
    } catch (IOException e) {
      // Its other end is gone anyway.
    }
  }
}
