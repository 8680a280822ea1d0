package dev.corral.cli.demo;

import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.CtrlC;
import dev.corral.cli.terminal.Terminal;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral demo}: what a herd does to a small database, without Corral and with it. */
@Command(
    name = "demo",
    header = "Shows what a herd does to a small database, without Corral and with it.",
    description = {
      "",
      "Plays three scenes, each twice: with the usual cache code, then with Corral. It all happens"
          + " in this process, and the database is simulated; every figure is measured.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
  private static final double SHORTEST = 0.1;
  private static final int LONGEST = 600;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "4",
      description = "How long each of the six runs takes; 4 by default.")
  private double seconds;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public DemoCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws Exception {
    if (!(seconds >= SHORTEST && seconds <= LONGEST)) {
      throw new ParameterException(
          spec.commandLine(),
          "--seconds must be " + SHORTEST + " to " + LONGEST + ", but is " + seconds);
    }
    Show show = new Show(
        terminal,
        new Database(4, Duration.ofMillis(100), Duration.ofMillis(500)),
        new Show.Cast(4, 32, Duration.ofMillis(25)));
    CtrlC ctrlC = CtrlC.calls(show::stop);
    try {
      show.play(Scene.all(Duration.ofMillis((long) (seconds * 1000))));
    } finally {
      ctrlC.forget();
    }
    return ExitCode.OK;
  }
}
