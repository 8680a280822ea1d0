package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.util.concurrent.TimeUnit;

/** Reads an item. */
public final class GetRequest extends Request<GetOutcome> {
  private final Get get;

  /**
   * Creates the request.
   *
   * @param get what is asked
   */
  public GetRequest(Get get) {
    this.get = get;
  }

  @Override
  public Key key() {
    return get.key();
  }

  @Override
  public boolean isChange() {
    return false;
  }

  @Override
  public Request<GetOutcome> shortened(Ttl longest) {
    Ttl touch = get.touch();
    return touch == null || touch.compareTo(longest) <= 0
        ? this
        : new GetRequest(get.withTouch(longest));
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.get(out, get);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case EN -> answer(Miss.MISS);
      case VA -> answer(item(reply, session));
      case HD -> get.isValued() ? session.refuse(this, reply) : answer(item(reply, session));
      default -> session.refuse(this, reply);
    };
  }

  private Item item(Reply reply, Session session) {
    Item item = Item.of(reply.value(), reply.flags(), reply.lease(), reply.isStale());
    if (!get.isDetailed()) {
      return item;
    }
    long seconds = reply.ttl();
    return item.withDetails(
        reply.cas(),
        session.incarnation(),
        seconds < 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds));
  }

  @Override
  public String describe() {
    return get.toString();
  }
}
