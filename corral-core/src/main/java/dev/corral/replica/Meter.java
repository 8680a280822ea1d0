package dev.corral.replica;

import java.util.concurrent.atomic.LongAdder;

/** Counts what happens to the items of one name, in this process. */
final class Meter {
  final LongAdder hits = new LongAdder();
  final LongAdder misses = new LongAdder();
  final LongAdder further = new LongAdder();
  final LongAdder repairs = new LongAdder();

  ReplicaStats snapshot() {
    return new ReplicaStats(hits.sum(), misses.sum(), further.sum(), repairs.sum());
  }
}
