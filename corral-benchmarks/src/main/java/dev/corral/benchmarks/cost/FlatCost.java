package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.namespace.Namespace;
import dev.corral.namespace.Namespaces;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What must not grow: the cost of a hit with the number of servers, and with the number of
 * namespaces that were touched; the memory of copies and connections. Starts memcached servers of
 * its own, on loopback, and prints Markdown tables of medians (least..most). Arguments choose the
 * tables, all by default; {@code brief} is just to see that it works.
 *
 * <pre>
 * scripts/bench costs servers near
 * </pre>
 */
final class FlatCost {
  static final int[] SERVERS = {1, 10, 100};
  static final int MOST_SERVERS = 100;

  private static final int[] TOUCHED = {0, 10, 100};
  private static final int NAMESPACES = 100;

  private static final List<Table> TABLES = List.of(
      new Table("servers", "A hit, by the number of servers", FlatCost::printServers),
      new Table(
          "namespaces",
          "A hit, by the number of namespaces that were touched",
          FlatCost::printNamespaces),
      new Table("near", "The heap of a million copies in the process", NearHeap::print),
      new Table("client", "The client's memory, by the number of servers", ClientMemory::print),
      new Table("herd", "512 callers of one cold key", ColdHerd::print));

  private FlatCost() {}

  @FunctionalInterface
  private interface Printing {
    void print(Pace pace) throws IOException, InterruptedException, ExecutionException;
  }

  private record Table(String word, String title, Printing printing) {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    List<String> words = new ArrayList<>(List.of(arguments));
    Pace pace = words.remove("brief") ? Pace.BRIEF : Pace.USUAL;
    List<String> known = TABLES.stream().map(Table::word).toList();
    if (!known.containsAll(words)) {
      throw new IllegalArgumentException("the tables are " + known + ", and not all of " + words);
    }
    for (Table table : TABLES) {
      if (words.isEmpty() || words.contains(table.word)) {
        System.out.println("\n" + table.title + "\n");
        table.printing.print(pace);
      }
    }
  }

  private static void printServers(Pace pace)
      throws IOException, InterruptedException, ExecutionException {
    List<Corral> corrals = new ArrayList<>();
    try (Servers servers = Servers.start(MOST_SERVERS)) {
      HitCost cost = new HitCost();
      for (int count : SERVERS) {
        Corral corral = Corral.open(servers.uri(count));
        corrals.add(corral);
        cost.add(count + " | `cache.get`", new Hits(List.of(Hits.cache(corral)), 10_000));
        cost.add(count + " | raw sockets", new RawHits(servers.first(count)));
      }
      cost.print("servers | by", pace);
    } finally {
      corrals.forEach(Corral::close);
    }
  }

  private static void printNamespaces(Pace pace)
      throws IOException, InterruptedException, ExecutionException {
    List<Corral> corrals = new ArrayList<>();
    try (Servers servers = Servers.start(1)) {
      HitCost cost = new HitCost();
      for (int touched : TOUCHED) {
        Corral corral = Corral.open(servers.uri(1), site -> site.prefix("touched-" + touched));
        corrals.add(corral);
        addNamespaces(cost, corral, touched);
      }
      cost.print("touched | hit in", pace);
    } finally {
      corrals.forEach(Corral::close);
    }
  }

  private static void addNamespaces(HitCost cost, Corral corral, int touched) {
    Namespaces strict = corral.namespaces();
    Namespaces relaxed = corral.namespaces(o -> o.relaxed(Duration.ofHours(1)));
    strict.invalidateAll(namespaces(touched, i -> strict.namespace("touched", i)));
    Cache<Integer, byte[]> cache = Hits.cache(corral);
    cost.add(touched + " | none", new Hits(List.of(cache), NAMESPACES));
    cost.add(
        touched + " | an untouched one",
        in(cache, namespaces(NAMESPACES, i -> strict.namespace("userId", i))));
    cost.add(
        touched + " | an untouched one, relaxed",
        in(cache, namespaces(NAMESPACES, i -> relaxed.namespace("relaxed", i))));
    if (touched > 0) {
      cost.add(
          touched + " | a touched one",
          in(cache, namespaces(touched, i -> strict.namespace("touched", i))));
    }
  }

  private static List<Namespace> namespaces(int count, IntFunction<Namespace> each) {
    return IntStream.range(0, count).mapToObj(each).toList();
  }

  private static Hits in(Cache<Integer, byte[]> cache, List<Namespace> namespaces) {
    return new Hits(namespaces.stream().map(cache::in).toList(), 10);
  }
}
