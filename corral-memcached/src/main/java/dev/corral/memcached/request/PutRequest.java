package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Cas;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.PutOutcome.Stored;
import dev.corral.store.ValueTooLargeException;
import dev.corral.time.Ttl;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Writes an item.
 *
 * @param <R> what the caller makes of the outcome
 */
public final class PutRequest<R extends @Nullable Object> extends Request<R> {
  private final Put put;
  private final Function<PutOutcome, R> reading;

  /**
   * Creates the request.
   *
   * @param put what is asked
   * @param reading what the caller makes of the outcome; runs on the I/O thread
   */
  public PutRequest(Put put, Function<PutOutcome, R> reading) {
    this.put = put;
    this.reading = reading;
  }

  @Override
  public Key key() {
    return put.key();
  }

  @Override
  public boolean isChange() {
    return true;
  }

  @Override
  public Request<R> shortened(Ttl longest) {
    Ttl most = longest.plus(put.linger());
    return put.mode().extendsItem() || put.ttl().compareTo(most) <= 0
        ? this
        : new PutRequest<>(put.withTtl(most), reading);
  }

  @Override
  public int size() {
    return put.value().length;
  }

  @Override
  public boolean encode(Output out, Session session) {
    int limit = session.largestValue(put.key(), put.flags());
    if (put.value().length > limit) {
      fail(new ValueTooLargeException(put.key(), put.value().length, limit));
      return false;
    }
    if (session.isForeign(put.cas())) {
      answer(reading.apply(Refused.EXISTS));
      return false;
    }
    Commands.put(out, put);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case HD -> answer(reading.apply(stored(reply, session)));
      case NS -> answer(reading.apply(Refused.NOT_STORED));
      case EX -> answer(reading.apply(Refused.EXISTS));
      case NF -> answer(reading.apply(Refused.NOT_FOUND));
      default -> session.refuse(this, reply);
    };
  }

  private static Stored stored(Reply reply, Session session) {
    return reply.cas() == 0
        ? Stored.STORED
        : new Stored(new Cas(reply.cas(), session.incarnation()));
  }

  @Override
  public String describe() {
    return put.toString();
  }
}
