package dev.corral.cli.item;

import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code corral touch}: gives items another life. */
@Command(
    name = "touch",
    header = "Gives items another life.",
    description = {
      "",
      "Lets items live for a time from now on, and their values as they are. A value that a Corral"
          + " cache wrote seems the fresher the longer it has to live.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:All keys were there.",
      "1:One was not there, or a server failed.",
      "2:Bad input."
    },
    footer = {
      "",
      "Examples:",
      "  corral touch --store memcached://cache1,cache2 greeting --ttl 10m",
      "  corral touch greeting farewell --ttl 0"
    })
public final class TouchCommand implements Callable<Integer> {
  @Mixin
  private StoreOption store = new StoreOption();

  @Mixin
  private KeyOptions keyOptions = new KeyOptions();

  @Option(
      names = "--ttl",
      paramLabel = "TIME",
      required = true,
      converter = TtlConverter.class,
      description = "How long they live, such as 90s, 10m or 2h; 0 for ever.")
  private Ttl ttl = Ttl.NEVER;

  @Parameters(arity = "1..*", paramLabel = "KEY", description = "Whose items.")
  private List<String> keys = new ArrayList<>();

  private final Terminal terminal;
  private final PrintWriter errors;

  public TouchCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    List<Key> wanted = keyOptions.read(keys);
    try (Items items = Items.open(store.uri())) {
      Items.Round round = items.each(wanted, this::touch, errors, (key, outcome) -> {
        if (outcome instanceof Item) {
          terminal.print("%s on %s lives %s%n", key, items.server(key), TtlConverter.format(ttl));
          return true;
        }
        errors.println("corral touch: there is no item " + key + " on " + items.server(key));
        return false;
      });
      return round.well() == wanted.size() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private Get touch(Key key) {
    return Get.of(key).withoutValue().withDetails().withTouch(ttl);
  }
}
