package dev.corral.memcached.connection;

import dev.corral.memcached.request.KeylessRequest;
import dev.corral.memcached.request.Session;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.Reply;
import org.jspecify.annotations.Nullable;

/** A request during whose encoding something happens. */
final class EncodedRequest extends KeylessRequest<@Nullable Void> {
  private final String text;
  private final Runnable meanwhile;

  EncodedRequest(String text, Runnable meanwhile) {
    this.text = text;
    this.meanwhile = meanwhile;
  }

  @Override
  public boolean encode(Output out, Session session) {
    meanwhile.run();
    Commands.line(out, text);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) {
    return true;
  }

  @Override
  public String describe() {
    return text;
  }
}
