package dev.corral.memcached;

import static dev.corral.memcached.OptionValues.required;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.discovery.NameServer;
import dev.corral.memcached.node.HostResolver;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.memcached.security.Protection;
import dev.corral.ring.Dialect;
import dev.corral.ring.FailureMode;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.time.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * How a store on memcached servers behaves. Immutable: each change yields new options. Values out
 * of range are found when a store is opened with them, all at once.
 */
public final class MemcachedOptions {
  /** What a store has unless it is told otherwise. */
  static final MemcachedOptions DEFAULTS = new MemcachedOptions(new OptionValues());

  private final OptionValues values;

  private MemcachedOptions(OptionValues values) {
    this.values = values;
  }

  private MemcachedOptions with(Consumer<OptionValues> change) {
    OptionValues copy = values.copy();
    change.accept(copy);
    return new MemcachedOptions(copy);
  }

  /**
   * Whose rules decide which server has a key.
   *
   * @param rules {@link Dialect#LIBKETAMA} by default
   * @return the options so changed
   */
  public MemcachedOptions dialect(Dialect rules) {
    return with(to -> to.dialect = required("dialect", rules));
  }

  /**
   * How long a request may take, from the call to its answer. Then it fails with a
   * {@link dev.corral.fault.DeadlineExceededException}, within about 20 ms.
   *
   * @param time 500 ms by default; 1 ms to 1 h
   * @return the options so changed
   */
  public MemcachedOptions deadline(Duration time) {
    return with(to -> to.deadline = required("deadline", time));
  }

  /**
   * How many connections there are to each server. One carries many requests at once; more are
   * worth their price on machines of more than about 8 cores.
   *
   * @param connections 1 by default; 1 to 64
   * @return the options so changed
   */
  public MemcachedOptions connectionsPerNode(int connections) {
    return with(to -> to.connectionsPerNode = connections);
  }

  /**
   * How many requests may be in flight on each connection. {@link #whenFull} says what happens
   * beyond.
   *
   * @param requests 65,536 by default; at least 1
   * @return the options so changed
   */
  public MemcachedOptions maxInFlight(int requests) {
    return with(to -> to.maxInFlight = requests);
  }

  /**
   * How many bytes of values may be on their way to a server on each connection. {@link #whenFull}
   * says what happens beyond.
   *
   * @param bytes 64 MiB by default; at least 1,024, and {@link #maxItemBytes}
   * @return the options so changed
   */
  public MemcachedOptions maxBytesInFlight(long bytes) {
    return with(to -> to.maxBytesInFlight = bytes);
  }

  /**
   * What becomes of a request that finds its connection full.
   *
   * @param action {@link WhenFull#FAIL} by default
   * @return the options so changed
   */
  public MemcachedOptions whenFull(WhenFull action) {
    return with(to -> to.whenFull = required("whenFull", action));
  }

  /**
   * How long an attempt to connect may take, the server's greeting included.
   *
   * @param time 1 s by default, 3 s with TLS; 1 ms to 1 h
   * @return the options so changed
   */
  public MemcachedOptions connectTimeout(Duration time) {
    return with(to -> to.connectTimeout = Optional.of(required("connectTimeout", time)));
  }

  /**
   * How long to wait before a lost connection is made anew: a random time, whose upper bound begins
   * at the least and doubles with each attempt that fails, up to the most.
   *
   * @param least 10 ms by default; 1 ms to 1 h
   * @param most 10 s by default; least to 1 h
   * @return the options so changed
   */
  public MemcachedOptions reconnectAfter(Duration least, Duration most) {
    return with(to -> {
      to.reconnectLeast = required("least", least);
      to.reconnectMost = required("most", most);
    });
  }

  /**
   * Has the keys of a server that is down fail at once: {@link FailureMode#FAIL_FAST}. The default.
   *
   * @return the options so changed
   */
  public MemcachedOptions failFast() {
    return with(to -> to.fail(FailureMode.FAIL_FAST, 0, Optional.empty()));
  }

  /**
   * Has the keys of a server that is down go to the next live one: {@link FailureMode#EJECT}.
   *
   * @param failures how many connections, lost or not made, in a row make a server count as down;
   *     at least 1
   * @return the options so changed
   */
  public MemcachedOptions ejecting(int failures) {
    return with(to -> to.fail(FailureMode.EJECT, failures, Optional.empty()));
  }

  /**
   * Has the keys of a server that is down go to spare ones: {@link FailureMode#GUTTER}.
   *
   * @param failures how many connections, lost or not made, in a row make a server count as down;
   *     at least 1
   * @param spares the spare servers, none of which is on the ring
   * @return the options so changed
   */
  public MemcachedOptions guttering(int failures, ServerList spares) {
    return with(
        to -> to.fail(FailureMode.GUTTER, failures, Optional.of(required("spares", spares))));
  }

  /**
   * How long an item lives at most that is written to another server than its own, since that one
   * is down; of what a cache keeps, how long it is fresh there. The longer, the longer it can be
   * found outdated when servers go up and down.
   *
   * @param ttl 10 s by default; 1 s to 1 day
   * @return the options so changed
   */
  public MemcachedOptions substituteTtl(Duration ttl) {
    return with(to -> to.substituteTtl = required("substituteTtl", ttl));
  }

  /**
   * How many keys each connection remembers that should have been deleted or changed while the
   * server was down. They are deleted when it is back. Beyond, they are only
   * {@linkplain NodeEvent.JournalOverflowed counted}.
   *
   * @param keys 100,000 by default; 0 or more
   * @return the options so changed
   */
  public MemcachedOptions journalKeys(int keys) {
    return with(to -> to.journalKeys = keys);
  }

  /**
   * How large an item may be, as memcached's {@code -I}. A larger one is refused before it is sent.
   *
   * @param bytes 0 by default, which means that the server is asked; else 1,024 to 1 GiB
   * @return the options so changed
   */
  public MemcachedOptions maxItemBytes(int bytes) {
    return with(to -> to.maxItemBytes = bytes);
  }

  /**
   * How long closing the store waits for what is in flight.
   *
   * @param time 2 s by default; 0 to 1 h
   * @return the options so changed
   */
  public MemcachedOptions drainTimeout(Duration time) {
    return with(to -> to.drainTimeout = required("drainTimeout", time));
  }

  /**
   * How many threads read and write. One keeps several cores of callers busy, and with fewer
   * threads more requests share a system call.
   *
   * @param threads an eighth of the machine's cores by default, at least 1; 1 to 1,024
   * @return the options so changed
   */
  public MemcachedOptions ioThreads(int threads) {
    return with(to -> to.ioThreads = threads);
  }

  /**
   * What runs the callbacks of the store's futures and the listeners, neither of which may hold up
   * an I/O thread. It stays the caller's to shut down, after the store: a callback that it refuses
   * runs on the I/O thread, or on that of a caller who is about to write, rather than never.
   *
   * @param runner {@link java.util.concurrent.ForkJoinPool#commonPool} by default
   * @return the options so changed
   */
  public MemcachedOptions executor(Executor runner) {
    return with(to -> to.executor = required("executor", runner));
  }

  /**
   * Adds a listener to those that are told what happens to servers and connections. It runs on the
   * {@linkplain #executor executor}; what it throws is logged.
   *
   * @param listener none by default
   * @return the options so changed
   */
  public MemcachedOptions listener(Consumer<? super NodeEvent> listener) {
    return with(to -> to.listen(required("listener", listener)));
  }

  /**
   * What finds the addresses of servers that are given by name.
   *
   * @param source {@link HostResolver#system} by default
   * @return the options so changed
   */
  public MemcachedOptions resolver(HostResolver source) {
    return with(to -> to.resolver = required("resolver", source));
  }

  /**
   * Asks one name server for the addresses of servers and for SRV records, and not those that the
   * machine is set up with: a Consul agent, say. It takes the place of a {@link #resolver}.
   *
   * @param address {@code host:port}; without a port it is 53
   * @return the options so changed
   * @throws ConfigurationException if that is no address
   */
  public MemcachedOptions nameServer(String address) {
    Server server = NameServer.parse(required("address", address));
    return with(to -> {
      to.nameServer = NameServer.at(server);
      to.resolver = to.nameServer;
    });
  }

  /**
   * Encrypts all connections, and takes none but the right servers for them, by the certificates of
   * authorities that the JVM trusts. The default is no encryption; {@code memcacheds://} asks for
   * it.
   *
   * @return the options so changed
   */
  public MemcachedOptions tls() {
    return tls(options -> options);
  }

  /**
   * Encrypts all connections.
   *
   * @param options changes how; further calls change it further
   * @return the options so changed
   */
  public MemcachedOptions tls(UnaryOperator<TlsOptions> options) {
    TlsOptions changed = required("tls", options.apply(values.tls.orElse(TlsOptions.DEFAULTS)));
    return with(to -> to.tls = Optional.of(changed));
  }

  /**
   * Tells servers a user and password, as {@code -Y} wants it.
   *
   * @param login none by default
   * @return the options so changed
   */
  public MemcachedOptions credentials(Credentials login) {
    return with(to -> to.credentials = Optional.of(required("credentials", login)));
  }

  /**
   * Where the jitter of waiting times is taken from. Many threads use it at once.
   *
   * @param source each thread's own {@link java.util.concurrent.ThreadLocalRandom} by default
   * @return the options so changed
   */
  public MemcachedOptions random(RandomGenerator source) {
    return with(to -> to.random = required("random", source));
  }

  /**
   * Where deadlines and waiting times are taken from.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public MemcachedOptions ticker(Ticker source) {
    return with(to -> to.ticker = required("ticker", source));
  }

  /**
   * How often a file of servers is looked at. A change is taken up at the second look that finds
   * it.
   *
   * @param time 5 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public MemcachedOptions serverFileInterval(Duration time) {
    return with(to -> to.serverFileInterval = required("serverFileInterval", time));
  }

  /**
   * How often a {@link Discovery} looks for servers.
   *
   * @param time 30 s by default; 1 ms to 1 day
   * @return the options so changed
   */
  public MemcachedOptions discoveryInterval(Duration time) {
    return with(to -> to.discoveryInterval = required("discoveryInterval", time));
  }

  Dialect dialect() {
    return values.dialect;
  }

  Duration deadline() {
    return values.deadline;
  }

  int connectionsPerNode() {
    return values.connectionsPerNode;
  }

  int maxInFlight() {
    return values.maxInFlight;
  }

  long maxBytesInFlight() {
    return values.maxBytesInFlight;
  }

  WhenFull whenFull() {
    return values.whenFull;
  }

  Duration connectTimeout() {
    return values.connectTimeout();
  }

  Duration reconnectLeast() {
    return values.reconnectLeast;
  }

  Duration reconnectMost() {
    return values.reconnectMost;
  }

  FailureMode failureMode() {
    return values.failureMode;
  }

  /** How many failures in a row make a server count as down; 0 in {@link FailureMode#FAIL_FAST}. */
  int failures() {
    return values.failures;
  }

  /** There only in {@link FailureMode#GUTTER}. */
  Optional<ServerList> spares() {
    return values.spares;
  }

  Duration substituteTtl() {
    return values.substituteTtl;
  }

  int journalKeys() {
    return values.journalKeys;
  }

  int maxItemBytes() {
    return values.maxItemBytes;
  }

  Duration drainTimeout() {
    return values.drainTimeout;
  }

  int ioThreads() {
    return values.ioThreads;
  }

  Executor executor() {
    return values.executor;
  }

  /** Tells every listener in turn, even if one throws, and throws that at the end. */
  Consumer<NodeEvent> listener() {
    return values::tell;
  }

  HostResolver resolver() {
    return values.resolver;
  }

  NameServer nameServer() {
    return values.nameServer;
  }

  boolean isEncrypting() {
    return values.tls.isPresent();
  }

  /** These options, with the host for certificates if none was given. */
  MemcachedOptions hostName(String host) {
    return with(to -> to.tls = to.tls.map(options -> options.hostNameUnlessGiven(host)));
  }

  /** What protects connections; nothing is read yet. */
  Protection protection() {
    return new Protection(
        values.tls.map(TlsOptions::tls).orElse(null),
        values.credentials.map(Credentials::login).orElse(null));
  }

  RandomGenerator random() {
    return values.random;
  }

  Ticker ticker() {
    return values.ticker;
  }

  Duration serverFileInterval() {
    return values.serverFileInterval;
  }

  Duration discoveryInterval() {
    return values.discoveryInterval;
  }

  /** All that makes no sense, in words for the user. */
  List<String> problems() {
    return values.problems();
  }

  /** Returns these options if they make sense together, and names all that does not. */
  MemcachedOptions validated() {
    List<String> problems = problems();
    if (!problems.isEmpty()) {
      throw new ConfigurationException("memcached store: " + String.join("; ", problems));
    }
    return this;
  }
}
