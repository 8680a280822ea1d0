package dev.corral.replica;

import dev.corral.key.Key;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Where an item is.
 *
 * @param era the servers
 * @param holders the keys of the hub and of the copies, in this order
 * @param load the key of the mark of whoever loads the item
 */
record Wheel(Era era, List<Key> holders, Key load) {
  static final int HUB = 0;

  Key hub() {
    return holders.get(HUB);
  }

  int copies() {
    return holders.size() - 1;
  }

  IntStream all() {
    return IntStream.range(0, holders.size());
  }

  /**
   * Whether some holders are a quorum, of which any two have a member in common.
   *
   * @param hub whether the hub is among them
   * @param copies how many copies are
   */
  boolean isQuorum(boolean hub, int copies) {
    return hub ? copies > 0 : copies == copies();
  }

  /** The same for holders that are told one by one. */
  boolean isQuorum(List<Integer> members) {
    boolean hub = members.contains(HUB);
    return isQuorum(hub, hub ? members.size() - 1 : members.size());
  }
}
