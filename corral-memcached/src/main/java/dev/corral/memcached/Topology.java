package dev.corral.memcached;

import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.ring.FailureMode;
import dev.corral.ring.Ring;
import dev.corral.ring.Route;
import dev.corral.ring.Router;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ring of one moment with the nodes that stand on it, and those that step in. Immutable: each
 * change of the membership makes another, which takes over the nodes that stay.
 */
final class Topology {
  private final Ring ring;
  private final Node[] homes;
  private final Map<String, Node> byAddress;
  private final Router router;

  private Topology(Ring ring, Router router, Map<String, Node> byAddress) {
    this.ring = ring;
    this.router = router;
    this.byAddress = byAddress;
    this.homes = ring.servers().servers().stream()
        .map(server -> byAddress.get(server.address()))
        .toArray(Node[]::new);
  }

  /**
   * The first one, or the one after a change.
   *
   * @param before the one until now, whose nodes it keeps where their address stays
   * @param connect what makes the other nodes
   */
  static Topology of(
      Ring ring,
      MemcachedOptions options,
      @Nullable Topology before,
      Function<Server, Node> connect) {
    Map<String, Node> known = before == null ? Map.of() : before.byAddress;
    Map<String, Node> nodes = new HashMap<>();
    Optional<ServerList> spares = spares(ring, options);
    for (Server server : ring.servers().servers()) {
      nodes.put(server.address(), node(server, known, connect));
    }
    spares.ifPresent(list -> list.servers()
        .forEach(server -> nodes.put(server.address(), node(server, known, connect))));
    return new Topology(ring, router(ring, options, spares), nodes);
  }

  private static Node node(Server server, Map<String, Node> known, Function<Server, Node> connect) {
    Node node = known.get(server.address());
    return node == null ? connect.apply(server) : node;
  }

  /** The spare servers but for those that have joined the ring themselves; none if all have. */
  private static Optional<ServerList> spares(Ring ring, MemcachedOptions options) {
    List<Server> left = options.spares().stream()
        .flatMap(list -> list.servers().stream())
        .filter(spare -> ring.servers().servers().stream().noneMatch(spare::isAt))
        .toList();
    return left.isEmpty() ? Optional.empty() : Optional.of(ServerList.of(left));
  }

  /**
   * Refuses servers that can't be used as the options say, before there is any thread or
   * connection: unix sockets where TLS is wanted; spare servers all of which are on the ring, so
   * that they would stand in for nobody, or that the ring's dialect can't name.
   *
   * @throws ConfigurationException if there are such
   */
  static void requireUsable(Ring ring, MemcachedOptions options) {
    Optional<ServerList> spares = spares(ring, options);
    List<Server> sockets = Stream.concat(Stream.of(ring.servers()), spares.stream())
        .flatMap(list -> list.servers().stream())
        .filter(Server::isUnixSocket)
        .toList();
    if (options.isEncrypting() && !sockets.isEmpty()) {
      throw new ConfigurationException("memcached has no TLS on unix sockets: " + sockets);
    }
    if (options.failureMode() == FailureMode.GUTTER && spares.isEmpty()) {
      throw new ConfigurationException(
          "guttering needs a spare server that is not on the ring itself");
    }
    Router unused = router(ring, options, spares);
  }

  private static Router router(Ring ring, MemcachedOptions options, Optional<ServerList> spares) {
    if (options.failureMode() == FailureMode.EJECT) {
      return Router.ejecting(ring);
    }
    return spares
        .map(list -> Router.guttering(ring, Ring.of(list, ring.dialect())))
        .orElseGet(() -> Router.failFast(ring));
  }

  Ring ring() {
    return ring;
  }

  /** The node that holds a key, whether or not it is up. */
  Node home(Key key) {
    return homes[ring.indexOf(key.bytes())];
  }

  /** The server that holds a key. */
  Server server(Key key) {
    return ring.locate(key);
  }

  /** The node that is connected to a server; null if the server is not here. */
  @Nullable
  Node at(Server server) {
    return byAddress.get(server.address());
  }

  /** The node that steps in while a key's own is ejected; null if there is none. */
  @Nullable
  Node substitute(Key key) {
    Route route = router.route(key, server -> {
      Node node = byAddress.get(server.address());
      return node != null && !node.isEjected(key);
    });
    return route instanceof Route.Substitute substitute
        ? byAddress.get(substitute.server().address())
        : null;
  }

  /** The nodes on the ring in its order. */
  List<Node> homes() {
    return List.of(homes);
  }

  /** All nodes, the spare ones too. */
  Collection<Node> nodes() {
    return byAddress.values();
  }
}
