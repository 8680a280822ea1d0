package dev.corral.memcached.security;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;

/** A client and a server that speak TLS within this thread, and no socket between them. */
public final class Handshake {
  private final EmbeddedChannel client;
  private final EmbeddedChannel server;

  private Handshake(EmbeddedChannel client, EmbeddedChannel server) {
    this.client = client;
    this.server = server;
  }

  /** Has a client meet a server with a certificate, and both say all that they have to. */
  public static Handshake with(String certificate, ChannelHandler... client) {
    return with(certificate, builder -> builder, client);
  }

  /** The same with a server that wants certificates of the authority from its clients. */
  public static Handshake withDemanding(String certificate, ChannelHandler... client) {
    return with(
        certificate,
        builder -> builder
            .trustManager(Certificates.certificate("authority").toFile())
            .clientAuth(ClientAuth.REQUIRE),
        client);
  }

  /** The same with a server of certain habits. */
  public static Handshake with(
      String certificate, UnaryOperator<SslContextBuilder> habits, ChannelHandler... client) {
    SslContextBuilder builder = SslContextBuilder.forServer(
            Certificates.certificate(certificate).toFile(),
            Certificates.key(certificate).toFile())
        .sslProvider(SslProvider.JDK);
    try {
      SslHandler handler = habits.apply(builder).build().newHandler(ByteBufAllocator.DEFAULT);
      Handshake made = new Handshake(new EmbeddedChannel(client), new EmbeddedChannel(handler));
      made.converse();
      return made;
    } catch (SSLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Has a client meet a server that does not speak TLS, which has something to say. */
  public static Handshake withPlain(String words, ChannelHandler... client) {
    Handshake made = new Handshake(new EmbeddedChannel(client), new EmbeddedChannel());
    made.server.writeOutbound(Unpooled.copiedBuffer(words, StandardCharsets.ISO_8859_1));
    made.converse();
    return made;
  }

  /** Carries over what both have written, until they have written no more. */
  public void converse() {
    boolean isOver = false;
    while (!isOver) {
      client.runPendingTasks();
      server.runPendingTasks();
      boolean hasAsked = carry(client, server);
      boolean hasAnswered = carry(server, client);
      isOver = !hasAsked && !hasAnswered;
    }
  }

  private static boolean carry(EmbeddedChannel from, EmbeddedChannel to) {
    boolean hasCarried = false;
    for (ByteBuf next = from.readOutbound(); next != null; next = from.readOutbound()) {
      hasCarried = true;
      // What it leads to comes after it, as on a socket; what it throws is for the handlers.
      ChannelFuture unused = to.writeOneInbound(next);
    }
    if (hasCarried) {
      to.pipeline().fireChannelReadComplete();
    }
    return hasCarried;
  }

  /** The server sends something in one record. */
  public void reply(String text) {
    server.writeOutbound(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    converse();
  }

  /** The server sends something in records of so many bytes each, which come one by one. */
  public void reply(String text, int size) {
    for (int i = 0; i < text.length(); i += size) {
      reply(text.substring(i, Math.min(text.length(), i + size)));
    }
  }

  /** What the server has read since it was asked last. */
  public String received() {
    StringBuilder text = new StringBuilder();
    for (ByteBuf next = server.readInbound(); next != null; next = server.readInbound()) {
      text.append(next.toString(StandardCharsets.ISO_8859_1));
      next.release();
    }
    return text.toString();
  }

  /** The server ends it without a word. */
  public void hangUp() {
    client.close().syncUninterruptibly();
  }

  /** Something goes wrong on the client's side. */
  public void breaks(Throwable cause) {
    client.pipeline().fireExceptionCaught(cause);
  }

  /** Whether the client is still there. */
  public boolean isOpen() {
    return client.isOpen();
  }
}
