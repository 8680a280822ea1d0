package dev.corral.embedded.command;

import dev.corral.embedded.stats.ClassReports;
import dev.corral.embedded.stats.GeneralReport;
import dev.corral.embedded.stats.Settings;
import dev.corral.embedded.stats.SettingsReport;
import dev.corral.embedded.wire.CommandLine;
import dev.corral.embedded.wire.Reply;

/**
 * {@code stats}: what the server tells of itself. Of the real server's reports, {@code conns},
 * {@code sizes}, {@code cachedump}, {@code detail} and {@code extstore} are unknown here.
 */
final class StatsCommand {
  private final Engine engine;
  private final Settings settings;

  StatsCommand(Engine engine, Settings settings) {
    this.engine = engine;
    this.settings = settings;
  }

  void run(CommandLine line, Reply reply) {
    switch (line.words() == 1 ? "" : line.text(1)) {
      case "" -> general(reply);
      case "settings" ->
        SettingsReport.of(settings, engine.classes())
            .put("verbosity", engine.verbosity())
            .put("oldest", engine.oldest())
            .tell(reply);
      case "items" -> ClassReports.items(engine.inventory(), engine.figures()).tell(reply);
      case "slabs" -> ClassReports.slabs(engine.inventory(), engine.figures()).tell(reply);
      case "reset" -> {
        engine.resetFigures();
        reply.say("RESET");
      }
      default -> reply.say("ERROR");
    }
  }

  private void general(Reply reply) {
    GeneralReport.of(settings, engine.figures(), engine.traffic(), engine.inventory())
        .put("pid", ProcessHandle.current().pid())
        .put("uptime", engine.clock().uptime())
        .put("time", engine.clock().unixTime())
        .put("version", AdminCommands.VERSION)
        .put("evictions", engine.evictions())
        .tell(reply);
  }
}
