package dev.corral.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.LocalServers;
import dev.corral.memcached.connection.LocalTransport;
import dev.corral.memcached.discovery.Finder;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.ServerList;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DiscoveryTest {
  private final LocalServers servers = LocalServers.start("config:11211");
  private final LocalTransport transport = servers.transport();

  @AfterEach
  void close() {
    transport.close();
    servers.close();
  }

  private ServerList found(Discovery discovery, UnaryOperator<MemcachedOptions> change) {
    MemcachedOptions options =
        change.apply(MemcachedOptions.DEFAULTS.deadline(Duration.ofSeconds(10)));
    try (Finder finder = discovery.finder(options, Cluster.settings(options), transport)) {
      return finder.find();
    }
  }

  @Test
  void aHostsAddressesAreFoundByTheResolver() {
    ServerList found = found(
        Discovery.dns("cache.example:1"),
        options -> options.resolver(
            host -> new InetAddress[] {InetAddress.getByAddress(new byte[] {10, 0, 0, 1})}));

    assertThat(found).isEqualTo(ServerList.parseAddresses("10.0.0.1:1"));
  }

  @Test
  void aClusterIsAskedByAConnectionThatIsClosedAfterwards() {
    servers.at("config:11211").answerNext("config", "CONFIG cluster 0 11\r\n1\na||1 b||2\r\nEND");

    assertThat(found(Discovery.cluster("config:11211"), options -> options.connectionsPerNode(4)))
        .isEqualTo(ServerList.parseAddresses("a:1,b:2"));
    assertThat(servers.at("config:11211").accepted()).isOne();
    LocalServers.await("the end", () -> servers.at("config:11211").connections() == 0);
  }

  @Test
  void anEndpointIsOnNoRingAndSoIsNotEjected() {
    servers.at("config:11211").stop();
    List<NodeEvent> events = new CopyOnWriteArrayList<>();
    MemcachedOptions options = MemcachedOptions.DEFAULTS
        .ejecting(1)
        .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(1))
        .executor(Runnable::run)
        .listener(events::add);

    Discovery cluster = Discovery.cluster("config:11211");
    try (Finder finder = cluster.finder(options, Cluster.settings(options), transport)) {
      assertThatThrownBy(finder::find).isInstanceOf(UnavailableException.class);
      LocalServers.await("attempts", () -> events.size() > 3);
    }

    assertThat(events).hasOnlyElementsOfType(NodeEvent.ConnectFailed.class);
  }

  @Test
  void onlyServersWithoutNamesAreKnownByTheHostThatWasLookedUp() {
    assertThat(Discovery.dns("cache.example:1").host()).contains("cache.example");
    assertThat(Discovery.srv("_memcache._tcp.cache.example").host()).isEmpty();
    assertThat(Discovery.cluster("config:1").host()).isEmpty();
  }

  @Test
  void eachSaysWhatItFinds() {
    assertThat(Discovery.dns("a:1")).hasToString("the addresses of a:1");
    assertThat(Discovery.srv("a.b")).hasToString("the SRV records of a.b");
    assertThat(Discovery.cluster("a:1")).hasToString("the cluster of a:1");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller without NullAway can do
  void whatIsNoPlaceToLookIsRefused() {
    assertThatThrownBy(() -> Discovery.dns("10.0.0.1:1"))
        .isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Discovery.srv("a b")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Discovery.cluster("a:0")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Discovery.dns(null)).hasMessage("address must not be null");
    assertThatThrownBy(() -> Discovery.srv(null)).hasMessage("service must not be null");
    assertThatThrownBy(() -> Discovery.cluster(null)).hasMessage("endpoint must not be null");
  }

  @Test
  void aStoreIsNotOpenedOnServersThatAreNotFound() {
    assertThatThrownBy(() -> MemcachedStore.open(
            Discovery.dns("cache.example:1"),
            options -> options.resolver(host -> {
              throw new UnknownHostException("no such name");
            })))
        .isInstanceOf(UnavailableException.class)
        .isInstanceOf(CorralException.class)
        .hasMessage("no address was found for cache.example: no such name");
  }
}
