package dev.corral.cli.item;

import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.key.Key;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code corral delete}: removes items. */
@Command(
    name = "delete",
    header = "Removes items.",
    description = {
      "",
      "Removes the items of all given keys, each from its server. Copies that applications keep in"
          + " their own memory stay until they notice.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:One was there.", "1:None was there, or a server failed.", "2:Bad input."},
    footer = {
      "",
      "Examples:",
      "  corral delete --store memcached://cache1,cache2 greeting",
      "  corral delete --composed user:12543 user:12544"
    })
public final class DeleteCommand implements Callable<Integer> {
  @Mixin
  private StoreOption store = new StoreOption();

  @Mixin
  private KeyOptions keyOptions = new KeyOptions();

  @Parameters(arity = "1..*", paramLabel = "KEY", description = "Whose items.")
  private List<String> keys = new ArrayList<>();

  private final Terminal terminal;
  private final PrintWriter errors;

  public DeleteCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    List<Key> wanted = keyOptions.read(keys);
    try (Items items = Items.open(store.uri())) {
      Items.Round round = items.each(wanted, Delete::of, errors, (key, outcome) -> {
        if (outcome == DeleteOutcome.DELETED) {
          terminal.print("deleted %s from %s%n", key, items.server(key));
          return true;
        }
        errors.println("corral delete: there is no item " + key + " on " + items.server(key));
        return false;
      });
      return round.isFaultless() && round.well() > 0 ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }
}
