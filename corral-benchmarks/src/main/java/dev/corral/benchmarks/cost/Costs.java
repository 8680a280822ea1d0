package dev.corral.benchmarks.cost;

import dev.corral.benchmarks.table.Table;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;

/**
 * {@code scripts/bench costs}: prints Markdown tables of medians (least..greatest). Starts
 * memcached servers of its own, on loopback. Arguments choose the tables, all by default;
 * {@code brief} is just to see that it works.
 */
final class Costs {
  static final List<Cost> ALL = List.of(
      new Cost("hit", "A hit on memcached, beside the get that it sends", CacheCost::onMemcached),
      new Cost("hit-memory", "The same without a wire", CacheCost::inMemory),
      new Cost("servers", "A hit, by the number of servers", FlatCost::byServers),
      new Cost(
          "namespaces",
          "A hit, by the number of namespaces that were touched",
          FlatCost::byNamespaces),
      new Cost("near", "The heap of copies in the process", NearHeap::table),
      new Cost("client", "The client's memory, by the number of servers", ClientMemory::table),
      new Cost("herd", "512 callers of one cold key", ColdHerd::table),
      new Cost(
          "multi-get",
          "Microseconds of a server's CPU per key, by the number of keys",
          MultiGetCost::table));

  private Costs() {}

  @FunctionalInterface
  interface Measuring {
    Table table(Pace pace) throws IOException, InterruptedException, ExecutionException;
  }

  /**
   * One of the tables.
   *
   * @param word what the user calls it
   * @param title what is above it
   * @param measuring makes it
   */
  record Cost(String word, String title, Measuring measuring) {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, ExecutionException {
    List<String> words = new ArrayList<>(List.of(arguments));
    Pace pace = words.remove("brief") ? Pace.BRIEF : Pace.USUAL;
    List<String> known = ALL.stream().map(Cost::word).toList();
    if (!known.containsAll(words)) {
      System.err.println("bench costs [brief] [" + String.join("] [", known) + "]");
      System.exit(words.contains("--help") ? 0 : 2);
    }
    for (Cost cost : ALL) {
      if (words.isEmpty() || words.contains(cost.word)) {
        System.out.println("\n" + cost.title + "\n");
        System.out.print(cost.measuring.table(pace));
      }
    }
  }
}
