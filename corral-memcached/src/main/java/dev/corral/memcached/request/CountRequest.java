package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.ArithmeticOutcome.Refused;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Changes a counter.
 *
 * @param <R> what the caller makes of the outcome
 */
public final class CountRequest<R extends @Nullable Object> extends Request<R> {
  private final Arithmetic count;
  private final Function<ArithmeticOutcome, R> reading;

  /**
   * Creates the request.
   *
   * @param count what is asked
   * @param reading what the caller makes of the outcome; runs on the I/O thread
   */
  public CountRequest(Arithmetic count, Function<ArithmeticOutcome, R> reading) {
    this.count = count;
    this.reading = reading;
  }

  @Override
  public Key key() {
    return count.key();
  }

  @Override
  public boolean isChange() {
    return true;
  }

  @Override
  public Request<R> shortened(Ttl longest) {
    Ttl ttl = count.ttl();
    return ttl == null || ttl.compareTo(longest) <= 0
        ? this
        : new CountRequest<>(count.orCreate(count.initial(), longest), reading);
  }

  @Override
  public boolean encode(Output out, Session session) {
    if (session.isForeign(count.cas())) {
      answer(reading.apply(Refused.EXISTS));
      return false;
    }
    Commands.count(out, count);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case VA -> answer(reading.apply(new Counted(number(reply))));
      case NF -> answer(reading.apply(Refused.NOT_FOUND));
      case EX -> answer(reading.apply(Refused.EXISTS));
      case CLIENT_ERROR ->
        reply.says("cannot increment")
            ? answer(reading.apply(Refused.NOT_NUMERIC))
            : session.refuse(this, reply);
      default -> session.refuse(this, reply);
    };
  }

  private static long number(Reply reply) throws ProtocolException {
    String digits = new String(reply.value(), StandardCharsets.ISO_8859_1);
    try {
      return Long.parseUnsignedLong(digits.strip());
    } catch (NumberFormatException e) {
      throw new ProtocolException("a counter that is no number", reply);
    }
  }

  @Override
  public String describe() {
    return count.toString();
  }
}
