package dev.corral.cli.item;

import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.dashboard.web.Json;
import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code corral get}: what keys hold, and what is known of it. */
@Command(
    name = "get",
    header = "Prints values, or what is known of them.",
    description = {
      "",
      "Prints a value's bytes as they are, with nothing added; what a Corral cache wrote is taken"
          + " out of its envelope and inflated. Of several keys, each has a line with its name"
          + " before it. On a terminal a line ends each value, and one that is no text is shown"
          + " with \\xNN for what can't be.",
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
      "  corral get --store memcached://cache1,cache2 greeting",
      "  corral get picture --raw > picture.png",
      "  corral get --meta --composed user:12543"
    })
public final class GetCommand implements Callable<Integer> {
  @Mixin
  private StoreOption store = new StoreOption();

  @Mixin
  private KeyOptions keyOptions = new KeyOptions();

  @Option(
      names = "--meta",
      description = "Show what is known of the item instead: its server, size, ttl, flags and CAS,"
          + " and what a cache would think of it. This takes no lease.")
  private boolean showsMeta;

  @Option(
      names = "--raw",
      description = "Print what is on the server, envelope and all, even on a terminal.")
  private boolean isRaw;

  @Option(
      names = "--json",
      description = "Print a JSON object a line; a value that is no text is in base64.")
  private boolean isJson;

  @Option(names = "--where", description = "Print each key and its server, and read nothing.")
  private boolean showsServer;

  @Parameters(arity = "1..*", paramLabel = "KEY", description = "What to look for.")
  private List<String> keys = new ArrayList<>();

  private final Terminal terminal;
  private final PrintWriter errors;

  public GetCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    List<Key> wanted = keyOptions.read(keys);
    try (Items items = Items.open(store.uri())) {
      if (showsServer) {
        for (Key key : wanted) {
          terminal.print(
              "%s%n", isJson ? Json.of(where(key, items)) : key + "\t" + items.server(key));
        }
        return ExitCode.OK;
      }
      Items.Round round = items.each(
          wanted,
          key -> Get.of(key).withDetails(),
          errors,
          (key, outcome) -> tell(items, key, outcome));
      return round.well() == wanted.size() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
  }

  private boolean tell(Items items, Key key, GetOutcome outcome) throws IOException {
    if (!(outcome instanceof Item item)) {
      errors.println("corral get: there is no item " + key + " on " + items.server(key));
      return false;
    }
    Content content = Content.of(item);
    if (showsMeta) {
      Details details = new Details(key, items.server(key), item, content);
      terminal.print("%s", isJson ? Json.of(details.fields()) + "\n" : details.text());
      return true;
    }
    if (!isRaw && (content.isPlaceholder() || content.isAbsent())) {
      errors.println("corral get: " + key
          + (content.isAbsent()
              ? " has no value: a cache remembers so that there is none"
              : " has no value yet: somebody computes it"));
      return false;
    }
    byte[] value = isRaw ? item.value() : content.value();
    if (isJson) {
      terminal.print("%s\n", json(key, value));
    } else {
      print(key, value);
    }
    return true;
  }

  private static Map<String, String> where(Key key, Items items) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("key", key.toString());
    members.put("server", items.server(key));
    return members;
  }

  private static String json(Key key, byte[] value) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("key", key.toString());
    Printable.text(value)
        .ifPresentOrElse(
            text -> members.put("value", text),
            () -> members.put("base64", Base64.getEncoder().encodeToString(value)));
    return Json.of(members);
  }

  private void print(Key key, byte[] value) throws IOException {
    boolean isOneOfMany = keys.size() > 1;
    if (isOneOfMany) {
      terminal.print("==> %s (%d bytes) <==%n", key, value.length);
    }
    if (terminal.isLive() && !isRaw && Printable.text(value).isEmpty()) {
      terminal.print("%s", Printable.escaped(value));
    } else {
      terminal.out().write(value);
    }
    boolean endsLine = value.length > 0 && value[value.length - 1] == '\n';
    if (isOneOfMany || (terminal.isLive() && !isRaw && !endsLine)) {
      terminal.print("%n");
    }
    terminal.out().flush();
  }
}
