package dev.corral.memcached.request;

import dev.corral.fault.RejectedException;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import java.nio.charset.StandardCharsets;

/** Asks a server of a managed cluster for the list of all of its servers. */
public final class ClusterRequest extends KeylessRequest<String> {
  private static final String COMMAND = "config get cluster";

  private String told = "";

  /** Creates the request. */
  public ClusterRequest() {}

  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, COMMAND);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case CONFIG -> {
        told = new String(reply.value(), StandardCharsets.UTF_8);
        yield false;
      }
      case END -> answer(told);
      // It is none of a managed cluster; others' requests are not concerned.
      case ERROR, CLIENT_ERROR ->
        throw new RejectedException("it does not know '" + COMMAND + "': " + reply);
      default -> session.refuse(this, reply);
    };
  }

  @Override
  public String describe() {
    return COMMAND;
  }
}
