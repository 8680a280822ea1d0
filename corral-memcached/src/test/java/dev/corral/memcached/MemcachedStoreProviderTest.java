package dev.corral.memcached;

import static dev.corral.memcached.connection.LocalServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ways to open a store. On a unix socket that isn't there, they ask nothing of the network. */
class MemcachedStoreProviderTest {
  private static final Key KEY = Key.raw("key");

  @TempDir
  private Path folder;

  // The folder is made before each test, as is JUnit's way.
  @SuppressWarnings("NullAway.Init")
  MemcachedStoreProviderTest() {}

  private Server nowhere(String name) {
    return Server.parse("unix:" + folder.resolve(name));
  }

  private static void assertUnavailable(MemcachedStore store, Server server) {
    assertThatThrownBy(() -> store.get(KEY).join())
        .hasCauseInstanceOf(UnavailableException.class)
        .hasMessageContaining(server.address());
  }

  @Test
  void aCorralIsOpenedByItsUri() {
    Server server = nowhere("a");

    try (Corral corral = Corral.open("memcached://" + server.address() + "?deadline=5s")) {
      assertThat(corral.store()).isInstanceOf(MemcachedStore.class);
      assertThat(corral.store().toString()).isEqualTo("memcached [" + server.address() + "]");
      assertUnavailable((MemcachedStore) corral.store(), server);
    }
  }

  @Test
  void aWrongUriIsNamedWithAllThatIsWrongWithIt() {
    assertThatThrownBy(() -> Corral.open("memcached://a:0?deadline=soon"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageStartingWith("memcached://a:0?deadline=soon: ")
        .hasMessageContaining("the port must be 1 to 65535")
        .hasMessageContaining("deadline is 'soon'");
  }

  @Test
  void aStoreIsOpenedOnAListOfServers() {
    Server server = nowhere("a");

    try (MemcachedStore store = MemcachedStore.open(
        ServerList.of(server), options -> options.dialect(Dialect.LIBMEMCACHED_WEIGHTED))) {
      assertThat(store.membership().ring().dialect()).isEqualTo(Dialect.LIBMEMCACHED_WEIGHTED);
      assertUnavailable(store, server);
    }
  }

  @Test
  void optionsThatMakeNoSenseOpenNothing() {
    assertThatThrownBy(() -> MemcachedStore.open(
            ServerList.of(nowhere("a")), options -> options.deadline(Duration.ZERO)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("deadline");
  }

  @Test
  void unixSocketsWhereTlsIsWantedOpenNothing() {
    assertThatThrownBy(() -> MemcachedStore.open("memcacheds://" + nowhere("a").address()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("memcached has no TLS on unix sockets: [" + nowhere("a").address() + "]");
    assertThatThrownBy(() -> MemcachedStore.open(
            ServerList.parseAddresses("a:1"),
            options -> options.tls().guttering(1, ServerList.of(nowhere("b")))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(nowhere("b").address());
  }

  @Test
  void aStoreFollowsAMembershipThatOthersChange() {
    Membership membership = new Membership(ServerList.of(nowhere("a")), Dialect.LIBKETAMA);

    try (MemcachedStore store = MemcachedStore.open(membership, options -> options)) {
      assertThat(store.membership()).isSameAs(membership);
      membership.add(nowhere("b"));
      assertThat(store.nodes()).hasSize(2);
    }
    membership.add(nowhere("c"));
  }

  @Test
  void aStoreFollowsAFile() throws IOException {
    Path file = folder.resolve("servers");
    Files.writeString(file, nowhere("a").address() + " 1\n");

    try (MemcachedStore store =
        MemcachedStore.open("memcached://?file=" + file + "&serverFileInterval=1ms")) {
      assertThat(store.nodes()).hasSize(1);
      Files.writeString(file, nowhere("a").address() + " 1\n" + nowhere("b").address() + " 1\n");
      await("the new server", () -> store.nodes().size() == 2);
    }
    await(
        "the file to be let go",
        () -> Thread.getAllStackTraces().keySet().stream()
            .noneMatch(thread -> thread.getName().equals("corral-servers")));
  }

  @Test
  void aFileThatIsNotThereOpensNothing() {
    Path file = folder.resolve("servers");

    assertThatThrownBy(() -> MemcachedStore.openFile(file, options -> options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(file.toString());
  }
}
