package dev.corral.cli.item;

import dev.corral.Corral;
import dev.corral.cli.option.StoreOption;
import dev.corral.cli.option.Version;
import dev.corral.cli.terminal.Terminal;
import dev.corral.dashboard.web.Json;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code corral stats}: what servers count. */
@Command(
    name = "stats",
    header = "Prints what the servers count.",
    description = {
      "",
      "Prints the statistics of all servers of the store, as many side by side as there is room for."
          + " A server that is down hides none of the others.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {"0:All servers have answered.", "1:A server has not answered.", "2:Bad input."},
    footer = {
      "",
      "Examples:",
      "  corral stats --store memcached://cache1,cache2",
      "  corral stats settings --server cache1:11211",
      "  corral stats items --json | jq ."
    })
public final class StatsCommand implements Callable<Integer> {
  @Mixin
  private StoreOption store = new StoreOption();

  @Option(
      names = "--server",
      paramLabel = "ADDRESS",
      description = "Only this one of the store's servers; all by default.")
  private @Nullable String server;

  @Option(names = "--json", description = "Print one JSON object, with a member for each server.")
  private boolean isJson;

  @Parameters(
      arity = "0..1",
      paramLabel = "GROUP",
      defaultValue = "",
      description = "Which: settings, items, slabs, sizes or conns; the general ones by default.")
  private String group = "";

  @Spec
  private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;
  private final PrintWriter errors;

  public StatsCommand(Terminal terminal, PrintWriter errors) {
    this.terminal = terminal;
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    String uri = store.uri();
    Map<Server, ServerStats> told = told(uri);
    List<String> faults =
        told.values().stream().flatMap(stats -> stats.fault().stream()).toList();
    if (isJson) {
      Map<String, Map<String, Object>> members = new LinkedHashMap<>();
      told.forEach((from, stats) -> members.put(from.address(), stats.fields()));
      terminal.print("%s\n", Json.of(members));
    } else if (faults.size() < told.size()) {
      terminal.print("%s", new StatsTable(told).text(terminal.columns()));
    }
    faults.forEach(fault -> errors.println("corral: " + fault));
    return faults.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
  }

  private Map<Server, ServerStats> told(String uri) {
    try (Corral corral = PatientStores.open(uri)) {
      if (!(corral.store() instanceof MemcachedStore memcached)) {
        throw wrong("only memcached servers have statistics, and " + uri + " is none");
      }
      ServerList all = memcached.membership().ring().servers();
      return server == null
          ? ServerStats.ofAll(memcached, uri, group)
          : ServerStats.ofEach(uri, List.of(chosen(all, server)), group);
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage()); // there can't be a group of this name
    }
  }

  private Server chosen(ServerList all, String wanted) {
    return all.find(wanted)
        .orElseThrow(() -> wrong("--server " + wanted + ": the store has only "
            + all.servers().stream().map(Server::address).collect(Collectors.joining(", "))));
  }

  private ParameterException wrong(@Nullable String problem) {
    return new ParameterException(spec.commandLine(), String.valueOf(problem));
  }
}
