package dev.corral.memcached.request;

import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import dev.corral.memcached.wire.UnauthenticatedException;
import java.util.function.Supplier;

/** Tells the server a user and password, before anything else is asked of it. */
public final class LoginRequest extends KeylessRequest<Boolean> {
  private final Supplier<byte[]> token;

  /**
   * Creates the request.
   *
   * @param token tells user and password when it is sent, with a space between them
   */
  public LoginRequest(Supplier<byte[]> token) {
    this.token = token;
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.login(out, token.get());
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case STORED -> answer(true);
      case CLIENT_ERROR ->
        throw new UnauthenticatedException("it does not take the user and password", reply);
      // It wants none, and took it for an item that it has no room for; else it refuses what
      // follows.
      case SERVER_ERROR -> answer(false);
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public String describe() {
    return "login";
  }
}
