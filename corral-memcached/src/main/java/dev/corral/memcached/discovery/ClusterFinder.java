package dev.corral.memcached.discovery;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.request.ClusterRequest;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** Asks a managed cluster for its servers. */
public final class ClusterFinder implements Finder {
  /* design
   *
   * The answer has a line with a number, which grows with each change, and a line with the servers:
   *
   *   12
   *   host|address|port host|address|port
   *
   * The endpoint leads to any server of the cluster, and some learn of a change later than others. A
   * list with a lower number than the one before is therefore not believed, unless it is told again
   * and again: then the cluster was made anew under its old name.
   */

  /** How often a lower number must be told in a row. */
  private static final int INSISTENCE = 3;

  private final Server endpoint;
  private final Node node;
  private final long timeout;
  private long latest;
  private int lower;

  /**
   * Creates a finder.
   *
   * @param endpoint who is asked
   * @param node the way there, which is this finder's own
   * @param timeout how long an answer may take, in nanoseconds
   */
  public ClusterFinder(Server endpoint, Node node, long timeout) {
    this.endpoint = endpoint;
    this.node = node;
    this.timeout = timeout;
  }

  @Override
  public ServerList find() {
    node.tried().completeOnTimeout(null, timeout, TimeUnit.NANOSECONDS).join();
    ClusterRequest request = new ClusterRequest();
    if (!node.submit(request, timeout)) {
      throw new UnavailableException("the discovery of " + endpoint + " is closed");
    }
    try {
      return read(request.join());
    } catch (CompletionException e) {
      if (e.getCause() instanceof CorralException fault) {
        throw fault;
      }
      throw e;
    }
  }

  private ServerList read(String told) {
    String[] lines = told.strip().split("\r?\n", -1);
    if (lines.length != 2 || !lines[0].strip().matches("[0-9]{1,18}")) {
      throw unreadable(told);
    }
    ServerList servers = servers(lines[1].strip());
    long number = Long.parseLong(lines[0].strip());
    if (number < latest && ++lower < INSISTENCE) {
      throw new UnavailableException(endpoint + " told of its cluster as it was: number " + number
          + ", after number " + latest);
    }
    latest = number;
    lower = 0;
    return servers;
  }

  private ServerList servers(String told) {
    List<Server> servers = Arrays.stream(told.split("\\s+"))
        .map(this::server)
        .sorted(Comparator.comparing(Server::address))
        .toList();
    try {
      return ServerList.of(servers);
    } catch (ConfigurationException e) { // one is there twice
      throw unreadable(told);
    }
  }

  /** By its name, for which its certificate is; by its address if it has none. */
  private Server server(String told) {
    String[] parts = told.split("\\|", -1);
    if (parts.length != 3) {
      throw unreadable(told);
    }
    String host = parts[0].isEmpty() ? parts[1] : parts[0];
    try {
      return Server.parse((host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + parts[2]);
    } catch (ConfigurationException e) { // which would repeat it whole, as it came
      throw unreadable(told);
    }
  }

  private RejectedException unreadable(String told) {
    String shown = told.length() > 80 ? told.substring(0, 80) + "…" : told;
    return new RejectedException(
        endpoint + " told no list of servers: " + shown.replaceAll("\\p{Cntrl}", "?"));
  }

  @Override
  public void close() {
    node.stop("the store is closed").join();
  }
}
