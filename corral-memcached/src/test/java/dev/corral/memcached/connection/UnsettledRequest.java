package dev.corral.memcached.connection;

import dev.corral.memcached.request.KeylessRequest;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** A request whose caller can't be given its answer, for want of memory, say. */
final class UnsettledRequest extends KeylessRequest<@Nullable Void> {
  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, "mn");
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) {
    return true;
  }

  @Override
  public boolean settle(Executor executor) {
    throw new OutOfMemoryError("no room for an answer");
  }

  @Override
  public String describe() {
    return "mn";
  }
}
