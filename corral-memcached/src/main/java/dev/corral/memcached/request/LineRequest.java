package dev.corral.memcached.request;

import dev.corral.fault.RejectedException;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;

/** A command about no key that is answered by one line: what stands behind the line's kind. */
public final class LineRequest extends KeylessRequest<String> {
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
  public static LineRequest noOperation() {
    return new LineRequest("mn", Reply.Kind.MN);
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, command);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    if (reply.kind() == expected) {
      return answer(reply.rest());
    }
    if (reply.kind() == Reply.Kind.CLIENT_ERROR && expected == Reply.Kind.OK) {
      throw new RejectedException(reply.toString()); // the server does not let itself be flushed
    }
    return session.refuse(this, reply);
  }

  @Override
  public String describe() {
    return command;
  }
}
