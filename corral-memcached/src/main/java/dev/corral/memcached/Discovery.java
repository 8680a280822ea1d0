package dev.corral.memcached;

import static dev.corral.memcached.OptionValues.required;

import dev.corral.memcached.connection.Node;
import dev.corral.memcached.connection.Settings;
import dev.corral.memcached.connection.Transport;
import dev.corral.memcached.discovery.AddressFinder;
import dev.corral.memcached.discovery.ClusterFinder;
import dev.corral.memcached.discovery.Finder;
import dev.corral.memcached.discovery.NameServer;
import dev.corral.memcached.discovery.ServiceFinder;
import dev.corral.memcached.node.HostResolver;
import dev.corral.ring.Server;
import java.util.Optional;
import java.util.function.Function;

/**
 * Where a store finds its servers, and looks again while it is open. When they change, so does the
 * ring, without losing what is in flight. A change is looked at twice, a second apart, before it is
 * followed. When nothing is found, or nobody can be asked, the servers stay as they are. What
 * others change of the store's {@linkplain MemcachedStore#membership membership} is undone at the
 * next look.
 */
public final class Discovery {
  /** What finders find with. */
  private record Means(
      NameServer names, HostResolver hosts, Function<Server, ClusterFinder> clusters) {}

  private final String what;
  private final Optional<String> host;
  private final Function<Means, Finder> opening;

  private Discovery(String what, Optional<String> host, Function<Means, Finder> opening) {
    this.what = what;
    this.host = host;
    this.opening = opening;
  }

  /**
   * All addresses of a host, A and AAAA, each of which is a server. A server that comes back at
   * another address is another server, with other keys.
   *
   * @param address the host and the servers' port, {@code host:port}
   * @return the discovery
   * @throws dev.corral.fault.ConfigurationException if that is no address, or has no host name
   */
  public static Discovery dns(String address) {
    Server server = Server.parse(required("address", address));
    AddressFinder.requireName(server);
    return new Discovery(
        "the addresses of " + server,
        Optional.of(server.host()),
        means -> new AddressFinder(server, means.hosts()));
  }

  /**
   * The SRV records of a service: each has a server's host, port and weight. Those of the first
   * priority count.
   *
   * @param service the service's full name, such as {@code _memcache._tcp.cache.example}
   * @return the discovery
   * @throws dev.corral.fault.ConfigurationException if that is no name
   */
  public static Discovery srv(String service) {
    ServiceFinder.requireName(required("service", service));
    return new Discovery(
        "the SRV records of " + service,
        Optional.empty(),
        means -> new ServiceFinder(service, means.names()));
  }

  /**
   * What a managed cluster says of itself: {@code config get cluster}, as Amazon's ElastiCache and
   * Google's Memorystore answer it.
   *
   * @param endpoint the configuration or discovery endpoint, {@code host:port}
   * @return the discovery
   * @throws dev.corral.fault.ConfigurationException if that is no address
   */
  public static Discovery cluster(String endpoint) {
    Server server = Server.parse(required("endpoint", endpoint));
    return new Discovery(
        "the cluster of " + server, Optional.empty(), means -> means.clusters().apply(server));
  }

  /** The host for which all servers' certificates must be, if the servers have no names. */
  Optional<String> host() {
    return host;
  }

  /** What looks for the servers. It is to be closed before the transport is. */
  Finder finder(MemcachedOptions options, Settings settings, Transport transport) {
    Settings unhurried = settings.unhurried();
    return opening.apply(new Means(
        options.nameServer(),
        options.resolver(),
        server -> new ClusterFinder(
            server, new Node(server, unhurried, transport), unhurried.deadline())));
  }

  @Override
  public String toString() {
    return what;
  }
}
