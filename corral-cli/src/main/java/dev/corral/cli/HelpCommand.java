package dev.corral.cli;

import dev.corral.cli.option.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corral help get}: the same as {@code corral get --help}. */
@Command(
    name = "help",
    header = "Shows the help of a command.",
    description = {"", "Shows the same as --help behind the command.", ""},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    helpCommand = true,
    footer = {"", "Examples:", "  corral help get", "  corral help ns flush"})
final class HelpCommand implements Callable<Integer> {
  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description = "Which command; corral itself by default.")
  private List<String> names = new ArrayList<>();

  @Spec
  private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine command = spec.root().commandLine();
    for (String name : names) {
      CommandLine next = command.getSubcommands().get(name);
      if (next == null) {
        throw new ParameterException(
            spec.commandLine(),
            command.getCommandSpec().qualifiedName() + " has no command '" + name + "'");
      }
      command = next;
    }
    command.usage(command.getOut());
    return ExitCode.OK;
  }
}
