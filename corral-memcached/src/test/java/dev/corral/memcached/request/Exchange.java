package dev.corral.memcached.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.ReplyDecoder;
import dev.corral.store.Cas;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A session in which the test plays the server. */
final class Exchange implements Session {
  static final int LARGEST_VALUE = 1000;

  private final Object incarnation = new Object();

  @Override
  public Object incarnation() {
    return incarnation;
  }

  /** A CAS that came by this connection. */
  Cas cas(long number) {
    return new Cas(number, incarnation);
  }

  /** A CAS that came by another. */
  static Cas foreignCas(long number) {
    return new Cas(number, new Object());
  }

  @Override
  public int largestValue(Key key, int flags) {
    return LARGEST_VALUE;
  }

  @Override
  public boolean refuse(Request<?> request, Reply reply) throws ProtocolException {
    if (reply.kind() != Reply.Kind.SERVER_ERROR) {
      throw new ProtocolException("refused", reply);
    }
    return request.fail(new UnavailableException(reply.toString()));
  }

  /** What a request writes; null if it is settled unsent. */
  @Nullable
  String written(Request<?> request) {
    Output out = new Output();
    if (!request.encode(out, this)) {
      assertThat(out.size()).as("bytes of what is not sent").isZero();
      return null;
    }
    ByteBuf buffer = Unpooled.buffer();
    out.moveTo(buffer);
    return buffer.toString(StandardCharsets.ISO_8859_1);
  }

  /** Gives a request replies. Tells whether the last one was its last. */
  boolean reply(Request<?> request, String text) throws ProtocolException {
    boolean[] isLast = new boolean[1];
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> {
          assertThat(isLast[0]).as("whether it wants no more before " + reply).isFalse();
          isLast[0] = request.accept(reply, this);
        },
        LARGEST_VALUE);
    decoder.decode(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1));
    return isLast[0];
  }

  /** What a request's caller gets of replies. */
  <R extends @Nullable Object> R answer(Request<R> request, String text) throws ProtocolException {
    assertThat(reply(request, text)).as("whether it was the last reply").isTrue();
    return settled(request);
  }

  /** What a request's caller gets of what was noted. */
  static <R extends @Nullable Object> R settled(Request<R> request) {
    assertThat(request.settle(Runnable::run)).isTrue();
    return request.join();
  }
}
