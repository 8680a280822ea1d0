package dev.corral.cli;

import dev.corral.cli.demo.DemoCommand;
import dev.corral.cli.doctor.DoctorCommand;
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
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;

/**
 * The {@code corral} command. Its exit code is 0 if all went well, 2 if what the user gave it was
 * bad, and 1 for anything else. Errors are sentences on standard error, never stack traces.
 */
@Command(
    name = "corral",
    description = "A memcached toolkit.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class CorralCommand {
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
    Terminal terminal = Terminal.found(out);
    PrintWriter errors = new PrintWriter(err, true, Charset.defaultCharset());
    return new CommandLine(new CorralCommand())
        .addSubcommand(new DemoCommand(terminal))
        .addSubcommand(new DoctorCommand(in, terminal, InstantSource.system()))
        .addSubcommand(new NsCommand(
            terminal, InstantSource.system(), time -> TimeUnit.NANOSECONDS.sleep(time.toNanos())))
        .addSubcommand(new RingCommand(in, out, errors))
        .addSubcommand(new ServerCommand(out, errors))
        .setOut(new PrintWriter(out, true, Charset.defaultCharset()))
        .setErr(errors)
        .setParameterExceptionHandler((e, unused) -> reportUsage(errors, e))
        .setExecutionExceptionHandler((e, unused, parsed) -> report(errors, e))
        .execute(args);
  }

  private static int reportUsage(PrintWriter errors, ParameterException e) {
    String command = e.getCommandLine().getCommandSpec().qualifiedName();
    errors.println(command + ": " + e.getMessage());
    errors.println("Try '" + command + " --help'.");
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
