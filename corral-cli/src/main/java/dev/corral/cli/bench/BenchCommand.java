package dev.corral.cli.bench;

import dev.corral.Corral;
import dev.corral.cli.option.Patience;
import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.CtrlC;
import dev.corral.cli.terminal.Terminal;
import dev.corral.fault.ConfigurationException;
import dev.corral.memcached.MemcachedStore;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral bench}: how fast a cluster answers, and what that costs here. */
@Command(
    name = "bench",
    header = "Measures how fast a cluster answers, and what each call costs.",
    description = {
      "",
      "Writes keys of its own, reads and writes them as fast as it can, and deletes them at the end."
          + " It touches no others; but what it asks of the servers, they can't do for others"
          + " meanwhile, and a full cluster evicts others' items for its own.",
      "",
      "W1 is one blocking caller, W2-N are N of them, W3 keeps 256 gets in flight, W4 gets 100 keys"
          + " at once, W5 keeps 256 sets in flight.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  corral bench --store memcached://cache1,cache2",
      "  corral bench --store memcached://cache1 --workload W2-32,W4 --value-bytes 1024"
    })
public final class BenchCommand implements Callable<Integer> {
  private static final String TIME = "3s";

  @Mixin
  private StoreOption store = new StoreOption();

  @Option(
      names = "--workload",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "W1,W2-16,W2-64,W3,W4,W5",
      description = "What to run, in turns; W1,W2-16,W2-64,W3,W4,W5 by default.")
  private List<String> names = List.of();

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "1",
      description = "How long each turn takes, 0.01 to 600; 1 by default.")
  private double seconds;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How many turns of each count, after one that warms up; 5 by default.")
  private int rounds;

  @Option(
      names = "--value-bytes",
      paramLabel = "N",
      defaultValue = "100",
      description = "How large values are; 100 by default, 100000 at most.")
  private int valueBytes;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "10000",
      description = "How many keys, 100 to 1000000; 10000 by default.")
  private int keys;

  @Option(names = "--virtual", description = "Let the callers be virtual threads. Needs Java 21.")
  private boolean isVirtual;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final PrintWriter errors;

  public BenchCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws Exception {
    require("--seconds", seconds, 0.01, 600);
    require("--rounds", rounds, 1, 1000);
    require("--value-bytes", valueBytes, 1, 100_000);
    require("--keys", keys, KeySpace.BATCH, 1_000_000);
    Bench bench =
        new Bench(workloads(), Duration.ofNanos((long) (seconds * 1e9)), rounds, threads());
    String uri = store.uri();
    CtrlC ctrlC = CtrlC.calls(Thread.currentThread()::interrupt);
    try (Corral corral = Corral.open(Patience.in(uri, TIME))) {
      if (!(corral.basicStore() instanceof MemcachedStore memcached)) {
        throw new ConfigurationException(
            "corral bench: there are no servers to measure behind " + uri);
      }
      new Run(bench, memcached, keys, valueBytes, terminal, errors).run();
      return ExitCode.OK;
    } finally {
      ctrlC.forget();
    }
  }

  private void require(String option, double given, double least, double most) {
    if (!(given >= least && given <= most)) {
      throw new ParameterException(
          spec.commandLine(),
          Terminal.format("%s must be from %s to %s", option, number(least), number(most)));
    }
  }

  private static String number(double number) {
    return Terminal.format(number == Math.rint(number) ? "%.0f" : "%s", number);
  }

  private List<Workload> workloads() {
    List<Workload> workloads = new ArrayList<>();
    for (String name : names) {
      workloads.add(Workload.named(name, valueBytes)
          .orElseThrow(() -> new ParameterException(
              spec.commandLine(),
              "--workload " + name + ": there are W1, W2-N such as W2-16, W3, W4 and W5")));
    }
    return workloads.stream().distinct().toList();
  }

  private ThreadFactory threads() {
    return isVirtual
        ? Callers.virtual()
            .orElseThrow(() -> new ParameterException(
                spec.commandLine(),
                "--virtual needs Java 21, and this is Java " + Runtime.version().feature()))
        : Callers.platform();
  }
}
