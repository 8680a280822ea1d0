package dev.corral.it;

import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.Collectors;

/**
 * An origin whose rows belong to namespaces, and what callers are given of it. Of each namespace it
 * counts versions. A version is settled when the invalidation that told of it has returned: whoever
 * asks from then on must not be given an older one.
 */
final class NamespaceHistoryChecker {
  private final AtomicLongArray versions;
  private final AtomicLongArray settled;
  private final Queue<String> mistakes = new ConcurrentLinkedQueue<>();

  NamespaceHistoryChecker(int namespaces) {
    this.versions = new AtomicLongArray(namespaces);
    this.settled = new AtomicLongArray(namespaces);
  }

  /** What a load that reads the origin now brings of a row that is in some namespaces. */
  String read(int... namespaces) {
    return Arrays.stream(namespaces)
        .mapToObj(namespace -> String.valueOf(versions.get(namespace)))
        .collect(Collectors.joining(","));
  }

  /** Changes a namespace's rows. */
  long write(int namespace) {
    return versions.incrementAndGet(namespace);
  }

  /** A change has been told to the namespace. */
  void settle(int namespace, long version) {
    settled.accumulateAndGet(namespace, version, Math::max);
  }

  /** What a caller that begins now must be given at least. */
  long[] settled(int... namespaces) {
    return Arrays.stream(namespaces).mapToLong(settled::get).toArray();
  }

  /** A caller has been given a row of some namespaces. */
  void given(String row, long[] atLeast, int[] namespaces, String caller) {
    String[] got = row.split(",", -1);
    for (int i = 0; i < got.length; i++) {
      if (Long.parseLong(got[i]) < atLeast[i]) {
        mistakes.add(caller + " was given " + got[i] + " of namespace " + namespaces[i] + " after "
            + atLeast[i] + " was settled");
      }
    }
  }

  List<String> mistakes() {
    return List.copyOf(mistakes);
  }
}
