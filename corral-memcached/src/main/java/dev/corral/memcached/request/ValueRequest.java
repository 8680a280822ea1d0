package dev.corral.memcached.request;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import org.jspecify.annotations.Nullable;

/** Reads nothing but a value, by a command of its own; null if there is no item. */
public class ValueRequest extends Request<byte @Nullable []> {
  private final Key key;

  /**
   * Creates the request.
   *
   * @param key whose value
   */
  public ValueRequest(Key key) {
    this.key = key;
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
  public boolean encode(Output out, Session session) {
    Commands.value(out, key);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case EN -> answer(null);
      case VA -> answer(reply.value());
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public String describe() {
    return "get " + key;
  }
}
