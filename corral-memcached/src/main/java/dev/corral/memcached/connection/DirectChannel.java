package dev.corral.memcached.connection;

import io.netty.channel.epoll.AbstractEpollStreamChannel;
import io.netty.channel.epoll.EpollChannelConfig;
import io.netty.channel.epoll.LinuxSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.WritableByteChannel;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A channel by epoll to whose socket any thread may write. Netty's own can be written to by the
 * event loop alone: once it is closed, its number may be another socket's, and who wrote then would
 * write to that one. Here nobody closes while somebody writes.
 */
final class DirectChannel extends AbstractEpollStreamChannel {
  private final EpollChannelConfig config = new Config(this);
  private final ReentrantLock lock = new ReentrantLock();

  private DirectChannel(LinuxSocket socket) {
    super(socket, false);
  }

  /** To an address of the internet. */
  static DirectChannel internet() throws IOException {
    LinuxSocket socket = LinuxSocket.newSocketStream();
    try {
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      return new DirectChannel(socket);
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** To a path. */
  static DirectChannel unix() {
    return new DirectChannel(LinuxSocket.newSocketDomain());
  }

  /** The socket for any thread to write to, one at a time. It does not block. */
  WritableByteChannel socket() {
    return new WritableByteChannel() {
      @Override
      public int write(ByteBuffer bytes) throws IOException {
        return DirectChannel.this.write(bytes);
      }

      @Override
      public boolean isOpen() {
        return DirectChannel.this.isOpen();
      }

      @Override
      public void close() {
        throw new UnsupportedOperationException("the channel is its event loop's to close");
      }
    };
  }

  private int write(ByteBuffer direct) throws IOException {
    if (!lock.tryLock()) { // nobody else writes, so it is being closed
      throw new ClosedChannelException();
    }
    try {
      if (!isOpen()) {
        throw new ClosedChannelException();
      }
      int written = socket.send(direct, direct.position(), direct.limit());
      direct.position(direct.position() + written);
      return written;
    } finally {
      lock.unlock();
    }
  }

  @Override
  protected void doClose() throws Exception {
    lock.lock();
    try {
      super.doClose();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public EpollChannelConfig config() {
    return config;
  }

  private static final class Config extends EpollChannelConfig {
    Config(DirectChannel channel) {
      super(channel);
    }
  }
}
