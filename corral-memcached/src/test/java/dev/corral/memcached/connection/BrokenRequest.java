package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.request.Request;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import org.jspecify.annotations.Nullable;

/** A request with a fault of its own. */
final class BrokenRequest extends Request<@Nullable Void> {
  private final boolean isBrokenInWriting;

  private BrokenRequest(boolean isBrokenInWriting) {
    this.isBrokenInWriting = isBrokenInWriting;
  }

  static BrokenRequest inWriting() {
    return new BrokenRequest(true);
  }

  static BrokenRequest inReading() {
    return new BrokenRequest(false);
  }

  @Override
  public @Nullable Key key() {
    return null;
  }

  @Override
  public boolean isChange() {
    return false;
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, "mn");
    if (isBrokenInWriting) {
      throw new ArithmeticException("in writing");
    }
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) {
    throw new ArithmeticException("in reading");
  }

  @Override
  public String describe() {
    return "broken";
  }
}
