package dev.corral.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.embedded.fault.Fault;
import dev.corral.embedded.fault.InjectedFault;
import dev.corral.fault.ConfigurationException;
import dev.corral.testkit.MovableTicker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ServerLifeTest {
  private static final String SET = "set a 0 0 1\r\n7\r\n";

  @Test
  void itListensOnLoopbackOnly() {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      assertThat(server.address().getAddress().getHostAddress()).isEqualTo("127.0.0.1");
      assertThat(server.uri())
          .isEqualTo("memcached://127.0.0.1:" + server.address().getPort());
    }
  }

  @Test
  void aRestartedServerBeginsAnewWhereItWas() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient before = new RawClient(server)) {
      int port = server.address().getPort();
      assertThat(before.ask(SET + SET + "gets a\r\n", 34))
          .isEqualTo("STORED\r\nSTORED\r\nVALUE a 0 1 2\r\n7\r\n");
      server.restart();
      assertThat(server.address().getPort()).isEqualTo(port);
      try (RawClient after = new RawClient(server)) {
        String told = after.sayLast("gets a\r\n" + SET + "gets a\r\nstats\r\n");
        assertThat(told).startsWith("END\r\nSTORED\r\nVALUE a 0 1 1\r\n7\r\nEND\r\n");
        assertThat(told).contains("STAT cmd_set 1\r\n").contains("STAT cmd_get 2\r\n");
      }
    }
  }

  @Test
  void aKilledServerBreaksItsConnectionsAndListensNoMore() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient client = new RawClient(server)) {
      assertThat(client.ask(SET, 8)).isEqualTo("STORED\r\n");
      server.kill();
      server.kill();
      assertThat(client.isCutOff()).isTrue();
      assertThatThrownBy(() -> new RawClient(server)).isInstanceOf(ConnectException.class);
      server.restart();
      try (RawClient after = new RawClient(server)) {
        assertThat(after.sayLast("get a\r\n")).isEqualTo("END\r\n");
      }
    }
  }

  @Test
  void clearingKeepsConnections() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient client = new RawClient(server)) {
      assertThat(client.ask(SET, 8)).isEqualTo("STORED\r\n");
      server.clear();
      assertThat(client.ask("get a\r\n", 5)).isEqualTo("END\r\n");
    }
  }

  @Test
  void timeGoesOnOverARestart() throws IOException {
    MovableTicker ticker = new MovableTicker();
    try (EmbeddedServer server = EmbeddedServer.start(
        options -> options.ticker(ticker).startsAt(Instant.ofEpochSecond(1_000_000)))) {
      server.advance(Duration.ofHours(1));
      ticker.advance(Duration.ofSeconds(5));
      server.restart();
      try (RawClient client = new RawClient(server)) {
        assertThat(client.sayLast("stats\r\n")).contains("STAT time 1003605\r\n");
      }
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws IOException {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertThatThrownBy(() -> EmbeddedServer.start(options -> options.port(other.getLocalPort())))
          .isInstanceOf(ConfigurationException.class)
          .hasMessageContaining("can't listen on port " + other.getLocalPort() + " of 127.0.0.1")
          .hasMessageContaining("in use");
    }
  }

  @Test
  void aServerWhosePortWasTakenMeanwhileCanBeRestartedLater() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      server.kill();
      try (ServerSocket other = new ServerSocket()) {
        other.setReuseAddress(true);
        other.bind(server.address());
        assertThatThrownBy(server::restart).isInstanceOf(ConfigurationException.class);
      }
      server.restart();
      try (RawClient client = new RawClient(server)) {
        assertThat(client.isServed()).isTrue();
      }
    }
  }

  @Test
  void nonsenseIsRefusedAllAtOnce() {
    assertThatThrownBy(() -> EmbeddedServer.start(options ->
            options.port(70_000).maxItemBytes(1).maxBytes(0).maxConnections(0).threads(0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContainingAll("port", "70000", "maxItemBytes", "maxBytes", "maxConnections")
        .hasMessageContaining("threads");
    assertThatThrownBy(() -> EmbeddedServer.start(options -> options.host("no.such.host.invalid")))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("host no.such.host.invalid has no address");
  }

  @Test
  @SuppressWarnings("NullAway") // which is the point
  void whatIsNotGivenIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> EmbeddedServer.start(null));
    assertThatIllegalArgumentException().isThrownBy(() -> EmbeddedOptions.DEFAULTS.host(""));
    try (EmbeddedServer server = EmbeddedServer.start()) {
      assertThatIllegalArgumentException().isThrownBy(() -> server.advance(Duration.ofSeconds(-1)));
    }
  }

  @Test
  void itCannotBeSentForwardSoFarThatTimeRunsBackwards() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start();
        RawClient client = new RawClient(server)) {
      assertThat(client.ask(SET, 8)).isEqualTo("STORED\r\n");
      server.advance(Duration.ofDays(90 * 365));
      for (int years : new int[] {20, 200, 1000}) {
        assertThatIllegalArgumentException()
            .isThrownBy(() -> server.advance(Duration.ofDays(years * 365L)))
            .withMessageContaining("36500 days");
      }
      assertThat(client.ask("get a\r\n", 21)).startsWith("VALUE a 0 1\r\n7");
      server.renew();
      server.advance(Duration.ofDays(20 * 365));
    }
  }

  @Test
  void anItemOfMoreThanAGigabyteIsRefused() {
    assertThatThrownBy(() ->
            EmbeddedServer.start(options -> options.maxItemBytes((1 << 30) + 1).maxBytes(4L << 30)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("maxItemBytes must be from 1024 to 1073741824");
  }

  @Test
  void itTakesExactlySoManyConnections() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.maxConnections(3))) {
      List<RawClient> clients = new ArrayList<>();
      try {
        for (int i = 0; i < 3; i++) {
          clients.add(new RawClient(server));
          assertThat(clients.get(i).isServed()).isTrue();
        }
        for (int i = 0; i < 5; i++) {
          try (RawClient beyond = new RawClient(server)) {
            assertThat(beyond.hearAll()).isEqualTo("ERROR Too many open connections\r\n");
          }
        }
        assertThat(clients.get(0).isServed()).isTrue();
        clients.remove(0).close();
        RawClient.awaitUntil("a place", () -> {
          try (RawClient next = new RawClient(server)) {
            return next.sayLast("mn\r\n").equals("MN\r\n");
          } catch (IOException e) {
            return false;
          }
        });
      } finally {
        clients.forEach(RawClient::close);
      }
    }
  }

  @Test
  void whatAFaultHoldsUpDoesNotHoldUpTheEnd() throws IOException {
    EmbeddedServer server = EmbeddedServer.start();
    InjectedFault delay = server.inject(Fault.delay(Duration.ofDays(1_000_000)).times(1));
    InjectedFault stall = server.inject(Fault.stall());
    try (RawClient delayed = new RawClient(server);
        RawClient stalled = new RawClient(server)) {
      delayed.say("mn\r\n");
      RawClient.awaitUntil("the delay", () -> delay.strikes() == 1);
      stalled.say(SET);
      RawClient.awaitUntil("the stall", () -> stall.strikes() == 1);
      server.close();
      assertThat(delayed.isCutOff()).isTrue();
      assertThat(stalled.isCutOff()).isTrue();
    }
    server.close();
    stall.close();
    assertThatThrownBy(server::restart).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void faultsOutliveAKilledServerAndWhatTheyHeldUpDoesNot() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start()) {
      InjectedFault stall = server.inject(Fault.stall().on("set"));
      try (RawClient client = new RawClient(server)) {
        client.say(SET);
        RawClient.awaitUntil("the stall", () -> stall.strikes() == 1);
        server.restart();
        assertThat(client.isCutOff()).isTrue();
      }
      try (RawClient client = new RawClient(server)) {
        client.say(SET);
        RawClient.awaitUntil("the stall", () -> stall.strikes() == 2);
        stall.close();
        assertThat(client.ask("gets a\r\n", 8 + 23)).startsWith("STORED\r\nVALUE a 0 1 1\r\n");
      }
    }
  }

  @Test
  void aHeldUpClientThatHangsUpGivesItsPlaceFree() throws IOException {
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.maxConnections(1))) {
      InjectedFault stall = server.inject(Fault.stall().times(1));
      try (RawClient client = new RawClient(server)) {
        client.say("mn\r\nmn\r\n");
        RawClient.awaitUntil("the stall", () -> stall.strikes() == 1);
      }
      RawClient.awaitUntil("a place", () -> {
        try (RawClient next = new RawClient(server)) {
          return next.sayLast("mn\r\n").equals("MN\r\n");
        } catch (IOException e) {
          return false;
        }
      });
    }
  }

  @Test
  void accountsAreReadAgainWhenItIsRestarted(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("accounts"), "ada:old\n");
    String login = "set l 0 0 7\r\nada new\r\n";
    try (EmbeddedServer server = EmbeddedServer.start(options -> options.passwordFile(file))) {
      Files.writeString(file, "ada:new\n");
      try (RawClient client = new RawClient(server)) {
        assertThat(client.sayLast(login)).startsWith("CLIENT_ERROR");
      }
      server.restart();
      try (RawClient client = new RawClient(server)) {
        assertThat(client.ask(login, 8)).isEqualTo("STORED\r\n");
        Files.writeString(file, "broken\n");
        assertThatThrownBy(server::restart).isInstanceOf(ConfigurationException.class);
        assertThat(client.isServed()).isTrue();
      }
    }
  }
}
