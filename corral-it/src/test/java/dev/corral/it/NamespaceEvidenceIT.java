package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.Corral;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.namespace.Evidence;
import dev.corral.namespace.Namespaces;
import dev.corral.store.Get;
import dev.corral.store.Operation;
import dev.corral.store.Store;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How well the evidence spares look-ups, by what is asked of a server. */
class NamespaceEvidenceIT {
  private static final int BITS = 640;
  private static final int UNTOUCHED = 5_000;

  /** How far the bits that some names happen to set may be from what those of all names do. */
  private static final double CHANCE = 0.05;

  /** Which bits are set follows from the names, so all of it is the same each time. */
  @Test
  void needlessLookUpsAreAsManyAsInTheory() {
    Table figures = Table.of(
        "needless look-ups, 80 bytes of evidence",
        "touched",
        "bits set",
        "% that is asked",
        "% by the bits",
        "% in theory",
        "touched, estimated");
    try (Memcached server = Memcached.with().start();
        Observed store = new Observed(server);
        Corral corral = Corral.on(store)) {
      Namespaces namespaces = corral.namespaces(options -> options.resetWhenMuddled(0));
      int touched = 0;
      for (int goal : new int[] {0, 10, 25, 50, 75, 100, 150, 200, 300, 400, 500, 750, 1_000}) {
        namespaces.invalidateAll(IntStream.range(touched, goal)
            .mapToObj(i -> namespaces.namespace("touched", i))
            .toList());
        touched = goal;
        store.generations.clear();
        readUntouched(namespaces, "untouched by " + touched);

        double needless = store.generations.size() / (double) UNTOUCHED;

        Evidence evidence = namespaces.evidence();
        double theory = Math.pow(1 - Math.pow(1 - 1.0 / BITS, 2.0 * touched), 2);
        figures.row(
            touched,
            evidence.touchedBits(),
            100 * needless,
            100 * (1 - evidence.quality()),
            100 * theory,
            evidence.touchedNamespaces());
        assertThat(evidence.bits()).isEqualTo(BITS);
        assertThat(needless).isCloseTo(1 - evidence.quality(), within(sampling(theory)));
        assertThat(needless).isCloseTo(theory, within(CHANCE));
        if (touched == 100) {
          assertThat(needless).isBetween(0.065, 0.085);
        }
      }
    }
    figures.show();
  }

  /** How far a share of so many may be from its probability: four standard deviations. */
  private static double sampling(double probability) {
    return 4 * Math.sqrt(probability * (1 - probability) / UNTOUCHED) + 1e-9;
  }

  private static void readUntouched(Namespaces namespaces, String field) {
    List<CompletableFuture<Key>> keys = IntStream.range(0, UNTOUCHED)
        .mapToObj(i -> namespaces.async().key(field, i))
        .toList();
    keys.forEach(CompletableFuture::join);
  }

  /** A store that knows whose generations have been asked for. */
  private static final class Observed implements Store {
    final Set<Key> generations = ConcurrentHashMap.newKeySet();
    private final MemcachedStore store;

    Observed(Memcached server) {
      store = MemcachedStore.open(
          Nodes.list(server),
          options -> options.deadline(Nodes.PATIENCE).maxInFlight(4 * UNTOUCHED));
      Nodes.awaitConnected(store);
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (operation instanceof Get get && get.key().toString().startsWith("___counter:")) {
        generations.add(get.key());
      }
      return store.execute(operation);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
