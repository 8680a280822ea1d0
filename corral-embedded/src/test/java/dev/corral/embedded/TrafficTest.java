package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTest {
  @Test
  void connectionsAndTheirBytesAreCounted() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.maxConnections(2));
        Client first = new Client(server);
        Client second = new Client(server)) {
      assertThat(second.say("mn")).isEqualTo("MN");
      try (Client third = new Client(server)) {
        assertThat(third.hear()).isEqualTo("ERROR Too many open connections");
      }
      assertThat(first.stats("stats"))
          .containsEntry("curr_connections", "2")
          .containsEntry("connection_structures", "3")
          .containsEntry("total_connections", "3")
          .containsEntry("rejected_connections", "1")
          .containsEntry("bytes_read", "11")
          .containsEntry("bytes_written", "4");
    }
  }

  @Test
  void thePortIsTheOneThatWasFound() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        Client client = new Client(server)) {
      assertThat(client.stats("stats settings"))
          .containsEntry("tcpport", String.valueOf(server.address().getPort()));
    }
  }

  @Test
  void aServerThatComesBackHasCountedNothing() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      try (Client client = new Client(server)) {
        assertThat(client.say("get a")).isEqualTo("END");
      }
      server.restart();
      try (Client client = new Client(server)) {
        assertThat(client.stats("stats"))
            .containsEntry("cmd_get", "0")
            .containsEntry("total_connections", "2")
            .containsEntry("bytes_read", "7");
        assertThat(client.stats("stats settings"))
            .containsEntry("tcpport", String.valueOf(server.address().getPort()));
      }
    }
  }

  @Test
  void loginsAreCounted(@TempDir Path folder) throws IOException {
    Path users = Files.writeString(folder.resolve("users"), "joe:sesame\n");
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.passwordFile(users));
        Client client = new Client(server)) {
      assertThat(client.say("set a 0 0 9\r\njoe wrong"))
          .isEqualTo("CLIENT_ERROR authentication failure");
      assertThat(client.say("set a 0 0 10\r\njoe sesame")).isEqualTo("STORED");
      assertThat(client.stats("stats"))
          .containsEntry("auth_cmds", "2")
          .containsEntry("auth_errors", "1");
      assertThat(client.stats("stats settings"))
          .containsEntry("auth_enabled_ascii", users.toString());
    }
  }

  /** A client that waits for each reply. */
  private static final class Client implements AutoCloseable {
    private final Socket socket = new Socket();
    private final BufferedReader in;

    Client(EmbeddedServer server) throws IOException {
      socket.connect(server.address());
      socket.setSoTimeout(10_000);
      in = new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
    }

    String say(String command) throws IOException {
      socket.getOutputStream().write((command + "\r\n").getBytes(US_ASCII));
      return hear();
    }

    String hear() throws IOException {
      String line = in.readLine();
      return line == null ? "" : line;
    }

    Map<String, String> stats(String command) throws IOException {
      Map<String, String> stats = new TreeMap<>();
      for (String line = say(command); line.startsWith("STAT "); line = hear()) {
        String[] words = line.split(" ", 3);
        stats.put(words[1], words[2]);
      }
      return stats;
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }
}
