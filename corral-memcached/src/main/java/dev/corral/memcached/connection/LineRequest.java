package dev.corral.memcached.connection;

import dev.corral.key.Key;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import org.jspecify.annotations.Nullable;

/** A command about no key that is answered by one line: what stands behind the line's kind. */
public final class LineRequest extends Request<String> {
  private final String command;
  private final Reply.Kind expected;

  private LineRequest(String command, Reply.Kind expected) {
    this.command = command;
    this.expected = expected;
  }

  /**
   * Asks for the server's version.
   *
   * @return the request
   */
  public static LineRequest version() {
    return new LineRequest("version", Reply.Kind.VERSION);
  }

  /**
   * Drops all items.
   *
   * @param delaySeconds when; 0 for at once
   * @return the request
   */
  public static LineRequest flush(long delaySeconds) {
    return new LineRequest(
        delaySeconds == 0 ? "flush_all" : "flush_all " + delaySeconds, Reply.Kind.OK);
  }

  /** Asks for nothing but an answer. */
  static LineRequest noOperation() {
    return new LineRequest("mn", Reply.Kind.MN);
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
  boolean isMarkable() {
    return false;
  }

  @Override
  boolean encode(Output out, Connection connection) {
    Commands.line(out, command);
    return true;
  }

  @Override
  boolean accept(Reply reply, Connection connection) throws ProtocolException {
    return reply.kind() == expected ? answer(reply.rest()) : connection.refuse(this, reply);
  }

  @Override
  String describe() {
    return command;
  }
}
