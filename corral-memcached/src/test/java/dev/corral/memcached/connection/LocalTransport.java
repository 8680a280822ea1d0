package dev.corral.memcached.connection;

import dev.corral.memcached.request.IoThread;
import dev.corral.ring.Server;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.local.LocalChannel;
import io.netty.channel.local.LocalIoHandler;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Moves bytes within this JVM: the way to {@link LocalServers}, without a socket. */
public final class LocalTransport implements Transport {
  private final LocalServers servers;
  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, IoThread.factory(), LocalIoHandler.newFactory());
  private final Loop loop = new Loop(loops.next());

  LocalTransport(LocalServers servers) {
    this.servers = servers;
  }

  @Override
  public Loop nextLoop() {
    return loop;
  }

  @Override
  public void connect(
      Server server, Settings settings, int attempt, Loop its, Connection connection) {
    ChannelFuture unused = new Bootstrap()
        .group(its.events())
        .channel(LocalChannel.class)
        .handler(connection)
        .connect(servers.place(server.address()))
        .addListener(outcome -> {
          Throwable cause = outcome.cause();
          if (cause != null) {
            connection.close(String.valueOf(cause.getMessage()));
          }
        });
  }

  /** Runs a task on its I/O thread. */
  public Future<?> submit(Runnable task) {
    return loop.events().submit(task);
  }

  /** Whether its threads are gone. */
  public boolean isClosed() {
    return loops.isTerminated();
  }

  @Override
  public void close() {
    // What is closed is closed at both ends before the threads go, or Netty warns of it.
    loops.submit(() -> {}).syncUninterruptibly();
    LocalServers.settle();
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
