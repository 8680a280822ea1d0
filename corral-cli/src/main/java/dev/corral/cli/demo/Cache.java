package dev.corral.cli.demo;

import dev.corral.cli.demo.crowd.Frontend;
import dev.corral.cli.option.Patience;
import dev.corral.embedded.EmbeddedServer;
import java.math.BigInteger;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The servers that scenes are played on: the demo's own, in this process, or the user's. There, all
 * keys begin with a prefix that is nobody else's.
 */
final class Cache implements AutoCloseable {
  private static final int RANDOM_BITS = 40;
  private static final int RADIX = 36;
  private static final String PATIENCE = "10s";

  private final String prefix =
      "corral-demo-" + new BigInteger(RANDOM_BITS, new SecureRandom()).toString(RADIX);
  private final List<EmbeddedServer> servers = new ArrayList<>();
  private final String uri;
  private int places;

  private Cache(String uri) {
    this.uri = uri;
  }

  /** The user's. Nothing is asked of it yet. */
  static Cache at(String uri) {
    return new Cache(uri);
  }

  /** Starts servers of its own. */
  static Cache start(int count) {
    List<EmbeddedServer> started = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        started.add(EmbeddedServer.start());
      }
    } catch (RuntimeException | Error e) {
      started.forEach(EmbeddedServer::close);
      throw e;
    }
    Cache cache = new Cache(started.stream()
        .map(server -> "127.0.0.1:" + server.address().getPort())
        .collect(Collectors.joining(",", "memcached://", "")));
    cache.servers.addAll(started);
    return cache;
  }

  /** The store that its servers are. */
  String uri() {
    return uri;
  }

  /** Whether all that is in there is the demo's. */
  boolean isOwn() {
    return !servers.isEmpty();
  }

  /**
   * A place where nothing has been cached.
   *
   * @param options what the URI shall have at its end
   */
  Frontend.Place newPlace(String options) {
    return new Frontend.Place(uri + options, prefix + "-" + ++places);
  }

  /** The same place, for who must not fail just because the machine is busy. */
  static Frontend.Place patiently(Frontend.Place place) {
    return new Frontend.Place(Patience.in(place.uri(), PATIENCE), place.prefix());
  }

  /** One of its own servers dies, with all that it holds. */
  void kill() {
    servers.get(0).kill();
  }

  /** It comes back, empty. */
  void restart() {
    servers.get(0).restart();
  }

  /**
   * Leaves nothing of a run: its own servers are as good as new, the user's without what can be
   * found by its keys.
   */
  void tidy(Frontend office) {
    servers.forEach(EmbeddedServer::renew);
    if (!isOwn()) {
      office.clear();
    }
  }

  @Override
  public void close() {
    servers.forEach(EmbeddedServer::close);
  }
}
