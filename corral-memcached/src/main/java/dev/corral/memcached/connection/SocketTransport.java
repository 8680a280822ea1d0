package dev.corral.memcached.connection;

import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.node.HostResolver;
import dev.corral.memcached.request.IoThread;
import dev.corral.memcached.security.Protection;
import dev.corral.memcached.security.Tls;
import dev.corral.memcached.security.TlsHandshake;
import dev.corral.ring.Server;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.DomainSocketAddress;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.nio.channels.WritableByteChannel;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sockets: epoll's where the machine has it, else the JDK's. */
public final class SocketTransport implements Transport {
  private static final Logger log = LoggerFactory.getLogger(SocketTransport.class);
  private static final int LOW_WATER = 256 << 10;
  private static final int HIGH_WATER = 1 << 20;

  /** How long channels may take to close, several times what TLS takes for its farewell. */
  private static final long CLOSE_MILLIS = 1_000;

  private final boolean isEpoll;
  private final EventLoopGroup loops;
  private final Map<EventExecutor, Loop> byEvents = new HashMap<>();
  private final ChannelGroup channels = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);
  /**
   * Looks names up, reads passwords and checks certificates, which blocks. There is at most one
   * look-up at a time for each host, one reading, and one check for each handshake.
   */
  private final ThreadPoolExecutor lookups;

  private final ConcurrentMap<String, CompletableFuture<InetAddress[]>> underWay =
      new ConcurrentHashMap<>();
  private final ConcurrentMap<Protection, Reading> readings = new ConcurrentHashMap<>();

  private SocketTransport(boolean isEpoll, int threads) {
    this.isEpoll = isEpoll;
    this.loops = new MultiThreadIoEventLoopGroup(
        threads,
        IoThread.factory(),
        isEpoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory());
    loops.forEach(one -> byEvents.put(one, new Loop((EventLoop) one)));
    this.lookups = new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
          Thread thread = new Thread(task, "corral-dns");
          thread.setDaemon(true);
          return thread;
        });
  }

  /**
   * Opens the best that there is.
   *
   * @param threads how many I/O threads
   * @return the transport
   */
  public static SocketTransport open(int threads) {
    return new SocketTransport(Epoll.isAvailable(), threads);
  }

  @Override
  public Loop nextLoop() {
    return Objects.requireNonNull(byEvents.get(loops.next()));
  }

  @Override
  public void connect(
      Server server, Settings settings, int attempt, Loop loop, Connection connection) {
    if (lookups.isShutdown()) {
      connection.close("the store is closed");
      return;
    }
    Protection protection = settings.protection();
    if (server.isUnixSocket() && protection.tls() != null) {
      connection.close(Reason.distrust("a unix socket is not reached by TLS"));
      return;
    }
    CompletableFuture<?> unused = refreshed(protection)
        .thenCombine(address(server, settings, attempt), (done, address) -> address)
        .whenComplete((address, fault) -> loop.execute(() -> {
          if (connection.isClosed()) {
            log.debug("the address of {} came too late for this attempt", server);
          } else if (fault == null) {
            connect(address, handlers(server, protection, connection), loop, connection);
          } else {
            connection.close(reason(server, fault));
          }
        }));
  }

  /** Reads keys and passwords again, if there are any. */
  private CompletableFuture<@Nullable Void> refreshed(Protection protection) {
    return protection.equals(Protection.NONE)
        ? CompletableFuture.completedFuture(null)
        : readings
            .computeIfAbsent(protection, its -> new Reading(its::refresh, lookups))
            .ask();
  }

  private CompletableFuture<? extends SocketAddress> address(
      Server server, Settings settings, int attempt) {
    if (server.isUnixSocket()) {
      return CompletableFuture.completedFuture(
          isEpoll
              ? new DomainSocketAddress(server.path())
              : UnixDomainSocketAddress.of(server.path()));
    }
    InetAddress literal = NetUtil.createInetAddressFromIpAddressString(server.host());
    return literal == null
        ? lookUp(server.host(), settings.resolver())
            .thenApply(found ->
                new InetSocketAddress(found[Math.floorMod(attempt, found.length)], server.port()))
        : CompletableFuture.completedFuture(new InetSocketAddress(literal, server.port()));
  }

  /** Looks a host up, or waits with others for a look-up of it that is under way. */
  private CompletableFuture<InetAddress[]> lookUp(String host, HostResolver resolver) {
    return underWay.computeIfAbsent(host, name -> {
      CompletableFuture<InetAddress[]> found = new CompletableFuture<>();
      lookups.execute(() -> {
        try {
          InetAddress[] addresses = resolver.resolve(name);
          underWay.remove(name);
          found.complete(addresses);
        } catch (UnknownHostException
            | RuntimeException
            | Error e) { // a user's resolver may throw any
          underWay.remove(name);
          found.completeExceptionally(e);
        }
      });
      return found;
    });
  }

  private static Reason reason(Server server, Throwable fault) {
    Throwable cause =
        fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
    return cause instanceof ConfigurationException
        ? Reason.distrust(String.valueOf(cause.getMessage()))
        : Reason.of("no address was found for " + server.host() + ": " + cause);
  }

  private ChannelHandler[] handlers(Server server, Protection protection, Connection connection) {
    Tls tls = protection.tls();
    if (tls == null) {
      return new ChannelHandler[] {connection};
    }
    TlsHandshake handshake = tls.handshake(server.host(), server.port(), lookups);
    return new ChannelHandler[] {
      handshake.handler(), new HandshakeWatch(handshake, connection), connection
    };
  }

  private void connect(
      SocketAddress address, ChannelHandler[] handlers, Loop loop, Connection connection) {
    boolean isInternet = address instanceof InetSocketAddress;
    Bootstrap bootstrap = new Bootstrap()
        .group(loop.events())
        .channelFactory(() -> channel(isInternet, handlers.length == 1, connection))
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channels.add(channel);
            channel.pipeline().addLast(handlers);
          }
        })
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0) // the link has an eye on that
        // The adaptive default halves the speed on newer JDKs.
        .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
        .option(
            ChannelOption.WRITE_BUFFER_WATER_MARK, new WriteBufferWaterMark(LOW_WATER, HIGH_WATER));
    if (isInternet && !isEpoll) {
      bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
    }
    ChannelFuture unused = bootstrap.connect(address).addListener(outcome -> {
      Throwable cause = outcome.cause();
      if (cause != null) {
        loop.execute(() -> connection.unconnected(cause)); // this may be another thread
      }
    });
  }

  /** A channel whose socket the connection may write to on any thread, unless TLS comes between. */
  private Channel channel(boolean isInternet, boolean isPlain, Connection connection) {
    try {
      Channel channel;
      WritableByteChannel socket;
      if (isEpoll) {
        DirectChannel direct = isInternet ? DirectChannel.internet() : DirectChannel.unix();
        channel = direct;
        socket = direct.socket();
      } else {
        SocketChannel jdks =
            isInternet ? SocketChannel.open() : SocketChannel.open(StandardProtocolFamily.UNIX);
        channel = isInternet ? new NioSocketChannel(jdks) : new NioDomainSocketChannel(jdks);
        socket = jdks;
      }
      if (isPlain) {
        connection.offerSocket(socket);
      }
      return channel;
    } catch (IOException e) {
      throw new ChannelException("no socket", e);
    }
  }

  @Override
  public void close() {
    lookups.shutdownNow();
    // A loop that ends while TLS still has something to write loses the memory of it.
    channels.newCloseFuture().awaitUninterruptibly(CLOSE_MILLIS);
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
