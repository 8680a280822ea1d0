package dev.corral.embedded.connection;

import dev.corral.embedded.stats.Traffic;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;

/** Counts the bytes that a connection carries. */
final class Meter extends ChannelDuplexHandler {
  private final Traffic traffic;

  Meter(Traffic traffic) {
    this.traffic = traffic;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    traffic.read(((ByteBuf) message).readableBytes());
    context.fireChannelRead(message);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    traffic.wrote(((ByteBuf) message).readableBytes());
    ChannelFuture unused = context.write(message, promise);
  }
}
