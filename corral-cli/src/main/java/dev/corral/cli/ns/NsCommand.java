package dev.corral.cli.ns;

import dev.corral.Corral;
import dev.corral.cli.option.Durations;
import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.ProgressBar;
import dev.corral.cli.terminal.Terminal;
import dev.corral.fault.UnavailableException;
import dev.corral.namespace.Evidence;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.NamespaceOptions;
import dev.corral.namespace.Namespaces;
import dev.corral.namespace.Roll;
import dev.corral.site.Site;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corral ns}: what is known of a cluster's namespaces, and how to invalidate them. */
@Command(
    name = "ns",
    header = "Shows, invalidates and flushes namespaces.",
    description = {
      "",
      "Works on the namespaces of the applications that share the store. --prefix, --generation-prefix"
          + " and --evidence-bytes must be as theirs are; a difference is found and told.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  corral ns --store memcached://cache1,cache2 show",
      "  corral ns --store memcached://cache1,cache2 invalidate userId 12543",
      "  corral ns --store memcached://cache1,cache2 flush --over 180s",
      "  corral ns --store memcached://cache1,cache2 watch"
    })
public final class NsCommand {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss xxx", Locale.ROOT);

  @Mixin
  private StoreOption store = new StoreOption();

  @Option(
      names = "--prefix",
      paramLabel = "NAME",
      description = "What all keys of the application begin with, if it has such a prefix.")
  private @Nullable String prefix;

  @Option(
      names = "--generation-prefix",
      paramLabel = "TEXT",
      description = "What the keys of generations begin with; ___ by default.")
  private @Nullable String generationPrefix;

  @Option(
      names = "--evidence-bytes",
      paramLabel = "N",
      description = "How large the evidence is; 80 by default, 0 if it is switched off.")
  private @Nullable Integer evidenceBytes;

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final InstantSource clock;
  private final Pause pause;

  /** Lets time pass. */
  public interface Pause {
    void last(Duration time) throws InterruptedException;
  }

  /**
   * Creates the command.
   *
   * @param clock the time of day
   * @param pause waits between two looks
   */
  public NsCommand(Terminal terminal, InstantSource clock, Pause pause) {
    this.terminal = terminal;
    this.clock = clock;
    this.pause = pause;
  }

  @Command(
      name = "show",
      header = "Shows how full the evidence is, and whether a flush is under way.",
      mixinStandardHelpOptions = true)
  int show() throws IOException {
    try (Corral corral = open()) {
      Optional<Evidence> known = namespaces(corral).peekEvidence();
      if (known.isEmpty()) {
        terminal.print("no evidence: no namespace has been used yet, or it was lost%n");
        return ExitCode.OK;
      }
      Evidence evidence = known.get();
      terminal.print(
          "epoch     %s, since %s%n", evidence.epoch(), time(evidence.epoch().born()));
      if (evidence.bits() == 0) {
        terminal.print("evidence  switched off: each read looks up all generations%n");
      } else {
        terminal.print(
            "evidence  %d bytes, %,d of %,d bits set (%.1f %%)%n",
            evidence.bits() / Byte.SIZE,
            evidence.touchedBits(),
            evidence.bits(),
            100 * evidence.fill());
        terminal.print("touched   %s%n", touched(evidence));
        terminal.print(
            "needless  %.1f %% of the look-ups of others%n", 100 * (1 - evidence.quality()));
        terminal.print("flush     %s%n", evidence.roll().map(this::flush).orElse("none under way"));
      }
    }
    return ExitCode.OK;
  }

  private static String touched(Evidence evidence) {
    double namespaces = evidence.touchedNamespaces();
    return Double.isInfinite(namespaces)
        ? "more namespaces than can be told"
        : Terminal.format("about %,.0f namespaces since then", namespaces);
  }

  private String flush(Roll roll) {
    return ProgressBar.of(roll.progress(clock.instant())) + ", until " + time(roll.end());
  }

  @Command(
      name = "invalidate",
      header = "Makes all that is cached in a namespace vanish, on all servers.",
      mixinStandardHelpOptions = true)
  int invalidate(
      @Parameters(paramLabel = "FIELD", description = "Such as userId.") String field,
      @Parameters(paramLabel = "VALUE", description = "Such as 12543.") String value)
      throws IOException {
    try (Corral corral = open()) {
      Namespace namespace = namespace(namespaces(corral), field, value);
      namespace.invalidate();
      terminal.print(
          "%s is invalidated; its generation is %s%n", namespace, namespace.generation());
    }
    return ExitCode.OK;
  }

  private Namespace namespace(Namespaces namespaces, String field, String value) {
    try {
      return namespaces.namespace(field, value);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  @Command(
      name = "flush",
      header = "Gives all namespaces new generations, one after the other over a period.",
      description = {
        "",
        "Shows how far it has come until it is over. It goes on by itself if this command is stopped."
            + " One that is under way already goes on, and no other begins.",
        ""
      },
      mixinStandardHelpOptions = true)
  int flush(
      @Option(
              names = "--over",
              paramLabel = "TIME",
              defaultValue = "180s",
              converter = Durations.class,
              description = "The period, such as 180s, 30m or 2h; 0s for at once. 180s by default.")
          Duration period)
      throws IOException, InterruptedException {
    try (Corral corral = open()) {
      Namespaces namespaces = namespaces(corral);
      Instant before = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      Roll roll = begin(namespaces, period);
      if (roll.start().isBefore(before)) {
        terminal.print(
            "a flush is under way since %s, and takes %,d s%n",
            time(roll.start()), roll.period().toSeconds());
      }
      ProgressBar bar = new ProgressBar(terminal);
      for (double done = 0; done < 1; ) {
        done = roll.progress(clock.instant());
        bar.show(done, Duration.between(clock.instant(), roll.end()));
        if (done < 1) {
          pause.last(BETWEEN_LOOKS);
        }
      }
    }
    return ExitCode.OK;
  }

  private Roll begin(Namespaces namespaces, Duration period) {
    try {
      return namespaces.rollingFlush(period);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--over: " + e.getMessage(), e);
    }
  }

  @Command(
      name = "watch",
      header = "Shows the evidence again and again, until Ctrl-C.",
      mixinStandardHelpOptions = true)
  int watch(
      @Option(
              names = "--times",
              paramLabel = "N",
              description = "How many times; until Ctrl-C by default.")
          @Nullable
          Integer times)
      throws IOException, InterruptedException {
    try (Corral corral = open()) {
      Namespaces namespaces = namespaces(corral);
      for (int i = 0; times == null || i < times; i++) {
        if (i > 0) {
          pause.last(BETWEEN_LOOKS);
        }
        terminal.print("%s  %s%n", time(clock.instant()), state(namespaces));
      }
    }
    return ExitCode.OK;
  }

  /** What there is to see at a moment, be it that there is nothing. */
  private String state(Namespaces namespaces) {
    try {
      return namespaces.peekEvidence().map(this::state).orElse("no evidence");
    } catch (UnavailableException e) {
      return "unavailable: " + e.getMessage();
    }
  }

  private String state(Evidence evidence) {
    String epoch = "epoch " + evidence.epoch();
    return evidence.bits() == 0
        ? epoch + "  evidence switched off"
        : Terminal.format(
            "%s  bits %,d/%,d  needless %4.1f %%  flush %s",
            epoch,
            evidence.touchedBits(),
            evidence.bits(),
            100 * (1 - evidence.quality()),
            evidence.roll().map(this::flush).orElse("none"));
  }

  private Corral open() {
    return Corral.open(store.uri(), usual -> {
      Site site = usual.clock(clock);
      return prefix == null ? site : site.prefix(prefix);
    });
  }

  private Namespaces namespaces(Corral corral) {
    return corral.namespaces(usual -> {
      NamespaceOptions named = generationPrefix == null ? usual : usual.prefix(generationPrefix);
      if (evidenceBytes == null) {
        return named;
      }
      return evidenceBytes == 0 ? named.evidence(false) : named.evidenceBytes(evidenceBytes);
    });
  }

  private static String time(Instant instant) {
    return TIME.format(instant.atZone(ZoneId.systemDefault()));
  }
}
