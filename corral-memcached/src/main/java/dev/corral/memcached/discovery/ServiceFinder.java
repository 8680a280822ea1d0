package dev.corral.memcached.discovery;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.net.UnknownHostException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Finds the servers of a service by its SRV records, in the order of their names. */
public final class ServiceFinder implements Finder {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*\\.?");

  private final String service;
  private final NameServer names;

  /**
   * Creates a finder.
   *
   * @param service the service's full name
   * @param names who knows it
   */
  public ServiceFinder(String service, NameServer names) {
    this.service = service;
    this.names = names;
  }

  /**
   * Insists on a name that can be asked for.
   *
   * @param service the name
   * @throws ConfigurationException if it is none
   */
  public static void requireName(String service) {
    if (!NAME.matcher(service).matches()) {
      throw new ConfigurationException("bad service \"" + service
          + "\": expected a full name such as _memcache._tcp.cache.example");
    }
  }

  @Override
  public ServerList find() {
    try {
      List<ServiceRecord> records = names.services(service);
      int first = records.stream().mapToInt(ServiceRecord::priority).min().orElseThrow();
      return ServerList.of(records.stream()
          .filter(found -> found.priority() == first)
          .distinct()
          .sorted(Comparator.comparing(ServiceRecord::target).thenComparing(ServiceRecord::port))
          .map(ServiceFinder::server)
          .toList());
    } catch (UnknownHostException e) {
      throw new UnavailableException(
          "no SRV records were found for " + service + ": " + e.getMessage(), e);
    } catch (ConfigurationException e) {
      throw new RejectedException(
          "the SRV records of " + service + " are no list of servers: " + e.getMessage(), e);
    }
  }

  /** A weight of 0 is for servers that should be chosen rarely; a ring has no such. */
  private static Server server(ServiceRecord found) {
    return Server.parse(found.target() + ":" + found.port())
        .withWeight(Math.max(1, found.weight()));
  }
}
