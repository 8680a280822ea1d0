package dev.corral.memcached.connection;

import dev.corral.memcached.security.TlsHandshake;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import javax.net.ssl.SSLException;

/** Stands behind TLS, and tells a connection why there is none. */
final class HandshakeWatch extends ChannelInboundHandlerAdapter {
  private final TlsHandshake tls;
  private final Connection connection;

  HandshakeWatch(TlsHandshake tls, Connection connection) {
    this.tls = tls;
    this.connection = connection;
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (event instanceof SslHandshakeCompletionEvent handshake && !handshake.isSuccess()) {
      fail(handshake.cause());
    }
  }

  private void fail(Throwable cause) {
    Reason reason = Reason.ofHandshake(cause);
    boolean mayHelp = reason.isDistrust() && tls.failed();
    connection.close(mayHelp ? Reason.of(reason.words()) : reason);
  }

  /** What the server finds against us, with TLS 1.3 it tells after the handshake. */
  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
    Throwable cause = thrown instanceof DecoderException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
    if (cause instanceof SSLException && !connection.session().hasGreeted()) {
      fail(cause);
    } else {
      context.fireExceptionCaught(cause);
    }
  }
}
