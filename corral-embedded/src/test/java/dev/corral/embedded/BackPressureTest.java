package dev.corral.embedded;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class BackPressureTest {
  private static final String BIG = "x".repeat(100_000);

  @Test
  void aClientThatDoesNotReadIsNotReadFromAndOthersAreServed() throws Exception {
    int most = 5_000;
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.threads(1));
        RawClient greedy = new RawClient(server);
        RawClient other = new RawClient(server)) {
      assertThat(other.ask("set big 0 0 100000\r\n" + BIG + "\r\n", 8)).isEqualTo("STORED\r\n");
      // Half a gigabyte of replies, if all were made.
      AtomicInteger said = new AtomicInteger();
      CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> {
        try {
          for (int i = 0; i < most; i += 100) {
            StringBuilder requests = new StringBuilder();
            for (int n = i; n < i + 100; n++) {
              requests.append(String.format("mg big v k O%06d\r\n", n));
            }
            greedy.say(requests.toString());
            said.set(i + 100);
          }
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      });
      for (int i = 0; i < 100; i++) {
        assertThat(other.isServed()).isTrue();
      }
      long carriedOut = 0;
      // What one who does not read has been served stays as it is, however much is asked.
      for (int i = 0; i < 3; i++) {
        carriedOut = gets(other);
      }
      assertThat(carriedOut).isLessThan(most / 4);
      for (int i = 0; i < most; i++) {
        String head = String.format("VA 100000 kbig O%06d\r\n", i);
        String heard = greedy.hear(head.length() + BIG.length() + 2);
        assertThat(heard).startsWith(head).endsWith("\r\n");
      }
      asking.join();
      assertThat(said).hasValue(most);
      assertThat(gets(other)).isEqualTo(most);
    }
  }

  private static long gets(RawClient client) throws IOException {
    String told = client.ask("stats\r\nmn\r\n", 1);
    StringBuilder all = new StringBuilder(told);
    while (all.indexOf("MN\r\n") < 0) {
      all.append(client.hear(1));
    }
    String name = "STAT cmd_get ";
    int at = all.indexOf(name) + name.length();
    return Long.parseLong(all.substring(at, all.indexOf("\r", at)));
  }

  @Test
  void pipelinesThatFillTheSocketAgainAndAgainAreAnsweredWhole() throws IOException {
    String value = "v".repeat(1024);
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient client = new RawClient(server)) {
      assertThat(client.ask("ms k 1024\r\n" + value + "\r\n", 4)).isEqualTo("HD\r\n");
      String reply = "VA 1024\r\n" + value + "\r\n";
      for (int round = 0; round < 50; round++) {
        client.say("mg k v\r\n".repeat(256));
        assertThat(client.hear(256 * reply.length())).isEqualTo(reply.repeat(256));
      }
    }
  }

  @Test
  void whoEndsItsHalfHearsAllEvenIfItIsMuch() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient client = new RawClient(server)) {
      client.ask("set big 0 0 100000\r\n" + BIG + "\r\n", 8);
      String heard = client.sayLast("get big\r\n".repeat(200) + "mn\r\nget bi");
      assertThat(heard.getBytes(ISO_8859_1)).hasSize(200 * (100_000 + 27) + 4);
      assertThat(heard).endsWith("END\r\nMN\r\n");
    }
  }

  @Test
  void thousandsOfConnectionsLeaveNothing() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.maxConnections(64))) {
      for (int i = 0; i < 2_000; i++) {
        try (RawClient client = new RawClient(server)) {
          client.say(i % 2 == 0 ? "mn\r\nset half 0 0 10\r\nab" : "mn\r\nmn");
          assertThat(client.hear(4)).isEqualTo("MN\r\n");
        }
      }
      // All places are free again.
      RawClient[] clients = new RawClient[64];
      RawClient.awaitUntil("all places", () -> {
        try {
          boolean all = true;
          for (int i = 0; i < clients.length; i++) {
            clients[i] = new RawClient(server);
            all &= clients[i].isServed();
          }
          return all;
        } catch (IOException e) {
          return false;
        } finally {
          for (RawClient client : clients) {
            if (client != null) {
              client.close();
            }
          }
        }
      });
    }
  }
}
