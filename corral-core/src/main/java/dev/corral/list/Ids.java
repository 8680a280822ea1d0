package dev.corral.list;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The ids of a list: what is left of all changes that are recorded of it. For one thread. */
final class Ids {
  /** Fewer dead records than these are not worth a write. */
  private static final int LEAST_DEAD = 64;

  private final Set<Long> live = new LinkedHashSet<>();
  private int records;

  /** As a loader returned them. */
  static Ids of(Collection<Long> loaded) {
    Ids ids = new Ids();
    ids.live.addAll(loaded);
    ids.records = ids.live.size();
    return ids;
  }

  void apply(Change change) {
    records++;
    if (change.isAdd()) {
      live.add(change.id());
    } else {
      live.remove(change.id());
    }
  }

  /** Whether a change would change nothing. */
  boolean reflect(Change change) {
    return live.contains(change.id()) == change.isAdd();
  }

  Set<Long> live() {
    return live;
  }

  int size() {
    return live.size();
  }

  /** How many records could be left out. */
  int dead() {
    return records - live.size();
  }

  boolean areMostlyDead() {
    return dead() >= LEAST_DEAD && dead() > live.size();
  }

  List<Long> toList() {
    return List.copyOf(live);
  }
}
