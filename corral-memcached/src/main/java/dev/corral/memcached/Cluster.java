package dev.corral.memcached;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.connection.Settings;
import dev.corral.memcached.connection.Transport;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.memcached.request.IoThread;
import dev.corral.memcached.request.Request;
import dev.corral.ring.FailureMode;
import dev.corral.ring.Membership;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The servers of a store: sends each request to the one that its key belongs to. */
final class Cluster implements AutoCloseable {
  /* design
   *
   * Callers take the topology of the moment without a lock. A change publishes the next one first
   * and then stops the nodes that are not in it; a node that is stopped finishes what it has, and
   * turns away whoever still comes, who then finds the next topology.
   *
   * Bookkeeping may be wanted from a server that has left. It is connected to once more when it is
   * asked, and for a while only: long enough that the CAS of a read is still good for the write after
   * it, and no longer, since a server leaves mostly because it is to be switched off.
   */

  private static final int VISIT_SECONDS = 10;

  private final MemcachedOptions options;
  private final Settings settings;
  private final Transport transport;
  private final Membership membership;
  private final Membership.Listener listener = (before, after) -> change(after);
  private final Ttl substituteTtl;
  private final Runnable onClose;

  private final ReentrantLock changing = new ReentrantLock();
  /** Nodes that may still have something in flight, though they are on no ring; by the lock. */
  private final List<CompletableFuture<?>> leaving = new ArrayList<>();

  /** Nodes for servers that have left and are asked about what they had; by the lock. */
  private final Map<String, Node> revisited = new HashMap<>();

  private volatile Topology topology;
  private volatile boolean isClosed;

  Cluster(
      Membership membership,
      MemcachedOptions options,
      Settings settings,
      Transport transport,
      Runnable onClose) {
    this.onClose = onClose;
    this.options = options;
    this.settings = settings;
    this.transport = transport;
    this.membership = membership;
    this.substituteTtl = Ttl.of(options.substituteTtl());
    changing.lock(); // a change that comes at once waits for the first topology
    try {
      topology = topology(membership.addListener(listener), null);
    } finally {
      changing.unlock();
    }
  }

  /** Waits until each server is connected, or has been found not to be there. */
  void awaitTried() {
    CompletableFuture<?> all = CompletableFuture.allOf(
        topology.nodes().stream().map(Node::tried).toArray(CompletableFuture<?>[]::new));
    all.completeOnTimeout(null, settings.connectTimeout(), TimeUnit.NANOSECONDS).join();
  }

  /** What connections go by, as the options say it. */
  static Settings settings(MemcachedOptions options) {
    boolean isFailFast = options.failureMode() == FailureMode.FAIL_FAST;
    return new Settings(
        options.connectionsPerNode(),
        options.deadline().toNanos(),
        options.maxInFlight(),
        options.maxBytesInFlight(),
        options.whenFull() == WhenFull.WAIT,
        options.connectTimeout().toNanos(),
        options.reconnectLeast().toNanos(),
        options.reconnectMost().toNanos(),
        isFailFast ? 0 : options.failures(),
        isFailFast ? 0 : options.journalKeys(),
        options.maxItemBytes(),
        options.drainTimeout().toNanos(),
        options.executor(),
        new OrderedEvents(options.listener(), options.executor()),
        options.resolver(),
        options.protection(),
        options.random(),
        options.ticker());
  }

  private Topology topology(Ring ring, @Nullable Topology before) {
    return Topology.of(ring, options, before, server -> new Node(server, settings, transport));
  }

  private void change(Ring after) {
    changing.lock();
    try {
      if (!isClosed) {
        Topology before = topology;
        topology = topology(after, before);
        List<Node> gone = new ArrayList<>(before.nodes());
        gone.removeAll(topology.nodes());
        leaving.removeIf(CompletableFuture::isDone);
        gone.forEach(node -> leaving.add(node.stop("it has left the ring")));
      }
    } finally {
      changing.unlock();
    }
  }

  Membership membership() {
    return membership;
  }

  Topology topology() {
    return topology;
  }

  /**
   * Sends a request to where its key belongs.
   *
   * @param request what is asked, about one key
   * @param timeout how long it may take, in nanoseconds
   * @return the request that was sent, with another life for what it stores if it had to go to a
   *     substitute
   */
  <R extends @Nullable Object> Request<R> send(Request<R> request, long timeout) {
    Key key = request.requiredKey();
    while (!isClosed) {
      Topology now = topology;
      Node home = now.home(key);
      Node substitute = home.isEjected(key) ? now.substitute(key) : null;
      if (substitute == null) {
        if (home.submit(request, timeout)) {
          return request;
        }
      } else if (!request.isChange() || home.missed(key)) {
        home.hasten(key);
        Request<R> shortened = request.shortened(substituteTtl);
        if (substitute.submit(shortened, timeout)) {
          return shortened;
        }
      }
      Thread.onSpinWait(); // the ring has changed, or the server is back, just now
    }
    return closed(request);
  }

  /**
   * Sends a request to its key's own server in a topology that may be over: to no substitute, and
   * to the server that it was even if that has left since.
   */
  <R extends @Nullable Object> Request<R> sendHome(
      Request<R> request, Topology then, long timeout) {
    Key key = request.requiredKey();
    if (then.home(key).submit(request, timeout)) {
      return request;
    }
    Node again = revisit(then.server(key));
    if (again == null) {
      return closed(request);
    }
    CompletableFuture<?> unused = again
        .tried()
        .completeOnTimeout(null, timeout, TimeUnit.NANOSECONDS)
        .thenAccept(done -> {
          Request<R> unusedSame = send(request, again, timeout);
        });
    return request;
  }

  /**
   * A node for a server that has left: one that is back, or one that is connected for a while; null
   * if the store is closed.
   */
  private @Nullable Node revisit(Server server) {
    changing.lock();
    try {
      if (isClosed) {
        return null;
      }
      Node back = topology.at(server);
      if (back != null) {
        return back;
      }
      Node known = revisited.get(server.address());
      if (known != null) {
        return known;
      }
      Node node = new Node(server, settings, transport);
      revisited.put(server.address(), node);
      CompletableFuture.delayedExecutor(VISIT_SECONDS, TimeUnit.SECONDS)
          .execute(() -> leave(server, node));
      return node;
    } finally {
      changing.unlock();
    }
  }

  private void leave(Server server, Node node) {
    changing.lock();
    try {
      if (!isClosed && revisited.remove(server.address(), node)) {
        leaving.removeIf(CompletableFuture::isDone);
        leaving.add(node.stop("it left the ring some time ago"));
      }
    } finally {
      changing.unlock();
    }
  }

  /** Sends a request to one server. */
  <R extends @Nullable Object> Request<R> send(Request<R> request, Node node, long timeout) {
    return node.submit(request, timeout) ? request : closed(request);
  }

  private <R extends @Nullable Object> Request<R> closed(Request<R> request) {
    request.settle(
        new UnavailableException(
            request.describe() + " was not sent: the memcached store is closed"),
        settings.executor());
    return request;
  }

  List<NodeStatus> status() {
    return topology.nodes().stream().map(Node::status).toList();
  }

  @Override
  public void close() {
    IoThread.requireOther("close the store");
    changing.lock();
    try {
      if (isClosed) {
        return;
      }
      isClosed = true;
    } finally {
      changing.unlock();
    }
    onClose.run();
    membership.removeListener(listener);
    // Nobody changes it any more.
    Stream.concat(topology.nodes().stream(), revisited.values().stream())
        .forEach(node -> leaving.add(node.stop("the store is closed")));
    CompletableFuture.allOf(leaving.toArray(CompletableFuture<?>[]::new)).join();
    transport.close();
  }
}
