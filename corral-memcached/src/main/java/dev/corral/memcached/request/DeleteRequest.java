package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.time.Ttl;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Removes an item or marks it stale.
 *
 * @param <R> what the caller makes of the outcome
 */
public final class DeleteRequest<R extends @Nullable Object> extends Request<R> {
  private final Delete delete;
  private final Function<DeleteOutcome, R> reading;

  /**
   * Creates the request.
   *
   * @param delete what is asked
   * @param reading what the caller makes of the outcome; runs on the I/O thread
   */
  public DeleteRequest(Delete delete, Function<DeleteOutcome, R> reading) {
    this.delete = delete;
    this.reading = reading;
  }

  @Override
  public Key key() {
    return delete.key();
  }

  @Override
  public boolean isChange() {
    return true;
  }

  @Override
  public Request<R> shortened(Ttl longest) {
    Ttl ttl = delete.ttl();
    return ttl == null || ttl.compareTo(longest) <= 0
        ? this
        : new DeleteRequest<>(delete.markingStale(longest), reading);
  }

  @Override
  public boolean encode(Output out, Session session) {
    if (session.isForeign(delete.cas())) {
      answer(reading.apply(DeleteOutcome.EXISTS));
      return false;
    }
    Commands.delete(out, delete);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case HD -> answer(reading.apply(DeleteOutcome.DELETED));
      case NF -> answer(reading.apply(DeleteOutcome.NOT_FOUND));
      case EX -> answer(reading.apply(DeleteOutcome.EXISTS));
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public String describe() {
    return delete.toString();
  }
}
