package dev.corral.cli.dashboard;

import dev.corral.Corral;
import dev.corral.cli.option.Patience;
import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.CtrlC;
import dev.corral.cli.terminal.Terminal;
import dev.corral.dashboard.Dashboard;
import dev.corral.dashboard.DashboardOptions;
import dev.corral.dashboard.subject.Subject;
import dev.corral.fault.ConfigurationException;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral dashboard}: a web page on a store's servers, for as long as it runs. */
@Command(
    name = "dashboard",
    header = "Serves a web page on a store's servers, until Ctrl-C.",
    description = {
      "",
      "Shows the traffic and health of each server, the ring with the keys and changes that you ask"
          + " about, and what is known of namespaces. It changes nothing. Hits and loads are counted"
          + " in the applications: there, Dashboard.serve(corral, 7070) shows them too.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Environment:",
      "  CORRAL_DASHBOARD_TOKEN  the token, where other users can see command lines",
      "",
      "Examples:",
      "  corral dashboard --store memcached://cache1,cache2",
      "  corral dashboard --store memcached://cache1,cache2 --listen 0.0.0.0 --port 8080"
    })
public final class DashboardCommand implements Callable<Integer> {
  /** For 32 characters. */
  private static final int TOKEN_BYTES = 24;

  @Mixin
  private StoreOption store = new StoreOption();

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "7070",
      description = "The port; 7070 by default, 0 for any that is free.")
  private int port;

  @Option(
      names = "--listen",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Where to listen; 127.0.0.1 by default: only this machine reaches it. Elsewhere"
          + " the page asks for a token.")
  private String address = "";

  @Option(
      names = "--token",
      paramLabel = "TOKEN",
      defaultValue = "${env:CORRAL_DASHBOARD_TOKEN}",
      description = "What the page asks for, 16 characters or more. Without it, what"
          + " CORRAL_DASHBOARD_TOKEN says in the environment; without that, one is drawn and printed"
          + " where one is needed.")
  private @Nullable String token;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final PrintWriter errors;

  public DashboardCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    String uri = store.uri();
    boolean isOpen = isOpenToOthers();
    String given = token == null ? "" : token;
    String secret = isOpen && given.isEmpty() ? drawn() : given;
    CtrlC ctrlC = CtrlC.calls(Thread.currentThread()::interrupt);
    try (Corral corral = Corral.open(Patience.in(uri, "3s"))) {
      Subject subject = new StoreSubject(corral, uri);
      try (Dashboard dashboard = serve(subject, secret)) {
        if (isOpen) {
          errors.println("corral dashboard: warning: the token and the page go in clear text; see"
              + " docs/dashboard.md for a way that nobody can listen in on");
        }
        terminal.print("Dashboard of %s at %s; Ctrl-C ends it%n", subject.title(), dashboard.uri());
        if (isOpen && given.isEmpty()) {
          terminal.print("The page asks for this token: %s%n", secret);
        }
        new CountDownLatch(1).await();
        throw new AssertionError("nobody counts down");
      }
    } catch (InterruptedException e) {
      return ExitCode.OK; // there is no other way to end it
    } finally {
      ctrlC.forget();
    }
  }

  private boolean isOpenToOthers() {
    try {
      return !InetAddress.getByName(address).isLoopbackAddress();
    } catch (UnknownHostException e) {
      return false; // told by who is to listen there
    }
  }

  private static String drawn() {
    byte[] chance = new byte[TOKEN_BYTES];
    new SecureRandom().nextBytes(chance);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(chance);
  }

  private Dashboard serve(Subject subject, String secret) {
    try {
      return Dashboard.serve(subject, defaults -> {
        DashboardOptions options = defaults.port(port).listenOn(address);
        return secret.isEmpty() ? options : options.token(secret);
      });
    } catch (ConfigurationException e) {
      if (e.getCause() instanceof IOException) {
        throw e; // nothing is wrong with the options: it can't listen there
      }
      throw new ParameterException(
          spec.commandLine(), inOptions(String.valueOf(e.getMessage())), e);
    }
  }

  /** What the dashboard says of its options, by the names that the user knows. */
  private static String inOptions(String message) {
    return message
        .replaceFirst("^the dashboard's options: ", "")
        .replaceAll("\\bport must\\b", "--port must")
        .replaceAll("\\blistenOn\\b", "--listen")
        .replaceAll("\\btoken must\\b", "--token must");
  }
}
