package dev.corral.cli.item;

import dev.corral.ring.Server;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Statistics of servers side by side, or one below the other where there is no room. */
record StatsTable(Map<Server, ServerStats> told) {
  private static final String GAP = "  ";

  String text(int columns) {
    String table = table(told);
    if (told.size() == 1 || table.lines().allMatch(line -> line.length() <= columns)) {
      return table;
    }
    List<String> tables = new ArrayList<>();
    told.forEach((server, stats) -> tables.add(table(Map.of(server, stats))));
    return String.join(System.lineSeparator(), tables);
  }

  private static String table(Map<Server, ServerStats> told) {
    Set<String> names = new LinkedHashSet<>();
    told.values().forEach(stats -> names.addAll(stats.statistics().keySet()));
    Map<String, List<String>> rows = new LinkedHashMap<>();
    rows.put("", told.keySet().stream().map(Server::address).toList());
    if (told.values().stream().anyMatch(stats -> stats.fault().isPresent())) {
      rows.put("answers", told.values().stream().map(StatsTable::answers).toList());
    }
    names.forEach(name -> rows.put(name, row(told, name)));
    return format(rows, told.size());
  }

  private static String answers(ServerStats stats) {
    return stats.fault().isPresent() ? "no" : "yes";
  }

  private static List<String> row(Map<Server, ServerStats> told, String name) {
    return told.values().stream()
        .map(stats -> Printable.escaped(stats.statistics().getOrDefault(name, "-")))
        .toList();
  }

  /** Names to the left, values to the right of their columns, as most of them are numbers. */
  private static String format(Map<String, List<String>> rows, int servers) {
    int longest = rows.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    rows.forEach((name, cells) -> {
      text.append(name).append(" ".repeat(longest - name.length()));
      for (int i = 0; i < servers; i++) {
        int column = i;
        int width = rows.values().stream()
            .mapToInt(row -> row.get(column).length())
            .max()
            .orElse(0);
        text.append(GAP).append(" ".repeat(width - cells.get(i).length())).append(cells.get(i));
      }
      text.append(System.lineSeparator());
    });
    return text.toString();
  }
}
