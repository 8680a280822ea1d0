package dev.corral.benchmarks.peer;

import static java.util.stream.Collectors.joining;

import dev.corral.benchmarks.peer.report.Report;
import dev.corral.benchmarks.peer.report.Run;
import dev.corral.benchmarks.peer.subject.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code scripts/bench}: compares memcached clients. */
@Command(
    name = "bench",
    subcommands = ReportCommand.class,
    header = "Compares memcached clients with one another, and with a bare socket.",
    description = {
      "",
      "Starts memcached servers on this machine and a JVM for each client, then goes round: each"
          + " client in turn runs each scenario for a short time. Takes about ten minutes. Prints"
          + " tables, and keeps them with all samples. Needs Linux, whose /proc/stat tells what others"
          + " use of the machine.",
      ""
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    usageHelpWidth = 100,
    footer = {
      "",
      "Examples:",
      "  bench",
      "  bench --subjects corral,folsom-bin,raw-mg --scenarios 'W3/.*/t1$'",
      "  bench --java JDK25/bin/java --scenarios 'W2-64/100B/t1$'",
      "  bench report bench-results/*.tsv",
      "  bench pieces RingLookup -prof gc",
      "  bench costs hit"
    })
public final class PeersCommand implements Callable<Integer> {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Option(
      names = "--subjects",
      paramLabel = "NAME",
      split = ",",
      converter = SubjectConverter.class,
      description =
          "Whom to compare, of ${COMPLETION-CANDIDATES}; by default all but the slower of the"
              + " two protocols of spymemcached and xmemcached.")
  private List<Subject> subjects =
      Arrays.stream(Subject.values()).filter(Subject::isUsual).toList();

  @Option(
      names = "--scenarios",
      paramLabel = "REGEX",
      description = "Those of --full whose names have this in them, such as 'W3/100B/t1$'.")
  private Pattern wanted = Pattern.compile("");

  @Option(
      names = "--full",
      description =
          "Every workload, at every size, on all servers; that takes more than twice as long.")
  private boolean isFull;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often each runs each scenario; ${DEFAULT-VALUE} by default.")
  private int rounds = 7;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      description = "How long a sample takes; ${DEFAULT-VALUE} by default.")
  private double seconds = 0.6;

  @Option(
      names = "--warmup",
      paramLabel = "S",
      description = "How long each runs each workload before; ${DEFAULT-VALUE} by default.")
  private double warmUp = 1.2;

  @Option(
      names = "--patience",
      paramLabel = "S",
      description = "How long to wait in all for others to leave the machine alone, and to repeat"
          + " samples that they disturb; ${DEFAULT-VALUE} by default.")
  private double patience = 60;

  @Option(
      names = "--nice",
      paramLabel = "N",
      description = "How nice to be to others; ${DEFAULT-VALUE} by default.")
  private int nice;

  @Option(
      names = "--java",
      paramLabel = "PATH",
      description = "What runs the clients; from Java 21 on some are called by virtual threads too."
          + " By default the one that runs this.")
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @Option(
      names = "--jvm-flags",
      paramLabel = "FLAGS",
      split = " ",
      description = "The clients' flags; '-Xms512m -Xmx512m' by default.")
  private List<String> jvmFlags = List.of("-Xms512m", "-Xmx512m");

  @Option(
      names = "--memcached",
      paramLabel = "PATH",
      description = "The server; ${DEFAULT-VALUE} by default.")
  private String memcached = "memcached";

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where results go; ${DEFAULT-VALUE} by default.")
  private Path out = Path.of("bench-results");

  @Option(
      names = "--commit",
      paramLabel = "NAME",
      description = "What is measured, for the title; scripts/bench says it by itself.")
  private String commit = "";

  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it before it calls
  private CommandSpec spec;

  private PeersCommand() {}

  /**
   * Runs the command and ends the JVM with its exit code.
   *
   * @param arguments what the user typed
   */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    return new CommandLine(new PeersCommand()).setExecutionExceptionHandler((e, line, parsed) -> {
      line.getErr().println("bench: " + (e instanceof IOException ? e.getMessage() : e));
      return ExitCode.SOFTWARE;
    });
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Settings settings = settings();
    MachineCpu unused = MachineCpu.now(); // where there is none, nothing is to be begun
    Files.createDirectories(out);
    String stamp = LocalDateTime.now(ZoneId.systemDefault()).format(STAMP);
    Path samples = out.resolve(stamp + ".tsv");
    Consumer<String> progress = System.err::println;
    try (Comparison comparison = new Comparison(settings, progress)) {
      // However this ends, by Ctrl-C too.
      Runtime.getRuntime().addShutdownHook(new Thread(comparison::close));
      Run run = comparison.run(done -> done.write(samples));
      String report = new Report(List.of(run)).markdown();
      Files.writeString(out.resolve(stamp + ".md"), report);
      System.out.println(report);
      System.out.println("All samples are in " + samples + ".");
    }
    return ExitCode.OK;
  }

  private Settings settings() {
    require("--rounds", rounds, 1, 1000);
    require("--seconds", seconds, 0.01, 600);
    require("--warmup", warmUp, 0, 600);
    require("--patience", patience, 0, 86_400);
    List<Scenario> offered =
        isFull || !wanted.pattern().isEmpty() ? Scenario.all() : Scenario.usual();
    List<Scenario> scenarios = offered.stream()
        .filter(scenario -> wanted.matcher(scenario.id()).find())
        .toList();
    if (scenarios.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "No scenario has '" + wanted + "' in its name; there are "
              + offered.stream().map(Scenario::id).collect(joining(", ")));
    }
    Settings settings = new Settings(
        subjects,
        scenarios,
        rounds,
        duration(seconds),
        duration(warmUp),
        duration(patience),
        nice,
        java,
        jvmFlags,
        memcached,
        out,
        commit);
    if (settings.isNobodys(subjects)) {
      throw new ParameterException(
          spec.commandLine(), "None of " + subjects + " runs any of the scenarios");
    }
    return settings;
  }

  private void require(String option, double given, double least, double most) {
    if (!(given >= least && given <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          option + " must be from " + number(least) + " to " + number(most) + ", but is "
              + number(given));
    }
  }

  private static String number(double number) {
    return String.format(Locale.ROOT, number == Math.rint(number) ? "%.0f" : "%s", number);
  }

  private static Duration duration(double seconds) {
    return Duration.ofMillis(Math.round(seconds * 1e3));
  }

  private static final class SubjectConverter implements ITypeConverter<Subject> {
    @Override
    public Subject convert(String name) {
      return Subject.named(name)
          .orElseThrow(() -> new TypeConversionException(
              "there is no '" + name + "'; there are " + List.of(Subject.values())));
    }
  }
}
