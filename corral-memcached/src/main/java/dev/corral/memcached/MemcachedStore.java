package dev.corral.memcached;

import dev.corral.codec.Codec;
import dev.corral.fault.RejectedException;
import dev.corral.key.Key;
import dev.corral.memcached.connection.Node;
import dev.corral.memcached.connection.Settings;
import dev.corral.memcached.connection.SocketTransport;
import dev.corral.memcached.connection.Transport;
import dev.corral.memcached.discovery.Finder;
import dev.corral.memcached.discovery.FollowedServers;
import dev.corral.memcached.node.NodeStatus;
import dev.corral.memcached.request.CountRequest;
import dev.corral.memcached.request.DeleteRequest;
import dev.corral.memcached.request.GetManyRequest;
import dev.corral.memcached.request.GetRequest;
import dev.corral.memcached.request.PutRequest;
import dev.corral.memcached.request.Request;
import dev.corral.ring.Membership;
import dev.corral.ring.Server;
import dev.corral.ring.ServerFile;
import dev.corral.ring.ServerList;
import dev.corral.store.Arithmetic;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Placement;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A store on memcached servers. It speaks the meta protocol, pipelines what any number of threads
 * ask, and finds each key's server on a ketama ring.
 *
 * <p>Every request has a deadline and ends by it: with an outcome, or with a fault.
 *
 * <ul>
 *   <li>{@link dev.corral.fault.DeadlineExceededException}: no answer in time; what was asked may
 *       or may not have been done.
 *   <li>{@link dev.corral.fault.OverloadedException}: too much is in flight; nothing was sent.
 *   <li>{@link dev.corral.fault.UntrustedException}: a certificate or password is wrong, or only
 *       one side speaks TLS; somebody has to mend that.
 *   <li>any other {@link dev.corral.fault.UnavailableException}: the server is down, or the
 *       connection broke; in the latter case it may or may not have been done.
 *   <li>{@link RejectedException}: the server will never take it, a value too large for instance.
 * </ul>
 *
 * Callbacks on the futures run on the {@linkplain MemcachedOptions#executor executor}, or on the
 * thread that adds them if the future is complete. Waiting for the store's own futures on an I/O
 * thread fails at once with an IllegalStateException.
 *
 * <p>A {@link dev.corral.store.Cas} holds for as long as the connection lives that it came by.
 */
public final class MemcachedStore implements Store {
  private static final Duration LONGEST_DEADLINE = Duration.ofHours(1);

  private final Cluster cluster;
  private final long timeout;

  private MemcachedStore(Cluster cluster, long timeout) {
    this.cluster = cluster;
    this.timeout = timeout;
  }

  /**
   * Opens a store as a URI says.
   *
   * @param uri {@code memcached://host:port,host:port=weight,unix:/path?option=value&...}; or, in
   *     place of the servers, {@code memcached://?file=/path} for a file, {@code ?dns=host:port},
   *     {@code ?srv=name} or {@code ?cluster=host:port} for a {@link Discovery}, all of which are
   *     followed. {@code memcacheds://} is the same with TLS
   * @return the store, once each server is connected or has been found not to be there
   * @throws dev.corral.fault.ConfigurationException if the URI is wrong, naming all that is
   * @throws dev.corral.fault.CorralException if servers are to be looked for and none are found
   */
  public static MemcachedStore open(String uri) {
    StoreUri parsed = StoreUri.parse(uri);
    if (parsed.discovery().isPresent()) {
      return open(parsed.discovery().get(), parsed.options());
    }
    return parsed.file().isPresent()
        ? openFile(parsed.file().get(), parsed.options())
        : open(parsed.servers().orElseThrow(), parsed.options());
  }

  /**
   * Opens a store on servers.
   *
   * @param servers the servers
   * @param options changes the default options
   * @return the store, once each server is connected or has been found not to be there
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     doesn't
   */
  public static MemcachedStore open(ServerList servers, UnaryOperator<MemcachedOptions> options) {
    MemcachedOptions changed = options.apply(MemcachedOptions.DEFAULTS).validated();
    return open(new Membership(servers, changed.dialect()), changed, () -> {});
  }

  /**
   * Opens a store on servers that are changed by others, each change at once and without losing
   * what is in flight.
   *
   * @param membership the servers; its dialect counts, not that of the options
   * @param options changes the default options
   * @return the store, once each server is connected or has been found not to be there
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     doesn't
   */
  public static MemcachedStore open(
      Membership membership, UnaryOperator<MemcachedOptions> options) {
    return open(membership, options.apply(MemcachedOptions.DEFAULTS).validated(), () -> {});
  }

  /**
   * Opens a store on servers that are listed in a file, as {@link ServerList#read} takes it. When
   * the file changes, so do the servers.
   *
   * @param file the file
   * @param options changes the default options
   * @return the store, once each server is connected or has been found not to be there
   * @throws dev.corral.fault.ConfigurationException if the file or the options are wrong, naming
   *     all that is
   */
  public static MemcachedStore openFile(Path file, UnaryOperator<MemcachedOptions> options) {
    MemcachedOptions changed = options.apply(MemcachedOptions.DEFAULTS).validated();
    Membership membership = new Membership(ServerList.read(file), changed.dialect());
    ScheduledExecutorService poller = Executors.newSingleThreadScheduledExecutor(task -> {
      Thread thread = new Thread(task, "corral-servers");
      thread.setDaemon(true);
      return thread;
    });
    ServerFile watched = ServerFile.watch(file, membership, poller, changed.serverFileInterval());
    Runnable unwatch = () -> {
      watched.close();
      poller.shutdownNow();
    };
    try {
      return open(membership, changed, unwatch);
    } catch (RuntimeException | Error e) {
      unwatch.run();
      throw e;
    }
  }

  /**
   * Opens a store on servers that are looked for, and followed while it is open.
   *
   * @param discovery where to look
   * @param options changes the default options
   * @return the store, once each server is connected or has been found not to be there
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, naming all that
   *     doesn't
   * @throws dev.corral.fault.CorralException if no servers are found
   */
  public static MemcachedStore open(Discovery discovery, UnaryOperator<MemcachedOptions> options) {
    MemcachedOptions changed = options.apply(MemcachedOptions.DEFAULTS).validated();
    MemcachedOptions named = discovery.host().map(changed::hostName).orElse(changed);
    Settings settings = settings(named);
    Transport sockets = SocketTransport.open(named.ioThreads());
    Runnable ending = sockets::close;
    try {
      Finder finder = discovery.finder(named, settings, sockets);
      ending = () -> {
        finder.close();
        sockets.close();
      };
      Membership membership = new Membership(finder.find(), named.dialect());
      Topology.requireUsable(membership.ring(), named);
      FollowedServers followed = FollowedServers.follow(
          discovery.toString(), finder, membership, named.discoveryInterval());
      ending = () -> {
        followed.close();
        sockets.close();
      };
      return open(membership, named, settings, sockets, followed::close);
    } catch (RuntimeException | Error e) {
      ending.run();
      throw e;
    }
  }

  private static MemcachedStore open(
      Membership membership, MemcachedOptions options, Runnable onClose) {
    Topology.requireUsable(membership.ring(), options);
    Settings settings = settings(options);
    return open(membership, options, settings, SocketTransport.open(options.ioThreads()), onClose);
  }

  /** What connections go by. Files that are wrong are found here. */
  private static Settings settings(MemcachedOptions options) {
    Settings settings = Cluster.settings(options);
    settings.protection().refresh();
    return settings;
  }

  private static MemcachedStore open(
      Membership membership,
      MemcachedOptions options,
      Settings settings,
      Transport transport,
      Runnable onClose) {
    Cluster cluster = new Cluster(membership, options, settings, transport, onClose);
    cluster.awaitTried();
    return open(cluster, options);
  }

  /** A store on servers that are reached in whatever way. */
  static MemcachedStore open(Cluster cluster, MemcachedOptions options) {
    return new MemcachedStore(cluster, options.deadline().toNanos());
  }

  /**
   * The same store with another deadline for each request.
   *
   * @param deadline how long a request may take, more than zero and at most 1 h
   * @return a view; closing it closes the store
   */
  public MemcachedStore within(Duration deadline) {
    if (deadline.isNegative() || deadline.isZero() || deadline.compareTo(LONGEST_DEADLINE) > 0) {
      throw new IllegalArgumentException(
          "deadline must be more than zero and at most 1 h, but is " + deadline);
    }
    return new MemcachedStore(cluster, deadline.toNanos());
  }

  /**
   * A plain client on this store, for those who want no more than one: its keys are sent as they
   * are written.
   *
   * @param codec how values are written
   * @param <V> what they are
   * @return a view; closing the store ends it
   */
  public <V> MemcachedClient<V> client(Codec<V> codec) {
    return new MemcachedClient<>(new AsyncMemcachedClient<>(cluster, codec, timeout));
  }

  /**
   * The servers, which may be changed while the store is in use.
   *
   * @return what the store follows
   */
  public Membership membership() {
    return cluster.membership();
  }

  /**
   * What is known of the servers: those on the ring, and spare ones.
   *
   * @return a snapshot of each
   */
  public List<NodeStatus> nodes() {
    return cluster.status();
  }

  /**
   * Asks one server for its general statistics: what it tells of itself, whatever the others do.
   *
   * @param server one of those on the ring, or a spare one; its address counts
   * @return by name; fails if the server does, or is not of this store any more
   */
  public CompletableFuture<Map<String, String>> stats(Server server) {
    return new Administration(cluster, timeout).statsOf(server);
  }

  @Override
  public <R> CompletableFuture<R> execute(Operation<R> operation) {
    return cluster.send(request(operation), timeout);
  }

  @Override
  public <R> CompletableFuture<R> executeAwaited(Operation<R> operation) {
    Request<R> request = request(operation);
    request.expect();
    return cluster.send(request, timeout);
  }

  @Override
  public Placement placement() {
    return new ServerPlacement(cluster, cluster.topology(), timeout);
  }

  @SuppressWarnings("unchecked") // as in request
  @Override
  public <R> List<CompletableFuture<R>> executeAll(
      List<? extends Operation<? extends R>> operations) {
    List<CompletableFuture<R>> outcomes = new ArrayList<>(operations.size());
    GetBatches<GetRequest> batches =
        new GetBatches<>(cluster.topology(), GetRequest::key, new Batched());
    for (Operation<? extends R> operation : operations) {
      if (operation instanceof Get get && get.isPlain()) {
        GetRequest request = new GetRequest(get);
        batches.add(request);
        outcomes.add((CompletableFuture<R>) (CompletableFuture<?>) request);
      } else {
        batches.sendBefore(operation.key());
        outcomes.add((CompletableFuture<R>) execute(operation));
      }
    }
    batches.sendAll();
    return outcomes;
  }

  /** Sends gets that were asked for in one batch. */
  private final class Batched implements GetBatches.Sender<GetRequest> {
    @Override
    public boolean sendMany(Node node, List<GetRequest> gets) {
      return node.submit(new GetManyRequest(gets), gets.get(0).key(), timeout);
    }

    @Override
    public void sendOne(GetRequest get) {
      // A plain get goes to a substitute as it is, so this is the same future.
      CompletableFuture<?> unused = cluster.send(get, timeout);
    }
  }

  // The kind of operation decides the kind of outcome, which the compiler can't see.
  @SuppressWarnings("unchecked")
  static <R> Request<R> request(Operation<R> operation) {
    Request<?> request;
    if (operation instanceof Get get) {
      request = new GetRequest(get);
    } else if (operation instanceof Put put) {
      request = new PutRequest<>(put, Function.identity());
    } else if (operation instanceof Delete delete) {
      request = new DeleteRequest<>(delete, Function.identity());
    } else {
      request = new CountRequest<>((Arithmetic) operation, Function.identity());
    }
    return (Request<R>) request;
  }

  @Override
  public CompletableFuture<@Nullable Void> set(Key key, byte[] value, Ttl ttl) {
    return cluster.send(set(Put.set(key, value, ttl)), timeout);
  }

  /** A set of which its caller wants to know nothing but that it was stored. */
  static Request<@Nullable Void> set(Put put) {
    return new PutRequest<>(put, outcome -> {
      if (!outcome.isStored()) {
        throw new RejectedException("it was answered with " + outcome);
      }
      return null;
    });
  }

  @Override
  public CompletableFuture<Boolean> add(Key key, byte[] value, Ttl ttl) {
    return cluster.send(new PutRequest<>(Put.add(key, value, ttl), PutOutcome::isStored), timeout);
  }

  @Override
  public CompletableFuture<Boolean> delete(Key key) {
    return cluster.send(
        new DeleteRequest<>(Delete.of(key), outcome -> outcome == DeleteOutcome.DELETED), timeout);
  }

  /**
   * Ends what is in flight, or fails it after the {@linkplain MemcachedOptions#drainTimeout time}
   * for it, and frees all threads and connections.
   *
   * @throws IllegalStateException if called on an I/O thread
   */
  @Override
  public void close() {
    cluster.close();
  }

  @Override
  public String toString() {
    return "memcached " + cluster.topology().ring().servers();
  }
}
