package dev.corral.cli.item;

import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.ArithmeticOutcome.Refused;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corral incr}: changes a counter. */
@Command(
    name = "incr",
    header = "Adds to a counter, or subtracts, and prints it.",
    description = {
      "",
      "A counter is an item whose value is a number in decimal digits. It stops at 0 when more is"
          + " subtracted, and begins again at 0 beyond 18446744073709551615.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:It was changed.",
      "1:There is no such counter, or the server failed.",
      "2:Bad input."
    },
    footer = {
      "",
      "Examples:",
      "  corral incr --store memcached://cache1,cache2 visits",
      "  corral incr visits -10",
      "  corral incr visits --initial 1 --ttl 24h"
    })
public final class IncrCommand implements Callable<Integer> {
  @Mixin
  private StoreOption store = new StoreOption();

  @Mixin
  private KeyOptions keyOptions = new KeyOptions();

  @Option(
      names = "--initial",
      paramLabel = "N",
      description = "Create a counter that is not there, with this value; nothing is added to it."
          + " Without it, none is created.")
  private @Nullable String initial;

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      converter = TtlConverter.class,
      description = "How long one that is created lives, such as 90s, 10m or 2h; for ever by"
          + " default, which is 0. Others live on as they did.")
  private @Nullable Ttl ttl;

  @Parameters(index = "0", paramLabel = "KEY", description = "Whose counter.")
  private String key = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "N",
      defaultValue = "1",
      description = "How much to add; 1 by default, and less than 0 to subtract.")
  private String delta = "";

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final PrintWriter errors;

  public IncrCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    Arithmetic change = change(keyOptions.read(List.of(key)).get(0));
    try (Items items = Items.open(store.uri())) {
      ArithmeticOutcome outcome = items.execute(change);
      if (outcome instanceof Counted counted) {
        terminal.print("%s%n", Long.toUnsignedString(counted.value()));
        return ExitCode.OK;
      }
      errors.println("corral incr: "
          + (outcome == Refused.NOT_FOUND
              ? "there is no counter " + change.key() + " on " + items.server(change.key())
                  + "; --initial creates one"
              : "the value of " + change.key() + " is no number"));
      return ExitCode.SOFTWARE;
    }
  }

  private Arithmetic change(Key counter) {
    boolean isSubtracting = delta.startsWith("-");
    long amount = number("N", isSubtracting ? delta.substring(1) : delta);
    Arithmetic change =
        isSubtracting ? Arithmetic.subtract(counter, amount) : Arithmetic.add(counter, amount);
    if (initial != null) {
      return change.orCreate(number("--initial", initial), ttl == null ? Ttl.NEVER : ttl);
    }
    if (ttl != null) {
      throw new ParameterException(spec.commandLine(), "--ttl is only for --initial");
    }
    return change;
  }

  private long number(String name, String text) {
    try {
      return Long.parseUnsignedLong(text);
    } catch (NumberFormatException e) {
      throw new ParameterException(
          spec.commandLine(), name + " is '" + text + "', which is no whole number of 64 bits", e);
    }
  }
}
