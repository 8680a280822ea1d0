package dev.corral.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** What the help of every command has, whoever wrote it. */
class HelpTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return CorralCommand.run(InputStream.nullInputStream(), out, err, arguments);
  }

  private static CommandLine corral(int columns) {
    OutputStream nowhere = OutputStream.nullOutputStream();
    return CorralCommand.on(
        InputStream.nullInputStream(),
        new Terminal(nowhere, UTF_8, columns, false, false),
        new PrintWriter(nowhere, true, UTF_8));
  }

  static Stream<CommandSpec> commands() {
    return corral(80).getSubcommands().values().stream()
        .map(CommandLine::getCommandSpec)
        .filter(command -> !command.usageMessage().hidden());
  }

  static Stream<CommandSpec> allCommands() {
    List<CommandSpec> all = new ArrayList<>();
    addTo(all, corral(80).getCommandSpec());
    return all.stream();
  }

  private static void addTo(List<CommandSpec> all, CommandSpec command) {
    if (!command.usageMessage().hidden()) {
      all.add(command);
      command.subcommands().values().forEach(sub -> addTo(all, sub.getCommandSpec()));
    }
  }

  @ParameterizedTest
  @MethodSource("commands")
  void everyCommandSaysInASentenceWhatItDoesAndShowsExamples(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    assertThat(usage.header()).singleElement().asString().matches("[A-Z][^.]*\\.");
    assertThat(usage.description()).isNotEmpty().startsWith("").endsWith("");
    assertThat(usage.footer()).startsWith("").contains("Examples:");
    assertThat(List.of(usage.footer())
            .subList(List.of(usage.footer()).indexOf("Examples:") + 1, usage.footer().length))
        .isNotEmpty()
        .allMatch(line -> line.startsWith("  "))
        .anyMatch(line -> line.contains("corral " + command.name()));
  }

  @ParameterizedTest
  @MethodSource("allCommands")
  void everyOptionIsDescribedAndNoLineIsTooLong(CommandSpec command) {
    assertThat(command.commandLine().getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    assertThat(command.usageMessage().header()).singleElement().asString().endsWith(".");
    Stream.concat(command.options().stream(), command.positionalParameters().stream())
        .forEach(argument -> assertThat(String.join(" ", argument.description()))
            .as("%s %s", command.qualifiedName(), argument.paramLabel())
            .matches("[A-Z].*\\."));
    assertThat(command.optionsMap()).containsKeys("--help");
  }

  @Test
  void allCommandsAreListedByWhatOneWantsToDo() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString(UTF_8))
        .containsSubsequence("Try it:", "demo", "Look:", "get", "Change:", "set", "incr")
        .containsSubsequence("Clusters:", "ring", "ns", "Other:", "completion", "help")
        .containsSubsequence("Exit codes", "CORRAL_STORE", "Examples:");
    commands()
        .forEach(
            command -> assertThat(out.toString(UTF_8)).contains("\n  " + command.name() + " "));
  }

  @ParameterizedTest
  @CsvSource({"20, 60", "70, 70", "100, 100", "300, 100"})
  void helpIsAsWideAsTheTerminalWithinReason(int columns, int width) {
    assertThat(corral(columns).getUsageMessage().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
    assertThat(corral(columns).getSubcommands().values())
        .allSatisfy(command -> assertThat(command.getUsageHelpWidth()).isEqualTo(width));
  }

  @Test
  void helpOfACommandIsTheSameBothWays() {
    assertThat(run("help", "get")).isZero();
    String first = out.toString(UTF_8);
    out.reset();
    assertThat(run("get", "--help")).isZero();
    assertThat(out.toString(UTF_8)).isEqualTo(first).contains("Usage: corral get ");
  }

  @Test
  void helpReachesCommandsOfCommandsAndAllOfThem() {
    assertThat(run("help", "ns", "flush")).isZero();
    assertThat(out.toString(UTF_8)).contains("Usage: corral ns flush ");
    assertThat(run("help")).isZero();
    assertThat(out.toString(UTF_8)).contains("Usage: corral [-hV] COMMAND");
  }

  @Test
  void helpOfWhatIsNoCommandIsRefused() {
    assertThat(run("help", "ns", "flash")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("corral help: corral ns has no command 'flash'");
  }

  @ParameterizedTest
  @CsvSource({
    "gte, get",
    "GET, get",
    "dleete, delete",
    "stat, stats",
    "sets, set",
    "incrr, incr",
    "sever, server"
  })
  void whoMistypesACommandIsHelped(String typed, String meant) {
    assertThat(run(typed, "greeting")).isEqualTo(2);
    assertThat(err.toString(UTF_8).lines())
        .containsExactly(
            "corral: there is no command '" + typed + "'",
            "Did you mean " + meant + "?",
            "Try 'corral --help'.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"xyzzy", "x"})
  void whatResemblesNoCommandIsNotGuessedAt(String typed) {
    assertThat(run(typed)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).doesNotContain("Did you mean");
  }

  @Test
  void whoMistypesAnOptionIsHelpedToo() {
    assertThat(run("get", "--stoer=memory:", "greeting")).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("Unknown option", "Did you mean --store?");
  }

  @Test
  void theCompletionScriptKnowsTheCommands() {
    assertThat(run("completion")).isZero();
    assertThat(out.toString(UTF_8))
        .startsWith("#!")
        .contains(
            "_complete_corral", "'--composed'", "complete -F _complete_corral", "bashcompinit");
  }
}
