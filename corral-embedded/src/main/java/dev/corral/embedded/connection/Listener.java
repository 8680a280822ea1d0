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
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Takes connections, up to a number, and has each served. */
public final class Listener implements AutoCloseable {
  private static final String TOO_MANY = "ERROR Too many open connections\r\n";

  private final int most;
  private final Traffic traffic;
  private final EventLoopGroup threads;
  private final ChannelGroup connections = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private volatile @Nullable Channel socket;
  private volatile @Nullable InetSocketAddress address;

  /**
   * A listener that does not listen yet.
   *
   * @param threads how many serve the connections
   * @param most how many connections it takes
   * @param traffic where they are counted
   */
  public Listener(int threads, int most, Traffic traffic) {
    this.most = most;
    this.traffic = traffic;
    this.threads = new MultiThreadIoEventLoopGroup(
        threads, new DefaultThreadFactory("corral-embedded", true), NioIoHandler.newFactory());
  }

  /**
   * Listens.
   *
   * @param where the interface and the port, 0 for any
   * @param sessions makes the one that serves a connection
   */
  public void open(InetSocketAddress where, Supplier<? extends ChannelHandler> sessions) {
    ChannelFuture bound = new ServerBootstrap()
        .group(threads)
        .channel(NioServerSocketChannel.class)
        .option(ChannelOption.SO_REUSEADDR, true)
        .childOption(ChannelOption.TCP_NODELAY, true)
        .childHandler(new ChannelInitializer<Channel>() {
          @Override
          protected void initChannel(Channel connection) {
            admit(connection, sessions);
          }
        })
        .bind(where)
        .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new ConfigurationException(
          "embedded server: can't listen on " + where + ": " + bound.cause().getMessage(),
          bound.cause());
    }
    socket = bound.channel();
    address = (InetSocketAddress) bound.channel().localAddress();
  }

  private void admit(Channel connection, Supplier<? extends ChannelHandler> sessions) {
    connections.add(connection);
    if (connections.size() > most) {
      traffic.refused();
      connection
          .writeAndFlush(Unpooled.copiedBuffer(TOO_MANY, US_ASCII))
          .addListener(ChannelFutureListener.CLOSE);
    } else {
      traffic.came();
      connection.closeFuture().addListener(closed -> traffic.went());
      connection.pipeline().addLast(new Meter(traffic), sessions.get());
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
      socket = null;
    }
    connections.close().awaitUninterruptibly();
  }

  @Override
  public void close() {
    shut();
    threads.shutdownGracefully(0, 5, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
