package dev.corral.benchmarks.cost;

import dev.corral.Corral;
import dev.corral.benchmarks.table.Table;
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

/** What must not grow: the cost of a hit, with the servers and with the namespaces touched. */
final class FlatCost {
  static final int[] SERVERS = {1, 10, 100};
  static final int MOST_SERVERS = 100;

  private static final int[] TOUCHED = {0, 10, 100};
  private static final int NAMESPACES = 100;

  private FlatCost() {}

  static Table byServers(Pace pace) throws IOException, InterruptedException, ExecutionException {
    List<Corral> corrals = new ArrayList<>();
    try (Servers servers = Servers.start(MOST_SERVERS)) {
      HitCost cost = new HitCost();
      for (int count : SERVERS) {
        Corral corral = Corral.open(servers.uri(count));
        corrals.add(corral);
        cost.add(count, "`cache.get`", new Hits(List.of(Hits.cache(corral)), 10_000));
        cost.add(count, "raw sockets", new RawHits(servers.first(count)));
      }
      return cost.table("servers", "by", pace);
    } finally {
      corrals.forEach(Corral::close);
    }
  }

  static Table byNamespaces(Pace pace)
      throws IOException, InterruptedException, ExecutionException {
    List<Corral> corrals = new ArrayList<>();
    try (Servers servers = Servers.start(1)) {
      HitCost cost = new HitCost();
      for (int touched : TOUCHED) {
        Corral corral = Corral.open(servers.uri(1), site -> site.prefix("touched-" + touched));
        corrals.add(corral);
        addNamespaces(cost, corral, touched);
      }
      return cost.table("touched", "hit in", pace);
    } finally {
      corrals.forEach(Corral::close);
    }
  }

  private static void addNamespaces(HitCost cost, Corral corral, int touched) {
    Namespaces strict = corral.namespaces();
    Namespaces relaxed = corral.namespaces(o -> o.relaxed(Duration.ofHours(1)));
    strict.invalidateAll(namespaces(touched, i -> strict.namespace("touched", i)));
    Cache<Integer, byte[]> cache = Hits.cache(corral);
    cost.add(touched, "none", new Hits(List.of(cache), NAMESPACES));
    cost.add(
        touched,
        "an untouched one",
        in(cache, namespaces(NAMESPACES, i -> strict.namespace("userId", i))));
    cost.add(
        touched,
        "an untouched one, relaxed",
        in(cache, namespaces(NAMESPACES, i -> relaxed.namespace("relaxed", i))));
    if (touched > 0) {
      cost.add(
          touched,
          "a touched one",
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
