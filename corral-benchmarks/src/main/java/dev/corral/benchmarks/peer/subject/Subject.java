package dev.corral.benchmarks.peer.subject;

import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.peer.subject.RawTarget.Style;
import dev.corral.cli.bench.Client;
import dev.corral.cli.bench.CorralClient;
import dev.corral.cli.bench.Workload;
import dev.corral.memcached.MemcachedStore;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import net.rubyeye.xmemcached.command.BinaryCommandFactory;
import net.rubyeye.xmemcached.command.TextCommandFactory;
import net.spy.memcached.ConnectionFactoryBuilder.Protocol;

/** What is compared, each in a JVM of its own. */
public enum Subject {
  /** Classic requests without a client. */
  RAW_GET("raw-get", Style.CLASSIC),
  /** Classic gets of many keys without a client. */
  RAW_MERGED("raw-merged", Style.MERGED),
  /** Meta requests without a client. */
  RAW_MG("raw-mg", Style.META),
  /** Classic gets on a connection for each caller, without a client. */
  RAW_CONNECTIONS("raw-conns", Style.CONNECTIONS),

  /** spymemcached, text protocol. */
  SPYMEMCACHED(
      "spymemcached",
      Side.PEER,
      Threads.PLATFORM,
      servers -> new SpymemcachedClient(servers, Protocol.TEXT)),
  /** spymemcached, binary protocol. */
  SPYMEMCACHED_BINARY(
      "spymemcached-bin",
      Side.PEER,
      Threads.PLATFORM,
      servers -> new SpymemcachedClient(servers, Protocol.BINARY)),
  /** xmemcached, text protocol. */
  XMEMCACHED(
      "xmemcached",
      Side.PEER,
      Threads.PLATFORM,
      servers -> new XmemcachedClient(servers, new TextCommandFactory())),
  /** xmemcached, binary protocol. */
  XMEMCACHED_BINARY(
      "xmemcached-bin",
      Side.PEER,
      Threads.PLATFORM,
      servers -> new XmemcachedClient(servers, new BinaryCommandFactory())),
  /** folsom, text protocol. */
  FOLSOM_TEXT("folsom-text", Side.PEER, Threads.PLATFORM, FolsomClient::text),
  /** folsom, binary protocol. */
  FOLSOM_BINARY("folsom-bin", Side.PEER, Threads.PLATFORM, FolsomClient::binary),
  /** Corral. */
  CORRAL("corral", Side.CORRAL, Threads.PLATFORM, Subject::corral),

  /** folsom, text protocol, called by virtual threads. */
  FOLSOM_TEXT_VIRTUAL("folsom-text-virtual", Side.PEER, Threads.VIRTUAL, FolsomClient::text),
  /** folsom, binary protocol, called by virtual threads. */
  FOLSOM_BINARY_VIRTUAL("folsom-bin-virtual", Side.PEER, Threads.VIRTUAL, FolsomClient::binary),
  /** Corral, called by virtual threads. */
  CORRAL_VIRTUAL("corral-virtual", Side.CORRAL, Threads.VIRTUAL, Subject::corral);

  /** Whose it is. */
  public enum Side {
    /** Nobody's: the wire without a client. */
    LIMIT,
    /** Other clients. */
    PEER,
    /** Ours. */
    CORRAL
  }

  /** What callers are. */
  public enum Threads {
    /** Threads of the system. */
    PLATFORM,
    /** Virtual threads, which there are from Java 21 on. */
    VIRTUAL
  }

  private interface Connector<T> {
    T connect(List<InetSocketAddress> servers) throws Exception;
  }

  private final String id;
  private final Side side;
  private final Threads threads;
  private final Connector<Target> connector;
  private final Predicate<Workload> runs;

  Subject(String id, Style style) {
    this.id = id;
    this.side = Side.LIMIT;
    this.threads = Threads.PLATFORM;
    this.connector = servers -> new RawTarget(style, servers);
    this.runs = workload -> RawTarget.runs(style, workload);
  }

  Subject(String id, Side side, Threads threads, Connector<Client> connector) {
    this.id = id;
    this.side = side;
    this.threads = threads;
    this.connector = servers -> new ClientTarget(connector.connect(servers));
    // Of virtual threads there are many, or there is no use in them.
    this.runs = workload -> threads == Threads.PLATFORM || workload.threads() > 1;
  }

  private static Client corral(List<InetSocketAddress> servers) {
    String uri = servers.stream()
        .map(server -> server.getHostString() + ":" + server.getPort())
        .collect(joining(",", "memcached://", ""));
    return new CorralClient(MemcachedStore.open(uri), null);
  }

  /** The one that is called so, if there is one. */
  public static Optional<Subject> named(String id) {
    return Arrays.stream(values()).filter(subject -> subject.id.equals(id)).findFirst();
  }

  /** What it is called. */
  public String id() {
    return id;
  }

  /** Whose it is. */
  public Side side() {
    return side;
  }

  /** What its callers are. */
  public Threads threads() {
    return threads;
  }

  /** Whether it runs where nobody asks for anything else: not if it is known to be slower. */
  public boolean isUsual() {
    return this != SPYMEMCACHED_BINARY && this != XMEMCACHED_BINARY;
  }

  /** Whether its JVM needs the Netty that folsom is built with. */
  public boolean isFolsom() {
    return id.startsWith("folsom");
  }

  /** Whether a workload says anything about it. */
  public boolean runs(Workload workload) {
    return runs.test(workload);
  }

  /** Connects to servers. */
  public Target connect(List<InetSocketAddress> servers) throws Exception {
    return connector.connect(servers);
  }

  @Override
  public String toString() {
    return id;
  }
}
