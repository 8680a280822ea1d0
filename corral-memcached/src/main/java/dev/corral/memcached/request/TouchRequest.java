package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.store.Get;
import dev.corral.time.Ttl;

/** Gives an item another life; false if there is none. */
public final class TouchRequest extends Request<Boolean> {
  private final Key key;
  private final Ttl ttl;

  /**
   * Creates the request.
   *
   * @param key whose item
   * @param ttl how long it lives from now on
   */
  public TouchRequest(Key key, Ttl ttl) {
    this.key = key;
    this.ttl = ttl;
  }

  @Override
  public Key key() {
    return key;
  }

  @Override
  public boolean isChange() {
    return false;
  }

  @Override
  public Request<Boolean> shortened(Ttl longest) {
    return ttl.compareTo(longest) <= 0 ? this : new TouchRequest(key, longest);
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.get(out, Get.of(key).withoutValue().withTouch(ttl));
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case EN -> answer(false);
      case HD -> answer(true);
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public String describe() {
    return "touch " + key;
  }
}
