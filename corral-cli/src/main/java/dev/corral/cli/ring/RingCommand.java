package dev.corral.cli.ring;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.corral.cli.option.Version;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.ring.Dialect;
import dev.corral.ring.Ring;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.ring.ServerListException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code corral ring}: which server holds a key, and which keys a change of servers would move. */
@Command(
    name = "ring",
    header = "Tells which server holds each key.",
    description = {
      "",
      "Reads keys from standard input, one a line, and prints each with its server. With --with or"
          + " --without it tells how many of these keys would move instead.",
      ""
    },
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    footer = {
      "",
      "Examples:",
      "  corral ring --servers servers.txt < keys",
      "  corral ring --servers servers.txt --points",
      "  corral ring --servers servers.txt --with 10.0.1.9:11211 < keys",
      "  corral ring --servers servers.txt --with \"cache9:11211 600 cache-i\" < keys"
    })
public final class RingCommand implements Callable<Integer> {
  private static final int BUFFER = 1 << 16;

  @Option(
      names = "--servers",
      paramLabel = "FILE",
      required = true,
      description = "The servers, in libketama's format: on each line an address, a weight, and if"
          + " you like a name on the ring. An address is HOST:PORT, [IPV6]:PORT or unix:/PATH.")
  private Path servers = Path.of("");

  @Option(
      names = "--dialect",
      paramLabel = "NAME",
      defaultValue = "libketama",
      converter = DialectConverter.class,
      description =
          "Whose ring: libketama (the default), libmemcached, libmemcached-weighted or spymemcached.")
  private Dialect dialect = Dialect.LIBKETAMA;

  @Option(
      names = "--points",
      description = "Print each server's share of the ring and its points, and read no keys.")
  private boolean showsPoints;

  @Option(
      names = "--without",
      paramLabel = "SERVER",
      split = ",",
      description = "Take this server out.")
  private List<String> without = new ArrayList<>();

  @Option(
      names = "--with",
      paramLabel = "ADDRESS[=WEIGHT]",
      split = ",",
      description = "Add this server. Its weight is that of the others, if they all have the same."
          + " To give it a name on the ring too, write it as a line of the file, in quotes:"
          + " \"ADDRESS WEIGHT NAME\".")
  private List<String> with = new ArrayList<>();

  private final InputStream in;
  private final OutputStream out;
  private final PrintWriter errors;

  public RingCommand(InputStream in, OutputStream out, PrintWriter errors) {
    this.in = in;
    this.out = new BufferedOutputStream(out, BUFFER);
    this.errors = errors;
  }

  @Override
  public Integer call() throws IOException {
    ServerList before = ServerList.read(servers);
    Ring ring = Ring.of(changed(before), dialect);
    KeyReader keys = new KeyReader(in, out, errors);
    if (showsPoints) {
      printShares(ring);
    } else if (with.isEmpty() && without.isEmpty()) {
      printServers(ring, keys);
    } else {
      printMoves(Ring.of(before, dialect), ring, keys);
    }
    out.flush();
    return keys.hadBadLines() ? ExitCode.USAGE : ExitCode.OK;
  }

  private ServerList changed(ServerList listed) {
    ServerList changed = listed;
    // First those that come, so that even a single server can be exchanged.
    for (String item : with) {
      changed = joined(changed, listed, item);
    }
    for (String server : without) {
      if (changed.find(server).isEmpty()) {
        throw new ConfigurationException(
            "--without " + server + ": there is no such server in " + servers);
      }
      changed = changed.without(server);
    }
    return changed;
  }

  private static ServerList joined(ServerList changed, ServerList listed, String item) {
    try {
      ServerList joining = changed;
      for (Server server : parse(item, listed).servers()) {
        joining = joining.with(server);
      }
      return joining;
    } catch (ServerListException e) {
      // Each problem begins with its place, but there is only one here: the item.
      throw new ConfigurationException(e.problems().stream()
          .map(problem -> "--with " + item + problem.substring(problem.indexOf(": ")))
          .collect(Collectors.joining("\n")));
    }
  }

  private static ServerList parse(String item, ServerList listed) {
    if (item.strip().matches(".*\\s.*")) {
      return ServerList.parse(item);
    }
    return ServerList.parseAddresses(
        item.contains("=") ? item : item + "=" + commonWeight(listed, item));
  }

  private static int commonWeight(ServerList listed, String item) {
    return listed
        .commonWeight()
        .orElseThrow(() -> new ConfigurationException(
            "--with " + item + ": the servers differ in weight, so give this one's too, as in "
                + item + "=" + listed.servers().get(0).weight()));
  }

  private void printServers(Ring ring, KeyReader keys) throws IOException {
    byte[][] endings = ring.servers().servers().stream()
        .map(server -> ("\t" + server.address() + "\n").getBytes(UTF_8))
        .toArray(byte[][]::new);
    for (Key key = keys.next(); key != null; key = keys.next()) {
      out.write(key.bytes());
      out.write(endings[ring.indexOf(key.bytes())]);
    }
  }

  private void printShares(Ring ring) throws IOException {
    print("server\tshare\tpoints\n");
    for (Server server : ring.servers().servers()) {
      print(String.format(
          Locale.ROOT,
          "%s\t%.2f%%\t%d\n",
          server.address(),
          100 * ring.share(server),
          ring.points(server)));
    }
  }

  private void printMoves(Ring before, Ring after, KeyReader keys) throws IOException {
    long total = 0;
    Map<Move, Long> moves = new HashMap<>();
    for (Key key = keys.next(); key != null; key = keys.next()) {
      total++;
      Move move = new Move(before.locate(key), after.locate(key));
      if (!move.from().equals(move.to())) {
        moves.merge(move, 1L, Long::sum);
      }
    }
    long moved = moves.values().stream().mapToLong(Long::longValue).sum();
    print(String.format(
        Locale.ROOT,
        "%d of %d keys would move (%.2f%%)\n",
        moved,
        total,
        total == 0 ? 0 : 100.0 * moved / total));
    if (moved > 0) {
      print("keys\tfrom\tto\n");
    }
    List<Map.Entry<Move, Long>> sorted = new ArrayList<>(moves.entrySet());
    sorted.sort(Map.Entry.<Move, Long>comparingByValue()
        .reversed()
        .thenComparing(Map.Entry.comparingByKey()));
    for (Map.Entry<Move, Long> move : sorted) {
      print(move.getValue() + "\t" + move.getKey().from().address() + "\t"
          + move.getKey().to().address() + "\n");
    }
  }

  private void print(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }

  /** Where a key goes. The order is that of the addresses. */
  private record Move(Server from, Server to) implements Comparable<Move> {
    private static final Comparator<Move> ORDER = Comparator.comparing(
            (Move move) -> move.from().address())
        .thenComparing(move -> move.to().address());

    @Override
    public int compareTo(Move other) {
      return ORDER.compare(this, other);
    }
  }

  /** Reads a dialect's name as users write it. */
  static final class DialectConverter implements ITypeConverter<Dialect> {
    @Override
    public Dialect convert(String name) {
      try {
        return Dialect.parse(name);
      } catch (ConfigurationException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
