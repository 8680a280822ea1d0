package dev.corral.cli.server;

import dev.corral.cli.option.Sizes;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.CtrlC;
import dev.corral.embedded.EmbeddedOptions;
import dev.corral.embedded.EmbeddedServer;
import dev.corral.embedded.fault.Fault;
import dev.corral.fault.ConfigurationException;
import dev.corral.ring.Server;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.SocketException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral server}: a memcached server of its own, for first runs and others' tests. */
@Command(
    name = "server",
    header = "Runs a memcached server in this process, until Ctrl-C.",
    description = {
      "",
      "Speaks the dialect of memcached 1.6.18, keeps all in this JVM's memory, and does wrong on"
          + " purpose if told so. For tests and first runs, not for production.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "A fault is one of delay=TIME, drop, reset, garbage, server-error and stall; behind it, with"
          + " commas and in any order:",
      "  on=COMMAND         only this command; may be repeated",
      "  keys=PATTERN       only keys like this, with * and ? as in file names",
      "  probability=SHARE  only this share, 0 to 1, by chance",
      "  sparing=N          not the first N",
      "  times=N            N times at most",
      "  afterwards         when the command is done, in place of its reply",
      "",
      "Examples:",
      "  corral server --port 11311 --memory 256m",
      "  corral server --fault delay=50ms,on=mg --fault reset,probability=0.01 --seed 7",
      "  corral server --fault \"server-error,on=set,keys=user:*,times=3\""
    })
public final class ServerCommand implements Callable<Integer> {
  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Where to listen; 127.0.0.1 by default: only this machine reaches it.")
  private String host = "";

  @Option(
      names = "--port",
      paramLabel = "N",
      description = "The port; 11211 by default, 0 for any that is free.")
  private int port = Server.DEFAULT_PORT;

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      defaultValue = "64m",
      converter = Sizes.class,
      description = "How much it may hold before it evicts, such as 512k, 64m or 1g; 64m by"
          + " default. The JVM must have it: see JDK_JAVA_OPTIONS=-Xmx2g.")
  private long memory;

  @Option(
      names = "--max-item-size",
      paramLabel = "SIZE",
      defaultValue = "1m",
      converter = Sizes.class,
      description = "How large one item may be; 1m by default.")
  private long maxItemSize;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "1024",
      description = "How many connections it takes; 1024 by default.")
  private int connections;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "How many threads serve them; one a core by default, up to 4.")
  private @Nullable Integer threads;

  @Option(
      names = "--password-file",
      paramLabel = "FILE",
      description = "Names and passwords, name:password on each line, as memcached's -Y; clients"
          + " must log in then.")
  private @Nullable Path passwordFile;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      converter = Faults.class,
      description = "Something to do wrong, see below; may be repeated. Of several, the first that"
          + " strikes a command is the only one.")
  private List<Fault> faults = new ArrayList<>();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides what faults leave to chance; another each time by default.")
  private @Nullable Long seed;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final PrintWriter errors;
  private final OutputStream out;

  public ServerCommand(OutputStream out, PrintWriter errors) {
    this.out = out;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    CtrlC ctrlC = CtrlC.calls(Thread.currentThread()::interrupt);
    try (EmbeddedServer server = start()) {
      faults.forEach(server::inject);
      warn(server.address().getAddress());
      tell(server.uri());
      new CountDownLatch(1).await();
      throw new AssertionError("nobody counts down");
    } catch (InterruptedException e) {
      return ExitCode.OK; // there is no other way to end it
    } finally {
      ctrlC.forget();
    }
  }

  private void tell(String uri) throws IOException {
    String where = uri.substring(uri.indexOf("//") + 2);
    String line = "listening on " + where + " (" + Sizes.format(memory) + "); Ctrl-C ends it";
    out.write((line + System.lineSeparator()).getBytes(Charset.defaultCharset()));
    out.flush();
  }

  private EmbeddedServer start() throws IOException {
    try {
      return EmbeddedServer.start(this::configure);
    } catch (ConfigurationException e) {
      if (e.getCause() instanceof SocketException refused) {
        throw new IOException(
            "can't listen on " + host + ", port " + port + ": " + refused.getMessage(), e);
      }
      throw new ParameterException(
          spec.commandLine(), inOptions(String.valueOf(e.getMessage())), e);
    }
  }

  private EmbeddedOptions configure(EmbeddedOptions defaults) {
    if (host.isEmpty()) {
      throw new ConfigurationException("--host must not be empty");
    }
    EmbeddedOptions options = defaults
        .host(host)
        .port(port)
        .maxBytes(memory)
        .maxItemBytes((int) Math.min(maxItemSize, Integer.MAX_VALUE))
        .maxConnections(connections);
    options = threads == null ? options : options.threads(threads);
    options = passwordFile == null ? options : options.passwordFile(passwordFile);
    return seed == null ? options : options.faultSeed(seed);
  }

  /** What the server says of its options, by the names that the user knows. */
  private static String inOptions(String message) {
    return message
        .replaceFirst("^embedded server: ", "")
        .replaceAll("\\bport must\\b", "--port must")
        .replaceAll("\\bmaxBytes must\\b", "--memory must")
        .replaceAll("\\bmaxItemBytes must\\b", "--max-item-size must")
        .replaceAll("\\bmaxConnections must\\b", "--connections must")
        .replaceAll("\\bthreads must\\b", "--threads must")
        .replaceFirst("^passwordFile\\b", "--password-file");
  }

  private void warn(InetAddress address) {
    long heap = Runtime.getRuntime().maxMemory();
    if (memory > heap) {
      errors.println("corral server: warning: " + Sizes.format(memory)
          + " are more than this JVM's " + Sizes.format(heap) + "; see JDK_JAVA_OPTIONS=-Xmx2g");
    }
    if (!address.isLoopbackAddress()) {
      errors.println("corral server: warning: anyone who reaches " + host
          + (passwordFile == null
              ? " can read and write all that it holds, in clear text"
              : " can listen in: passwords and items go in clear text"));
    }
  }
}
