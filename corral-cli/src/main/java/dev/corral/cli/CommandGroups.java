package dev.corral.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Help.Column.Overflow;
import picocli.CommandLine.Help.TextTable;
import picocli.CommandLine.IHelpSectionRenderer;

/** Lists the commands by what a user wants to do, a line each. */
final class CommandGroups implements IHelpSectionRenderer {
  private static final int INDENT = 2;

  private static final List<Group> GROUPS = List.of(
      new Group("Try it", List.of("demo", "server")),
      new Group("Look", List.of("dashboard", "doctor", "stats", "get")),
      new Group("Change", List.of("set", "delete", "touch", "incr")),
      new Group("Clusters", List.of("ring", "ns", "bench")));

  private static final String OTHERS = "Other";

  private record Group(String name, List<String> commands) {}

  @Override
  public String render(Help help) {
    Map<String, Help> left = help.subcommands();
    int longest = left.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder list = new StringBuilder();
    List<String> others = new ArrayList<>(left.keySet());
    for (Group group : GROUPS) {
      others.removeAll(group.commands());
      list.append(render(help, group, longest));
    }
    return list.append(render(help, new Group(OTHERS, others), longest)).toString();
  }

  private static String render(Help help, Group group, int longest) {
    int names = longest + 2 * INDENT;
    int width = help.commandSpec().usageMessage().width();
    TextTable table = TextTable.forColumns(
        help.colorScheme(),
        new Column(names, INDENT, Overflow.SPAN),
        new Column(width - names, INDENT, Overflow.WRAP));
    for (String name : group.commands()) {
      Help command = help.subcommands().get(name); // without the hidden ones
      if (command != null) {
        String[] header = command.commandSpec().usageMessage().header();
        table.addRowValues(
            help.colorScheme().commandText(name),
            help.colorScheme().text(header.length == 0 ? "" : header[0]));
      }
    }
    return "%n%s:%n%s".formatted(group.name(), table);
  }
}
