package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.corral.store.Lease;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a decoder made of some bytes.
 *
 * @param replies those that it delivered, in order
 * @param reason why it refused what followed them, or null if it did not
 */
record Decoded(List<Seen> replies, @Nullable String reason) {
  static final int LARGEST_VALUE = 2048;

  /** A reply as its reader saw it: the decoder's own says something else soon after. */
  record Seen(
      Reply.Kind kind,
      String rest,
      String value,
      int flags,
      long cas,
      long ttl,
      Lease lease,
      boolean isStale) {
    static Seen of(Reply reply) {
      return new Seen(
          reply.kind(),
          reply.rest(),
          new String(reply.value(), ISO_8859_1),
          reply.flags(),
          reply.cas(),
          reply.ttl(),
          reply.lease(),
          reply.isStale());
    }
  }

  /** Where bytes are cut: how many come next, at least one. */
  @FunctionalInterface
  interface Cuts {
    int next();
  }

  static Decoded whole(byte[] bytes) {
    return of(bytes, () -> bytes.length);
  }

  static Decoded byteByByte(byte[] bytes) {
    return of(bytes, () -> 1);
  }

  static Decoded of(byte[] bytes, Cuts cuts) {
    return of(bytes, cuts, reply -> {});
  }

  static Decoded of(byte[] bytes, Cuts cuts, ReplyDecoder.Reader witness) {
    List<Seen> replies = new ArrayList<>();
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> {
          replies.add(Seen.of(reply));
          witness.read(reply);
        },
        LARGEST_VALUE);
    try {
      for (int i = 0; i < bytes.length; ) {
        int count = Math.min(cuts.next(), bytes.length - i);
        decoder.decode(Unpooled.wrappedBuffer(bytes, i, count));
        i += count;
      }
      return new Decoded(replies, null);
    } catch (ProtocolException e) {
      return new Decoded(replies, e.reason());
    }
  }
}
