package dev.corral.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code corral doctor}: what is wrong with a cluster, and what to do about it. */
@Command(
    name = "doctor",
    header = "Examines a cluster and says what to do about what it finds.",
    description = {
      "",
      "Asks each server for its statistics, tries a lease, times some round trips, compares clocks,"
          + " and looks where keys lie. It writes nothing but two small items under corral-doctor:,"
          + " which it deletes, and changes no setting. Run it where the application runs.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:Nothing was found that is worse than a note.",
      "1:The examination failed.",
      "2:Bad input.",
      "3:There are warnings.",
      "4:There are faults."
    },
    footer = {
      "",
      "Examples:",
      "  corral doctor --store memcached://cache1,cache2",
      "  corral doctor --store memcached://cache1,cache2 --keys keys.txt",
      "  corral doctor --store memcached://cache1,cache2 --json"
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final int WARNINGS = 3;
  private static final int FAULTS = 4;
  private static final int MOST_SAMPLES = 1_000_000;
  private static final int MADE_UP_KEYS = 100_000;
  private static final String STANDARD_INPUT = "-";

  @Mixin
  private StoreOption store = new StoreOption();

  @Option(
      names = "--samples",
      paramLabel = "N",
      defaultValue = "200",
      description =
          "How many round trips to time with each server, within 10 s at most; 200 by default.")
  private int samples;

  @Option(
      names = "--keys",
      paramLabel = "FILE",
      description = "Keys of the application, one a line, to see how the ring spreads them; - for"
          + " standard input. They are not looked up. Without it, keys are made up.")
  private @Nullable String keys;

  @Option(names = "--json", description = "Print one JSON object on one line.")
  private boolean isJson;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final InputStream in;
  private final Terminal terminal;
  private final InstantSource clock;

  /**
   * Creates the command.
   *
   * @param clock the time of day
   */
  public DoctorCommand(InputStream in, Terminal terminal, InstantSource clock) {
    this.in = in;
    this.terminal = terminal;
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException {
    if (samples < 1 || samples > MOST_SAMPLES) {
      throw new ParameterException(
          spec.commandLine(), "--samples must be from 1 to 1000000, but is " + samples);
    }
    String uri = store.uri();
    List<Key> sample = sample();
    Examination examination = new Examiner(clock, samples).examine(uri, sample);
    Report report = new Report(examination, Checks.judge(examination));
    if (isJson) {
      terminal.print("%s%n", report.json());
    } else {
      report.print(terminal);
    }
    return report
        .worst()
        .map(worst -> switch (worst) {
          case NOTE -> ExitCode.OK;
          case WARNING -> WARNINGS;
          case FAULT -> FAULTS;
        })
        .orElse(ExitCode.OK);
  }

  private List<Key> sample() throws IOException {
    if (keys == null) {
      return IntStream.range(0, MADE_UP_KEYS).mapToObj(i -> Key.of("doctor", i)).toList();
    }
    if (keys.equals(STANDARD_INPUT)) {
      return read(in);
    }
    try (InputStream file = Files.newInputStream(Path.of(keys))) {
      return read(file);
    } catch (NoSuchFileException e) {
      throw new ConfigurationException("--keys " + keys + ": there is no such file", e);
    } catch (IOException e) {
      throw new ConfigurationException("--keys " + keys + ": cannot be read: " + e.getMessage(), e);
    }
  }

  private List<Key> read(InputStream from) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(from, UTF_8));
    List<Key> read = new ArrayList<>();
    int number = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      number++;
      try {
        read.add(Key.raw(line));
      } catch (IllegalArgumentException e) {
        throw new ConfigurationException(
            "--keys " + keys + ":" + number + ": " + e.getMessage(), e);
      }
    }
    if (read.isEmpty()) {
      throw new ConfigurationException("--keys " + keys + ": there are no keys in it");
    }
    return read;
  }
}
