package dev.corral.dashboard.web;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server on a free port of this machine, and a client that sends what no decent one would. */
final class Rig implements AutoCloseable {
  static final String TOKEN = "open-sesame-open-sesame";

  /** Longer than any machine is busy. */
  static final Duration PATIENCE = Duration.ofSeconds(30);

  /** What the number of viewers has become. */
  final AtomicInteger viewers = new AtomicInteger();

  final Broadcast broadcast = new Broadcast(viewers::set);
  final WebServer server;

  private Rig(
      @Nullable String token,
      Duration heartbeat,
      Supplier<PromptThreads> threads,
      Map<String, Question> questions) {
    try {
      server = WebServer.start(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          token,
          broadcast,
          questions,
          heartbeat,
          threads);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PromptThreads patient() {
    return new PromptThreads(PATIENCE.multipliedBy(2));
  }

  static Rig open() {
    return asking(Map.of());
  }

  static Rig asking(Map<String, Question> questions) {
    return new Rig(null, PATIENCE, Rig::patient, questions);
  }

  static Rig beating(Duration heartbeat) {
    return new Rig(null, heartbeat, Rig::patient, Map.of());
  }

  /** One with these threads, and a heartbeat that nobody has to wait for. */
  static Rig on(PromptThreads threads) {
    return new Rig(null, Duration.ofMillis(10), () -> threads, Map.of());
  }

  static Rig withToken() {
    return new Rig(TOKEN, PATIENCE, Rig::patient, Map.of("key", parameters -> parameters));
  }

  /** Where the server is, as a browser would name it. */
  String host() {
    return "127.0.0.1:" + server.port();
  }

  /** Asks as a browser would that was told so on this machine. */
  Answer get(String path, String... headers) {
    return ask("GET", path, "Host: " + host(), headers);
  }

  Answer post(String path, String body, String... headers) {
    String[] all = Stream.concat(
            Stream.of(
                "Content-Type: application/x-www-form-urlencoded",
                "Content-Length: " + body.length()),
            Arrays.stream(headers))
        .toArray(String[]::new);
    return send(request("POST", path, "Host: " + host(), all) + body);
  }

  /** Asks by a host's name, or by what else is in place of its header. */
  Answer ask(String method, String path, String host, String... headers) {
    return send(request(method, path, host, headers));
  }

  private static String request(String method, String path, String host, String... headers) {
    return Stream.concat(
            Stream.of(method + " " + path + " HTTP/1.1", host, "Connection: close"),
            Arrays.stream(headers))
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining("\r\n", "", "\r\n\r\n"));
  }

  private Answer send(String request) {
    try (Socket socket = connect(request)) {
      return Answer.parse(
          new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Begins to look on. */
  Watch watch() {
    return new Watch(connect(request("GET", "/events", "Host: " + host())));
  }

  Socket connect(String request) {
    try {
      Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
      socket.setSoTimeout((int) PATIENCE.toMillis());
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      return socket;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    server.close();
  }

  /** What came back. Names of headers are in lower case. */
  record Answer(int status, Map<String, String> headers, String body) {
    private static Answer parse(String text) {
      String[] halves = text.split("\r\n\r\n", 2);
      String[] lines = halves[0].split("\r\n", -1);
      Map<String, String> headers = new TreeMap<>();
      for (String line : Arrays.asList(lines).subList(1, lines.length)) {
        String[] sides = line.split(": *", 2);
        headers.put(sides[0].toLowerCase(Locale.ROOT), sides[1]);
      }
      return new Answer(Integer.parseInt(lines[0].split(" ", 3)[1]), headers, halves[1]);
    }

    @Nullable
    String header(String name) {
      return headers.get(name);
    }
  }

  /** A page that looks on. */
  static final class Watch implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader reader;

    private Watch(Socket socket) {
      this.socket = socket;
      try {
        this.reader = new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Reads up to a line that begins so, and returns the rest of it; null at the end. */
    @Nullable
    String next(String beginning) {
      try {
        String line = reader.readLine();
        while (line != null && !line.startsWith(beginning)) {
          line = reader.readLine();
        }
        return line == null ? null : line.substring(beginning.length());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Whether anything has come that was not read. */
    boolean hasMore() {
      try {
        return socket.getInputStream().available() > 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public void close() {
      try {
        socket.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
