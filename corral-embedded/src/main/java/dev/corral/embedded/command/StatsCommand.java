package dev.corral.embedded.command;

import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;

/** {@code stats}: what the server tells of itself. */
final class StatsCommand {
  private final Engine engine;
  private final Settings settings;

  StatsCommand(Engine engine, Settings settings) {
    this.engine = engine;
    this.settings = settings;
  }

  void run(CommandLine line, Reply reply) {
    if (line.words() == 1) {
      general(reply);
    } else if (line.is(1, "settings")) {
      settings(reply);
    } else if (line.is(1, "reset")) {
      engine.resetFigures();
      reply.say("RESET");
    } else {
      reply.say("ERROR");
    }
  }

  private void general(Reply reply) {
    tell(reply, "pid", ProcessHandle.current().pid());
    tell(reply, "uptime", engine.clock().uptime());
    tell(reply, "time", engine.clock().unixTime());
    tell(reply, "version", AdminCommands.VERSION);
    for (Figure figure : Figure.values()) {
      tell(reply, figure.stat(), engine.counted(figure));
    }
    tell(reply, "limit_maxbytes", settings.maxBytes());
    tell(reply, "evictions", engine.items().evictions());
    reply.write("END").endLine();
  }

  private void settings(Reply reply) {
    tell(reply, "maxbytes", settings.maxBytes());
    tell(reply, "maxconns", settings.maxConnections());
    tell(reply, "tcpport", settings.port());
    tell(reply, "cas_enabled", "yes");
    tell(reply, "auth_enabled_ascii", settings.authenticating() ? "yes" : "no");
    tell(reply, "item_size_max", settings.maxItemBytes());
    tell(reply, "idle_timeout", 0);
    reply.write("END").endLine();
  }

  private static void tell(Reply reply, String name, long value) {
    tell(reply, name, Long.toUnsignedString(value));
  }

  private static void tell(Reply reply, String name, String value) {
    reply.write("STAT ").write(name).write(" ").write(value).endLine();
  }
}
