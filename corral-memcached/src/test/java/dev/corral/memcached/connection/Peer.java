package dev.corral.memcached.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The server's end of a connection, played by the test. */
final class Peer {
  static final String GREETING = "version\r\nstats settings\r\nmn\r\n";
  static final String GREETED =
      greeted("1.6.40", "item_size_max 1048576", "cas_enabled yes", "idle_timeout 0");

  private final EmbeddedChannel channel;
  private final SteppedLoop loop;

  private Peer(EmbeddedChannel channel, SteppedLoop loop) {
    this.channel = channel;
    this.loop = loop;
  }

  /** Takes a connection. */
  static Peer accept(Connection connection, SteppedLoop loop) {
    Peer peer = new Peer(new EmbeddedChannel(connection), loop);
    loop.run();
    return peer;
  }

  /** What a server of some version and with some settings answers to the greeting. */
  static String greeted(String version, String... settings) {
    StringBuilder replies = new StringBuilder("VERSION " + version + "\r\n");
    for (String setting : settings) {
      replies.append("STAT ").append(setting).append("\r\n");
    }
    return replies.append("END\r\nMN\r\n").toString();
  }

  /** Answers to the greeting as a server does that is all right, and forgets it. */
  Peer greet() {
    writes();
    return replies(GREETED);
  }

  /** Each write since this was last asked. */
  List<String> writes() {
    loop.run();
    List<String> writes = new ArrayList<>();
    for (ByteBuf next = channel.readOutbound(); next != null; next = channel.readOutbound()) {
      writes.add(next.toString(StandardCharsets.ISO_8859_1));
      next.release();
    }
    return writes;
  }

  /** All that was written since this was last asked. */
  String received() {
    return String.join("", writes());
  }

  /** Sends something, all of it in one read. */
  Peer replies(String text) {
    channel.writeInbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    loop.run();
    return this;
  }

  /** Sends something that ends in no whole read yet. */
  Peer sends(String text) {
    channel.pipeline().fireChannelRead(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    return this;
  }

  void hangsUp() {
    channel.close().syncUninterruptibly();
    loop.run();
  }

  void breaks(Throwable cause) {
    channel.pipeline().fireExceptionCaught(cause);
    loop.run();
  }

  /** Takes no more bytes, or takes them again. */
  void takesBytes(boolean isTaking) {
    channel.unsafe().outboundBuffer().setUserDefinedWritability(1, isTaking);
    channel.runPendingTasks();
    loop.run();
  }

  /** Has the channel hold what is written until it {@linkplain #takesHeldBytes goes on}. */
  void holdsBytes() {
    channel.pipeline().addFirst(new Holding());
  }

  void takesHeldBytes() {
    channel.pipeline().remove(Holding.class);
    channel.flush();
  }

  /** Hangs up. Something happens when the channel is closed, and its handler does not know yet. */
  void hangsUp(Runnable meanwhile) {
    channel.pipeline().addFirst(new ChannelInboundHandlerAdapter() {
      @Override
      public void channelInactive(ChannelHandlerContext context) {
        meanwhile.run();
        context.fireChannelInactive();
      }
    });
    hangsUp();
  }

  boolean isOpen() {
    return channel.isOpen();
  }

  private static final class Holding extends ChannelOutboundHandlerAdapter {
    @Override
    public void flush(ChannelHandlerContext context) {}
  }
}
