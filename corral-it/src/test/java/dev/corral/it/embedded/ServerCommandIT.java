package dev.corral.it.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.it.Table;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the server as a user does: by the script in the project's root, as a process of its own. */
@Timeout(120)
class ServerCommandIT {
  private static final Path SCRIPT = Path.of("..", "corral").toAbsolutePath().normalize();
  private static final Pattern LISTENING =
      Pattern.compile("listening on (127\\.0\\.0\\.1:(\\d+)) \\(64 MiB\\); Ctrl-C ends it");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void itServesUntilASignalEndsItAndLeavesItsPort(String signal) throws Exception {
    long started = System.nanoTime();
    Process server = start("--port", "0", "--fault", "server-error,on=ms,keys=bad*");
    try (BufferedReader reader = server.inputReader(UTF_8)) {
      Matcher line = LISTENING.matcher(String.valueOf(reader.readLine()));
      assertThat(line).as("the first line").matches(Matcher::matches);
      Duration startTime = Duration.ofNanos(System.nanoTime() - started);
      use("memcached://" + line.group(1));

      long signalled = System.nanoTime();
      send(signal, server);
      assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
      Table.of("corral server, ended by SIG" + signal, "first line after", "ended within")
          .row(startTime, Duration.ofNanos(System.nanoTime() - signalled))
          .show();
      assertThat(server.exitValue()).isZero();
      assertThat(reader.readLine()).isNull();
      assertThat(errorsOf(server)).isEmpty();
      assertFree(Integer.parseInt(line.group(2)));
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void aTakenPortIsOneLineAndNoStackTrace() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process server = start("--port", String.valueOf(taken.getLocalPort()));
      try {
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(server.exitValue()).isEqualTo(1);
        assertThat(errorsOf(server).lines())
            .singleElement()
            .asString()
            .contains(String.valueOf(taken.getLocalPort()), "in use");
      } finally {
        server.destroyForcibly();
      }
    }
  }

  private static void use(String uri) {
    try (MemcachedStore store = MemcachedStore.open(uri + "?deadline=10s&connectTimeout=10s")) {
      MemcachedClient<String> client = store.client(Codec.strings());
      client.set("greeting", "hello", MINUTE);
      assertThat(client.get("greeting")).isEqualTo("hello");
      assertThatThrownBy(() -> client.set("bad1", "x", MINUTE))
          .isInstanceOf(UnavailableException.class)
          .hasMessageContaining("SERVER_ERROR");
      assertThat(client.get("bad1")).isNull();
    }
  }

  /** Nobody listens there any more; connections that linger are no obstacle, as to any server. */
  private static void assertFree(int port) throws IOException {
    try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertThat(socket.isBound()).isTrue();
    }
  }

  private static void send(String signal, Process server) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, String.valueOf(server.pid())).start();
    assertThat(kill.waitFor()).isZero();
  }

  private static String errorsOf(Process process) throws IOException {
    return new String(process.getErrorStream().readAllBytes(), UTF_8);
  }

  private static Process start(String... options) throws IOException {
    // What a shell starts in the background ignores Ctrl-C, and so do all that come after it.
    List<String> command =
        new ArrayList<>(List.of("env", "--default-signal=INT", SCRIPT.toString(), "server"));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    // A JVM that is given options this way says so on its error stream.
    builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"));
    return builder.start();
  }
}
