package dev.corral.memcached.request;

import dev.corral.fault.RejectedException;
import dev.corral.memcached.wire.Commands;
import dev.corral.memcached.wire.Output;
import dev.corral.memcached.wire.ProtocolException;
import dev.corral.memcached.wire.Reply;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks for a group of the server's statistics. */
public final class StatsRequest extends KeylessRequest<Map<String, String>> {
  private final String command;
  private final boolean isOptional;
  private final Map<String, String> statistics = new LinkedHashMap<>();

  /**
   * Creates the request.
   *
   * @param group which, such as {@code settings}; empty for the general ones
   */
  public StatsRequest(String group) {
    this(group, false);
  }

  private StatsRequest(String group, boolean isOptional) {
    this.command = group.isEmpty() ? "stats" : "stats " + group;
    this.isOptional = isOptional;
  }

  /** Asks for the settings; a server or proxy that won't tell them has none to tell. */
  public static StatsRequest ofSettings() {
    return new StatsRequest("settings", true);
  }

  @Override
  public boolean encode(Output out, Session session) {
    Commands.line(out, command);
    return true;
  }

  @Override
  public boolean accept(Reply reply, Session session) throws ProtocolException {
    return switch (reply.kind()) {
      case STAT -> {
        String line = reply.rest();
        int space = line.indexOf(' ');
        statistics.put(
            space < 0 ? line : line.substring(0, space),
            space < 0 ? "" : line.substring(space + 1));
        yield false;
      }
      case END -> answer(statistics);
      // There is no such group, or none that it tells; others' requests are not concerned.
      case ERROR, CLIENT_ERROR -> isOptional ? answer(statistics) : reject(reply);
      case SERVER_ERROR -> isOptional ? answer(statistics) : session.refuse(this, reply);
      default -> session.refuse(this, reply);
    };
  }

  private static boolean reject(Reply reply) {
    throw new RejectedException(reply.toString());
  }

  @Override
  public String describe() {
    return command;
  }
}
