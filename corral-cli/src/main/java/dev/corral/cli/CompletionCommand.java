package dev.corral.cli;

import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code corral completion}: what makes a shell complete this command's names and options. */
@Command(
    name = "completion",
    header = "Prints a script that lets bash or zsh complete commands.",
    description = {
      "",
      "The shell then completes commands, options and file names of corral by the Tab key. Write"
          + " the script to a file once, and have your shell read it when it starts: that takes no"
          + " time, and print it anew after an update.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    footer = {
      "",
      "Examples:",
      "  corral completion > ~/.corral-completion",
      "  echo '. ~/.corral-completion' >> ~/.bashrc    # or ~/.zshrc"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    terminal.print("%s", AutoComplete.bash(spec.root().name(), spec.root().commandLine()));
    return ExitCode.OK;
  }
}
