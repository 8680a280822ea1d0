package dev.corral.replica;

import dev.corral.codec.Lookup;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes the version in force to holders that have missed it or lost it. */
/* design
 *
 *   1  Look at the holders that are behind, and leave a placeholder where nothing is.
 *   2  Make sure that the version is in force still, which is when it is certain that nothing newer
 *      was, and then lost, before 1.
 *   3  Write by the CAS of 1.
 *
 * What is repaired ends before what it was repaired from: servers tell a life in whole seconds, each
 * by its own, so that a whole rest would be a little more than it is, and holders that repair each
 * other in turn would live for ever. In the last seconds nothing is repaired.
 *
 * A greater version is left alone, though it be half written: its put may be under way, and count this
 * holder among those that have taken it. The next put will see it and be greater.
 */
final class Repairs {
  private static final Logger log = LoggerFactory.getLogger(Repairs.class);

  /** A second that the one server has not told, and another that the other may add. */
  private static final Duration UNSURE = Duration.ofSeconds(2);

  private final Ttl lease;
  private final Meter meter;
  private final Set<Key> running = ConcurrentHashMap.newKeySet();

  Repairs(Ttl lease, Meter meter) {
    this.lease = lease;
    this.meter = meter;
  }

  /** Repairs behind the caller's back what is known to be behind; nothing, as a rule. */
  void begin(Sighting seen, Holding current) {
    Version version = current.version();
    Item item = current.item();
    if (version == null || item == null || isEnding(item)) {
      return;
    }
    List<Integer> behind = new ArrayList<>();
    Map<Integer, Cas> evidence = new HashMap<>();
    for (Holding holding : seen.all()) {
      Cas cas = holding.cas();
      if (holding.isBehind(version)) {
        behind.add(holding.index());
      } else if (holding.isOf(version) && cas != null) {
        evidence.put(holding.index(), cas);
      }
    }
    Key hub = seen.wheel().hub();
    if (behind.isEmpty() || !running.add(hub)) {
      return;
    }
    CompletableFuture<List<Written>> repair =
        Answers.begin(() -> repair(seen.wheel(), version, item, behind, evidence));
    Answers.when(repair, (written, fault) -> {
      running.remove(hub);
      if (written != null) {
        meter.repairs.add(written.stream().filter(Written::stored).count());
      } else {
        log.debug("{} was not repaired", hub, fault);
      }
    });
  }

  private CompletableFuture<List<Written>> repair(
      Wheel wheel, Version version, Item item, List<Integer> behind, Map<Integer, Cas> evidence) {
    CompletableFuture<Sighting> anchors =
        Sighting.of(wheel, behind.stream().mapToInt(i -> i), key -> Get.of(key).withLease(lease));
    return Answers.then(
        anchors,
        sighting -> Answers.then(
            Writes.unchanged(wheel, evidence),
            inForce -> inForce
                ? write(sighting, version, item)
                : CompletableFuture.completedFuture(List.of())));
  }

  private static CompletableFuture<List<Written>> write(
      Sighting anchors, Version version, Item item) {
    Ttl rest = item.expires() ? Ttl.of(item.remaining().minus(UNSURE)) : Ttl.NEVER;
    List<CompletableFuture<Written>> replies = new ArrayList<>();
    for (Holding holding : anchors.all()) {
      Cas cas = holding.cas();
      if (cas != null && holding.isBehind(version)) {
        byte[] bytes =
            holding.index() == Wheel.HUB ? Form.of(version, Lookup.absent()) : item.value();
        replies.add(Written.by(
            anchors.wheel(),
            holding.index(),
            Put.set(holding.key(), bytes, rest).ifCas(cas)));
      }
    }
    return Flight.all(replies);
  }

  private static boolean isEnding(Item item) {
    return item.expires() && item.remaining().compareTo(UNSURE) <= 0;
  }
}
