package dev.corral.it.secure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.ScriptedServer;
import dev.corral.it.ScriptedServer.Script;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who has met a server before is spared most of the handshake. */
class SessionIT {
  private static final int CONNECTIONS = 5;
  private static final Key KEY = Samples.key("session", 0);

  @TempDir
  private static Path folder;

  private static Ways ways;

  @BeforeAll
  static void prepare() {
    ways = Ways.create(folder);
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void anotherConnectionResumesTheSession(String protocol) {
    List<Long> beginnings = new CopyOnWriteArrayList<>();
    Script script = connection -> {
      connection.tls().setEnabledProtocols(new String[] {protocol});
      beginnings.add(connection.tls().getSession().getCreationTime());
      assertThat(connection.tls().getSession().getProtocol()).isEqualTo(protocol);
      connection.greet();
      connection.serve(1);
      connection.reset();
    };
    try (ScriptedServer server = ways.tls().always(script);
        MemcachedStore store = open(server.server().address())) {
      while (server.connections() < CONNECTIONS) {
        Nodes.awaitAnswer(store, KEY);
      }
      // A session keeps the time of the one full handshake.
      assertThat(beginnings).hasSizeGreaterThanOrEqualTo(2).containsOnly(beginnings.get(0));
    }
  }

  @Test
  void memcachedResumesSessionsToo() {
    String[] arguments = ways.identity().server();
    arguments[2] += ",ssl_session_cache"; // which has it count them
    try (Memcached server = Memcached.with(arguments).start();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store = open(proxy.server().address())) {
      reconnect(proxy, store);
      int sessions = Integer.parseInt(server.stats().getOrDefault("ssl_new_sessions", ""));
      Table.of("sessions of memcached", "connections", "new sessions")
          .row(proxy.connections(), sessions)
          .show();
      // A full handshake of TLS 1.3 brings two, for the next connections; a short one another.
      assertThat(sessions).isEqualTo(proxy.connections() + 1);
    }
  }

  @Test
  void aServerThatFailsWhoeverResumesIsNotAskedToAgain() {
    try (Memcached server = demanding();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store = openShowing(proxy, options -> options)) {
      reconnect(proxy, store);
      // The second could have been a short handshake, and failed.
      assertThat(proxy.connections()).isEqualTo(CONNECTIONS + 1);
    }
  }

  @Test
  void norAreThoseDistrustedWhoAskedItAtTheSameTime() {
    try (Memcached server = demanding();
        FaultyProxy proxy = FaultyProxy.harmless(server.address());
        MemcachedStore store = openShowing(
            proxy,
            options -> options
                .connectionsPerNode(8)
                // For distrust the next attempt would be half an hour away.
                .reconnectAfter(Duration.ofMillis(10), Duration.ofHours(1)))) {
      for (int i = 0; i < CONNECTIONS; i++) {
        for (int number = 0; number < 50; number++) {
          Nodes.awaitAnswer(store, Samples.key("session", number));
        }
        proxy.resetAll();
      }
    }
  }

  private static void reconnect(FaultyProxy proxy, MemcachedStore store) {
    Nodes.awaitAnswer(store, KEY);
    for (int i = 1; i < CONNECTIONS; i++) {
      Nodes.reconnect(store, proxy, KEY);
    }
  }

  /** A store with a certificate that a memcached demands. */
  private static MemcachedStore openShowing(
      FaultyProxy proxy, UnaryOperator<MemcachedOptions> more) {
    Identity client = ways.authority().issue("client");
    return ways.tls()
        .open(
            ServerList.of(proxy.server()),
            options -> more.apply(options
                .deadline(Nodes.PATIENCE)
                .tls(tls -> tls.identity(client.chain(), client.key()))));
  }

  private static Memcached demanding() {
    return Memcached.with(ways.identity().demandingServer(ways.authority())).start();
  }

  private static MemcachedStore open(String address) {
    return ways.tls()
        .open(ServerList.parseAddresses(address), options -> options.deadline(Nodes.PATIENCE));
  }
}
