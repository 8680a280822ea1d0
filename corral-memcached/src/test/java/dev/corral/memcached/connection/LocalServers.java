package dev.corral.memcached.connection;

import dev.corral.ring.ServerList;
import dev.corral.testkit.MovableTicker;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalAddress;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Memcached servers within this JVM, by their addresses, and the time that they go by. */
public final class LocalServers implements AutoCloseable {
  private static final AtomicLong COUNT = new AtomicLong();
  private static final long PATIENCE = TimeUnit.SECONDS.toNanos(20);

  /** Of all servers: a thread that ends before both ends of a channel are closed makes noise. */
  private static final EventLoopGroup LOOPS = new MultiThreadIoEventLoopGroup(
      1, new DefaultThreadFactory("local-servers", true), LocalIoHandler.newFactory());

  /** Netty's, which warns when a channel is closed whose other end was closed while connecting. */
  private static final Logger CHANNELS = Logger.getLogger(LocalChannel.class.getName());

  static {
    CHANNELS.setLevel(Level.OFF);
  }

  /** Keeps the addresses of one test apart from those of another: they are the JVM's. */
  private final String scope = "servers-" + COUNT.incrementAndGet() + "/";

  private final MovableTicker ticker = new MovableTicker();
  private final Map<String, LocalServer> servers = new LinkedHashMap<>();

  /** Starts servers. */
  public static LocalServers start(String... addresses) {
    LocalServers started = new LocalServers();
    Arrays.stream(addresses).forEach(started::add);
    return started;
  }

  private LocalServers() {}

  /** Starts one more. */
  public LocalServer add(String address) {
    LocalServer server = new LocalServer(place(address), LOOPS, ticker);
    servers.put(address, server);
    server.start();
    return server;
  }

  /** The server of an address. */
  public LocalServer at(String address) {
    LocalServer server = servers.get(address);
    if (server == null) {
      throw new IllegalArgumentException("there is no server at " + address);
    }
    return server;
  }

  /** All of them, as a ring takes them. */
  public ServerList list() {
    return ServerList.parseAddresses(String.join(",", servers.keySet()));
  }

  /** A way to them, which its user closes. */
  public LocalTransport transport() {
    return new LocalTransport(this);
  }

  LocalAddress place(String address) {
    return new LocalAddress(scope + address);
  }

  /** Waits until the servers have done what is due. */
  static void settle() {
    LOOPS.submit(() -> {}).syncUninterruptibly();
  }

  /** Lets time pass for the items of all servers. */
  public void pass(Duration time) {
    ticker.advance(time);
  }

  /** Waits for something that another thread brings about. */
  public static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + PATIENCE;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - end > 0) {
        throw new AssertionError("waited in vain for " + what);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }
  }

  @Override
  public void close() {
    servers.values().forEach(LocalServer::stop);
  }
}
