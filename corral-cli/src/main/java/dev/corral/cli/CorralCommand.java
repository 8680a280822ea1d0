package dev.corral.cli;

import dev.corral.cli.bench.BenchCommand;
import dev.corral.cli.dashboard.DashboardCommand;
import dev.corral.cli.demo.DemoCommand;
import dev.corral.cli.doctor.DoctorCommand;
import dev.corral.cli.item.DeleteCommand;
import dev.corral.cli.item.GetCommand;
import dev.corral.cli.item.IncrCommand;
import dev.corral.cli.item.SetCommand;
import dev.corral.cli.item.StatsCommand;
import dev.corral.cli.item.TouchCommand;
import dev.corral.cli.ns.NsCommand;
import dev.corral.cli.option.Version;
import dev.corral.cli.ring.RingCommand;
import dev.corral.cli.server.ServerCommand;
import dev.corral.cli.terminal.Terminal;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.CorralException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The {@code corral} command. Its exit code is 0 if all went well, 2 if what the user gave it was
 * bad, and 1 for anything else. Errors are sentences on standard error, never stack traces.
 */
@Command(
    name = "corral",
    header = "A memcached toolkit.",
    description = {"", "Each command has a help of its own: corral COMMAND --help.", ""},
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    commandListHeading = "",
    exitCodeListHeading = "%nExit codes, unless a command has its own:%n",
    exitCodeList = {"0:All went well.", "1:It failed.", "2:Bad input."},
    footer = {
      "",
      "Environment:",
      "  CORRAL_STORE  the store of commands that are given no --store",
      "",
      "Examples:",
      "  corral demo",
      "  export CORRAL_STORE=memcached://cache1,cache2; corral get greeting"
    })
public final class CorralCommand {
  private static final int NARROWEST_HELP = 60;
  private static final int WIDEST_HELP = 100;

  private CorralCommand() {}

  /**
   * Runs the command and ends the JVM with its exit code.
   *
   * @param args what the user typed
   */
  public static void main(String[] args) {
    // Not System.out: a print stream hides that the reader of a pipe has gone.
    System.exit(run(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        args));
  }

  /** Runs the command on the given streams and returns its exit code. */
  public static int run(InputStream in, OutputStream out, OutputStream err, String... args) {
    PrintWriter errors = new PrintWriter(err, true, Charset.defaultCharset());
    return on(in, Terminal.found(out), errors).execute(args);
  }

  /** All commands, on the given streams. */
  static CommandLine on(InputStream in, Terminal terminal, PrintWriter errors) {
    CommandLine corral = new CommandLine(new CorralCommand())
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(new DashboardCommand(terminal, errors))
        .addSubcommand(new DoctorCommand(in, terminal, InstantSource.system()))
        .addSubcommand(new BenchCommand(terminal, errors))
        .addSubcommand(new GetCommand(terminal, errors))
        .addSubcommand(new SetCommand(in, terminal, errors))
        .addSubcommand(new DeleteCommand(terminal, errors))
        .addSubcommand(new TouchCommand(terminal, errors))
        .addSubcommand(new IncrCommand(terminal, errors))
        .addSubcommand(new StatsCommand(terminal, errors))
        .addSubcommand(new NsCommand(
            terminal, InstantSource.system(), time -> TimeUnit.NANOSECONDS.sleep(time.toNanos())))
        .addSubcommand(new RingCommand(in, terminal.out(), errors))
        .addSubcommand(new ServerCommand(terminal.out(), errors))
        .addSubcommand(new CompletionCommand(terminal))
        .addSubcommand(new HelpCommand())
        .setOut(new PrintWriter(terminal.out(), true, terminal.charset()))
        .setErr(errors)
        .setColorScheme(Help.defaultColorScheme(terminal.hasColour() ? Ansi.ON : Ansi.OFF))
        .setUsageHelpWidth(Math.max(NARROWEST_HELP, Math.min(WIDEST_HELP, terminal.columns())))
        .setParameterExceptionHandler((e, unused) -> reportUsage(errors, e))
        .setExecutionExceptionHandler((e, unused, parsed) -> report(errors, e));
    corral.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups());
    return corral;
  }

  private static int reportUsage(PrintWriter errors, ParameterException e) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    List<String> meant = List.of();
    String message = e.getMessage();
    if (e instanceof UnmatchedArgumentException unmatched) {
      meant = unmatched.getSuggestions();
      if (!command.getSubcommands().isEmpty() && !unmatched.isUnknownOption()) {
        String typed = unmatched.getUnmatched().get(0);
        message = "there is no command '" + typed + "'";
        meant = Typo.meant(typed, command.getSubcommands().keySet());
      }
    }
    errors.println(name + ": " + message);
    if (!meant.isEmpty()) {
      errors.println("Did you mean " + String.join(" or ", meant) + "?");
    }
    errors.println("Try '" + name + " --help'.");
    return ExitCode.USAGE;
  }

  private static int report(PrintWriter errors, Exception e) {
    if (e instanceof ConfigurationException) {
      errors.println(e.getMessage());
      return ExitCode.USAGE;
    }
    if (isClosedPipe(e)) {
      return ExitCode.OK;
    }
    boolean isKnown = e instanceof IOException || e instanceof CorralException;
    errors.println("corral: " + (isKnown ? e.getMessage() : "unexpected " + e));
    return ExitCode.SOFTWARE;
  }

  /** Whether the reader of our output, such as {@code head}, has had enough. */
  private static boolean isClosedPipe(Exception e) {
    return e instanceof IOException && "Broken pipe".equals(e.getMessage());
  }
}
