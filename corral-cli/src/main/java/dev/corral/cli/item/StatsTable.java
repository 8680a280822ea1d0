package dev.corral.cli.item;

import dev.corral.cli.terminal.Columns;
import dev.corral.ring.Server;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Statistics of servers, as many side by side as there is room for. */
record StatsTable(Map<Server, ServerStats> told) {
  String text(int columns) {
    Set<String> names = new LinkedHashSet<>();
    told.values().forEach(stats -> names.addAll(stats.statistics().keySet()));
    List<List<String>> rows = new ArrayList<>();
    rows.add(row("", told.keySet().stream().map(Server::address)));
    if (told.values().stream().anyMatch(stats -> stats.fault().isPresent())) {
      rows.add(row("answers", told.values().stream().map(StatsTable::answers)));
    }
    names.forEach(name -> rows.add(row(
        name, told.values().stream().map(stats -> stats.statistics().getOrDefault(name, "-")))));
    return new Columns(rows).text(columns);
  }

  private static String answers(ServerStats stats) {
    return stats.fault().isPresent() ? "no" : "yes";
  }

  private static List<String> row(String name, Stream<String> cells) {
    return Stream.concat(Stream.of(name), cells).map(Printable::escaped).toList();
  }
}
