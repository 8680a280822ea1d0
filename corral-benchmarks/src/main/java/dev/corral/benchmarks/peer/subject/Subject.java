package dev.corral.benchmarks.peer.subject;

import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.peer.subject.RawTarget.Style;
import dev.corral.cli.bench.Client;
import dev.corral.cli.bench.CorralClient;
import dev.corral.cli.bench.Workload;
import dev.corral.cli.bench.Workload.Kind;
import dev.corral.memcached.MemcachedStore;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import net.rubyeye.xmemcached.command.BinaryCommandFactory;
import net.rubyeye.xmemcached.command.TextCommandFactory;
import net.spy.memcached.ConnectionFactoryBuilder.Protocol;

/** What is compared, each in a JVM of its own. */
public enum Subject {
  /** Classic requests without a client. */
  RAW_GET("raw-get", Side.RAW, Threads.PLATFORM),
  /** Classic gets of many keys without a client. */
  RAW_MERGED("raw-merged", Side.RAW, Threads.PLATFORM),
  /** Meta requests without a client. */
  RAW_MG("raw-mg", Side.RAW, Threads.PLATFORM),
  /** Classic gets on a connection for each caller, without a client. */
  RAW_CONNECTIONS("raw-conns", Side.RAW, Threads.PLATFORM),

  /** spymemcached, text protocol. */
  SPYMEMCACHED("spymemcached", Side.PEER, Threads.PLATFORM),
  /** spymemcached, binary protocol. */
  SPYMEMCACHED_BINARY("spymemcached-bin", Side.PEER, Threads.PLATFORM),
  /** xmemcached, text protocol. */
  XMEMCACHED("xmemcached", Side.PEER, Threads.PLATFORM),
  /** xmemcached, binary protocol. */
  XMEMCACHED_BINARY("xmemcached-bin", Side.PEER, Threads.PLATFORM),
  /** folsom, text protocol. */
  FOLSOM_TEXT("folsom-text", Side.PEER, Threads.PLATFORM),
  /** folsom, binary protocol. */
  FOLSOM_BINARY("folsom-bin", Side.PEER, Threads.PLATFORM),
  /** Corral. */
  CORRAL("corral", Side.CORRAL, Threads.PLATFORM),

  /** spymemcached, text protocol, called by virtual threads. */
  SPYMEMCACHED_VIRTUAL("spymemcached-virtual", Side.PEER, Threads.VIRTUAL),
  /** xmemcached, text protocol, called by virtual threads. */
  XMEMCACHED_VIRTUAL("xmemcached-virtual", Side.PEER, Threads.VIRTUAL),
  /** folsom, text protocol, called by virtual threads. */
  FOLSOM_TEXT_VIRTUAL("folsom-text-virtual", Side.PEER, Threads.VIRTUAL),
  /** folsom, binary protocol, called by virtual threads. */
  FOLSOM_BINARY_VIRTUAL("folsom-bin-virtual", Side.PEER, Threads.VIRTUAL),
  /** Corral, called by virtual threads. */
  CORRAL_VIRTUAL("corral-virtual", Side.CORRAL, Threads.VIRTUAL);

  /** Whose it is. */
  public enum Side {
    /** Nobody's: a bare socket without a client. */
    RAW,
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

  private final String id;
  private final Side side;
  private final Threads threads;

  Subject(String id, Side side, Threads threads) {
    this.id = id;
    this.side = side;
    this.threads = threads;
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
    boolean hasManyCallers = workload.threads() > 1;
    return switch (this) {
      case RAW_MERGED -> hasManyCallers || workload.kind() == Kind.ASYNC_GET;
      case RAW_CONNECTIONS -> hasManyCallers;
      default -> hasManyCallers || threads == Threads.PLATFORM;
    };
  }

  /** Connects to servers. */
  public Target connect(List<InetSocketAddress> servers) throws Exception {
    return switch (this) {
      case RAW_GET -> new RawTarget(Style.CLASSIC, servers);
      case RAW_MERGED -> new RawTarget(Style.MERGED, servers);
      case RAW_MG -> new RawTarget(Style.META, servers);
      case RAW_CONNECTIONS -> new RawTarget(Style.CONNECTIONS, servers);
      default -> new ClientTarget(client(servers));
    };
  }

  Client client(List<InetSocketAddress> servers) throws Exception {
    return switch (this) {
      case SPYMEMCACHED, SPYMEMCACHED_VIRTUAL -> new SpymemcachedClient(servers, Protocol.TEXT);
      case SPYMEMCACHED_BINARY -> new SpymemcachedClient(servers, Protocol.BINARY);
      case XMEMCACHED, XMEMCACHED_VIRTUAL ->
        new XmemcachedClient(servers, new TextCommandFactory());
      case XMEMCACHED_BINARY -> new XmemcachedClient(servers, new BinaryCommandFactory());
      case FOLSOM_TEXT, FOLSOM_TEXT_VIRTUAL -> FolsomClient.text(servers);
      case FOLSOM_BINARY, FOLSOM_BINARY_VIRTUAL -> FolsomClient.binary(servers);
      case CORRAL, CORRAL_VIRTUAL -> new CorralClient(MemcachedStore.open(uri(servers)), null);
      default -> throw new IllegalStateException(this + " is no client");
    };
  }

  private static String uri(List<InetSocketAddress> servers) {
    return servers.stream()
        .map(server -> server.getHostString() + ":" + server.getPort())
        .collect(joining(",", "memcached://", ""));
  }

  @Override
  public String toString() {
    return id;
  }
}
