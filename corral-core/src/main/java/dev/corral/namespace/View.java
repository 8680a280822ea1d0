package dev.corral.namespace;

import dev.corral.hash.Hash64;
import dev.corral.scope.Stamp;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** The generations of some namespaces at a moment, and the stamp of what is in all of them. */
/* design
 *
 * Hosts whose clocks differ don't agree on which namespaces a rolling flush has moved already. If each
 * accepted its own view alone, they would throw out one another's values, over and over. So a value is
 * right too if its stamp is that of a view in which further namespaces have moved, in the order in
 * which they move: k + 1 stamps for k namespaces that have not. The other way round would be a value
 * from before the flush, and is not.
 *
 * What is loaded during the flush need not be loaded again when its namespaces move: it gets the stamp
 * of the last of those views, in which as many of them have moved as is known. So all who accept
 * anything accept it, however far they are, and the flush costs each value one load, however many
 * namespaces it is in.
 */
final class View {
  private final Epoch epoch;
  private final long now;
  private final boolean assumed;
  private final List<Namespace> namespaces;
  private final long[] generations;

  View(Epoch epoch, long now, boolean assumed, List<Namespace> namespaces) {
    this.epoch = epoch;
    this.now = now;
    this.assumed = assumed;
    this.namespaces = namespaces;
    this.generations = new long[namespaces.size()];
    for (int i = 0; i < generations.length; i++) {
      generations[i] = epoch.masterOf(namespaces.get(i), now);
    }
  }

  /** Tells it the generation of one that may have been touched. */
  View put(int index, long generation) {
    generations[index] = generation;
    return this;
  }

  long generation(int index) {
    return generations[index];
  }

  Stamp stamp() {
    Epoch.Old old = epoch.old();
    Stamp stamp = old == null ? Stamp.of(stamp(generations)) : rollingStamp(old);
    return assumed ? stamp.assumed() : stamp;
  }

  private Stamp rollingStamp(Epoch.Old old) {
    List<Long> right = right(old);
    int last = right.size() - 1;
    return Stamp.of(
        right.get(last), right.stream().limit(last).mapToLong(Long::longValue).toArray());
  }

  /** The stamps of this view, and of those in which further namespaces have moved. */
  private List<Long> right(Epoch.Old old) {
    List<Long> stamps = new ArrayList<>(List.of(stamp(generations)));
    List<Integer> unmoved = IntStream.range(0, generations.length)
        .filter(i -> !epoch.hasMoved(namespaces.get(i), now))
        .boxed()
        .sorted(Comparator.comparing(i -> old.movesAt(namespaces.get(i))))
        .toList();
    long[] later = generations.clone();
    for (int i : unmoved) {
      long moved = epoch.generationAfterMove(namespaces.get(i), generations[i]);
      if (moved == 0) {
        break; // nobody knows yet
      }
      later[i] = moved;
      stamps.add(stamp(later));
    }
    return stamps;
  }

  private long stamp(long[] each) {
    long stamp = 0;
    for (int i = 0; i < each.length; i++) {
      stamp = Hash64.mix(stamp ^ Hash64.mix(namespaces.get(i).hash() ^ Hash64.mix(each[i])));
    }
    return stamp;
  }
}
