package dev.corral.embedded.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.embedded.stats.Traffic;
import dev.corral.fault.ConfigurationException;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.net.InetSocketAddress;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Takes connections, up to a number, and has each served. One thread at a time opens and shuts it.
 */
public final class Listener implements AutoCloseable {
  private static final String TOO_MANY = "ERROR Too many open connections\r\n";

  private final int most;
  private final EventLoopGroup threads;
  private volatile @Nullable Channel socket;
  private volatile @Nullable InetSocketAddress address;
  private ChannelGroup connections = connections();

  /**
   * A listener that does not listen yet.
   *
   * @param threads how many serve the connections
   * @param most how many connections it takes
   */
  public Listener(int threads, int most) {
    this.most = most;
    this.threads = new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory("corral-embedded", true), NioIoHandler.newFactory());
  }

  /** Once closed it closes what comes late: a connection may be taken while the server is shut. */
  private static ChannelGroup connections() {
    return new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE, true);
  }

  /**
   * Listens.
   *
   * @param where the interface and the port, 0 for any
   * @param traffic where connections are counted
   * @param sessions makes the one that serves a connection
   * @throws ConfigurationException if it can't
   */
  public void open(
      InetSocketAddress where, Traffic traffic, Supplier<? extends ChannelHandler> sessions) {
    ChannelGroup taken = connections();
    AtomicInteger admitted = new AtomicInteger();
    ChannelFuture bound = new ServerBootstrap()
        .group(threads)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        // A client that has said all it has to say still wants to hear.
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel connection) {
            taken.add(connection);
            admit(connection, admitted, traffic, sessions);
          }
        })
        .bind(where)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ConfigurationException(
          "embedded server: can't listen on port " + where.getPort() + " of "
              + where.getHostString() + ": " + bound.cause().getMessage(),
          bound.cause());
    }
    connections = taken;
    socket = bound.channel();
    address = (InetSocketAddress) bound.channel().localAddress();
  }

  private void admit(
      Channel connection,
      AtomicInteger admitted,
      Traffic traffic,
      Supplier<? extends ChannelHandler> sessions) {
    if (admitted.incrementAndGet() <= most) {
      traffic.came();
      connection.closeFuture().addListener(closed -> {
        admitted.decrementAndGet();
        traffic.went();
      });
      connection.pipeline().addLast(new Meter(traffic), sessions.get());
    } else {
      admitted.decrementAndGet();
      traffic.refused();
      connection
          .writeAndFlush(Unpooled.copiedBuffer(TOO_MANY, US_ASCII))
          .addListener(ChannelFutureListener.CLOSE);
    }
  }

  /**
   * Where it listens, or did.
   *
   * @return the address
   */
  public InetSocketAddress address() {
    InetSocketAddress known = address;
    if (known == null) {
      throw new IllegalStateException("the server does not listen yet");
    }
    return known;
  }

  /**
   * Whether it listens.
   *
   * @return false before it is opened, and from when it is shut
   */
  public boolean isOpen() {
    return socket != null;
  }

  /** Listens no more, and breaks all connections. */
  public void shut() {
    Channel listening = socket;
    if (listening != null) {
      listening.close().awaitUninterruptibly();
      awaitRound(listening.eventLoop());
      socket = null;
    }
    connections.close().awaitUninterruptibly();
  }

  /**
   * The JDK frees the port of a closed channel only when its selector looks again, which a thread
   * does between one round of tasks and the next: what a task schedules comes in the next.
   */
  private static void awaitRound(EventLoop thread) {
    Promise<Void> next = thread.newPromise();
    Runnable round = () -> next.setSuccess(null);
    thread.execute(() -> {
      Future<?> unused = thread.schedule(round, 0, TimeUnit.NANOSECONDS);
    });
    next.awaitUninterruptibly();
  }

  @Override
  public void close() {
    shut();
    threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
