package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.memcached.request.Request;
import dev.corral.ring.Server;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One server and the links to it. For any number of threads. */
public final class Node {
  private final Server server;
  private final Settings settings;
  private final Counters counters = new Counters();
  private final Link[] links;

  /**
   * Begins to connect to a server.
   *
   * @param server which
   * @param settings how
   * @param transport by what
   */
  public Node(Server server, Settings settings, Transport transport) {
    this.server = server;
    this.settings = settings;
    this.links = Stream.generate(() -> new Link(server, settings, counters, transport))
        .limit(settings.connections())
        .toArray(Link[]::new);
  }

  private Link link(@Nullable Key key) {
    return links.length == 1 || key == null
        ? links[0]
        : links[Math.floorMod((key.hashCode() * 0x9E3779B9) >>> 16, links.length)];
  }

  /**
   * Sends a request.
   *
   * @param request what is asked
   * @param timeout how long it may take, in nanoseconds
   * @return false if the node was stopped before, and the request is still to be sent elsewhere
   */
  public boolean submit(Request<?> request, long timeout) {
    return submit(request, link(request.key()), timeout);
  }

  /**
   * Sends a request about several keys that all take the same way.
   *
   * @param request what is asked
   * @param key one of them
   * @param timeout how long it may take, in nanoseconds
   * @return false if the node was stopped before, and the request is still to be sent elsewhere
   */
  public boolean submit(Request<?> request, Key key, long timeout) {
    return submit(request, link(key), timeout);
  }

  private boolean submit(Request<?> request, Link link, long timeout) {
    request.begin(settings.ticker().nanos(), timeout);
    if (!link.submit(request)) {
      return false;
    }
    counters.requests.increment();
    return true;
  }

  /**
   * Waits for nothing, but tells when the server has been tried.
   *
   * @return completes when the first attempt of each connection has come to its end, good or bad
   */
  public CompletableFuture<@Nullable Void> tried() {
    return CompletableFuture.allOf(
        Arrays.stream(links).map(Link::tried).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * By which way requests for a key go: those of two keys keep their order if the ways are equal.
   *
   * @param key the key
   * @return something to compare by identity
   */
  public Object way(Key key) {
    return link(key);
  }

  /**
   * Whether requests for a key should go elsewhere.
   *
   * @param key the key
   * @return true from when the server is ejected until it is back
   */
  public boolean isEjected(Key key) {
    return link(key).isEjected();
  }

  /**
   * Has a server that is ejected be looked for soon, since it is wanted.
   *
   * @param key by which request
   */
  public void hasten(Key key) {
    link(key).hasten();
  }

  /**
   * Remembers that the server missed a change.
   *
   * @param key what was changed
   * @return false if the server is back, and can be told itself
   */
  public boolean missed(Key key) {
    return link(key).missed(key);
  }

  /**
   * Ends all connections, each when what is in flight there is answered or after a while.
   *
   * @param reason what later requests are told
   * @return completes when they are closed
   */
  public CompletableFuture<@Nullable Void> stop(String reason) {
    return CompletableFuture.allOf(
        Arrays.stream(links).map(link -> link.stop(reason)).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * What is known of the server.
   *
   * @return a snapshot
   */
  public NodeStatus status() {
    ServerFacts facts = links[0].facts();
    return new NodeStatus(
        server,
        Arrays.stream(links).anyMatch(Link::isConnected),
        Arrays.stream(links).anyMatch(Link::isEjected),
        Optional.ofNullable(facts).map(ServerFacts::version),
        facts == null || facts.keepsCas(),
        facts == null ? 0 : facts.maxItemBytes(),
        Arrays.stream(links).mapToInt(Link::inFlight).sum(),
        counters.requests.sum(),
        counters.errors.sum(),
        counters.timeouts.sum(),
        counters.reconnects.sum(),
        Arrays.stream(links).mapToLong(link -> link.journal().size()).sum(),
        Arrays.stream(links).mapToLong(link -> link.journal().lost()).sum(),
        counters.latencies.snapshot());
  }
}
