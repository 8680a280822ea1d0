package dev.corral.memcached.discovery;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.node.HostResolver;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** Finds the addresses of a host. In the order of their text, so that all clients have one list. */
public final class AddressFinder implements Finder {
  private final Server server;
  private final HostResolver resolver;

  /**
   * Creates a finder.
   *
   * @param server the host and the port of all its addresses
   * @param resolver what knows the addresses
   */
  public AddressFinder(Server server, HostResolver resolver) {
    this.server = server;
    this.resolver = resolver;
  }

  /**
   * Insists on a host that can be looked up.
   *
   * @param server where servers are to be found
   * @throws ConfigurationException if it has a unix socket or an IP address
   */
  public static void requireName(Server server) {
    if (server.isUnixSocket()
        || NetUtil.createByteArrayFromIpAddressString(server.host()) != null) {
      throw new ConfigurationException(
          "bad name \"" + server.address() + "\": expected a host name that stands for addresses");
    }
  }

  @Override
  public ServerList find() {
    try {
      InetAddress[] found = resolver.resolve(server.host());
      if (found.length == 0) {
        throw new UnknownHostException("its resolver knows none");
      }
      return ServerList.of(Arrays.stream(found)
          .map(this::at)
          .distinct()
          .sorted()
          .map(Server::parse)
          .toList());
    } catch (UnknownHostException e) {
      throw new UnavailableException(
          "no address was found for " + server.host() + ": " + e.getMessage(), e);
    }
  }

  private String at(InetAddress address) {
    String text = NetUtil.toAddressString(address);
    return (text.indexOf(':') < 0 ? text : "[" + text + "]") + ":" + server.port();
  }
}
