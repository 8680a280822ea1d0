package dev.corral.replica;

import dev.corral.codec.Lookup;
import dev.corral.crowd.Retries;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.store.Cas;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Writes values, and that there is none, to all holders. */
/* design
 *
 *   1  Read all holders. Where nothing is, leave a placeholder, so that there is a CAS to insist on.
 *   2  Draw a version that is greater than all that were seen, and write it to all of them by CAS. So
 *      whoever is late changes no holder that has been changed since it looked.
 *   3  All have taken it: done. A quorum has: make sure that all of that quorum has it still, for its
 *      members were written one after another, and a member that loses it between may be repaired
 *      with the version before.
 *   4  Otherwise others were faster, or servers are out of reach. A put must not be done twice: once it
 *      was in force, and another is, it must not come back. If too few can have taken it for it to ever
 *      have been in force, begin again. If another version is in force that was not there in 1, that
 *      one came after this one: done. If one is that was there in 1, then this one, which is greater,
 *      never was: begin again. In all other cases nobody can tell: fail.
 *
 * A put that has failed, or whose process has died, may be in force or not; it is never in force for
 * some readers only.
 */
final class Writes<K> {
  private final Wheels<K> wheels;
  private final Retries retries;
  private final Ttl ttl;
  private final Ttl lease;

  Writes(Wheels<K> wheels, Retries retries, ReplicaOptions options) {
    this.wheels = wheels;
    this.retries = retries;
    this.ttl = options.ttl();
    this.lease = Ttl.of(options.loadTime().plusSeconds(1));
  }

  /** How long placeholders live. */
  Ttl lease() {
    return lease;
  }

  /** Writes a value, or that there is none, whoever else writes. */
  CompletableFuture<Boolean> put(K key, Lookup<byte[]> value) {
    return put(key, value, 0);
  }

  private CompletableFuture<Boolean> put(K key, Lookup<byte[]> value, int tries) {
    Wheel wheel = wheels.of(key);
    return Answers.then(
        Answers.then(anchor(wheel), anchors -> put(anchors, value)),
        end -> end == End.DONE
            ? CompletableFuture.completedFuture(true)
            : retries.again(wheel.hub(), tries, more -> put(key, value, more)));
  }

  /** Looks at all holders, and sees to it that each has a state to insist on. */
  CompletableFuture<Sighting> anchor(Wheel wheel) {
    return Sighting.of(wheel, wheel.all(), key -> Get.of(key).withLease(lease));
  }

  /** How a put can end, if not by a fault. */
  enum End {
    /** It is in force, or was, until another that came later. */
    DONE,
    /** Others were faster, and it never was in force. */
    REFUSED
  }

  /** Writes to all holders that are as they were seen. */
  CompletableFuture<End> put(Sighting anchors, Lookup<byte[]> value) {
    Wheel wheel = anchors.wheel();
    Version version = wheels.next(wheel, anchors.newest());
    if (!wheels.isNow(wheel)) {
      // Others have begun to believe what is as late as this version, at the new servers.
      return CompletableFuture.completedFuture(End.REFUSED);
    }
    byte[] copy = Form.of(version, value);
    byte[] hub = Form.of(version, Lookup.absent());
    List<CompletableFuture<Written>> replies = new ArrayList<>();
    for (Holding holding : anchors.all()) {
      Cas cas = casOf(holding);
      byte[] bytes = holding.index() == Wheel.HUB ? hub : copy;
      replies.add(
          cas == null
              ? CompletableFuture.completedFuture(Written.unsent(holding))
              : Written.by(
                  wheel, holding.index(), Put.set(holding.key(), bytes, ttl).ifCas(cas)));
    }
    return Answers.then(Flight.all(replies), written -> judge(anchors, written));
  }

  private CompletableFuture<End> judge(Sighting anchors, List<Written> written) {
    Wheel wheel = anchors.wheel();
    List<Written> stored = written.stream().filter(Written::stored).toList();
    if (stored.size() == written.size()) {
      return CompletableFuture.completedFuture(End.DONE);
    }
    if (isQuorum(wheel, stored)) {
      return Answers.then(
          verify(wheel, stored),
          kept -> kept ? CompletableFuture.completedFuture(End.DONE) : resolve(anchors, written));
    }
    Throwable fault = fault(wheel, written);
    if (!(fault instanceof UnavailableException)) {
      return CompletableFuture.failedFuture(fault); // no other try would end in another way
    }
    if (isQuorum(wheel, written.stream().filter(Written::isPossible).toList())) {
      return resolve(anchors, written);
    }
    return written.stream().anyMatch(Written::isRefused)
        ? CompletableFuture.completedFuture(End.REFUSED)
        : CompletableFuture.failedFuture(fault);
  }

  private static boolean isQuorum(Wheel wheel, List<Written> members) {
    return wheel.isQuorum(members.stream().map(Written::index).toList());
  }

  /** Finds out what came of a put that may have been in force. */
  private static CompletableFuture<End> resolve(Sighting anchors, List<Written> written) {
    Wheel wheel = anchors.wheel();
    CompletableFuture<Sighting> now =
        Sighting.of(wheel, wheel.all(), key -> Get.of(key).withDetails());
    return Answers.then(now, sighting -> {
      Holding current = sighting.current();
      Version inForce = current == null ? null : current.version();
      if (inForce == null) {
        return CompletableFuture.failedFuture(fault(wheel, written));
      }
      boolean before = anchors.all().stream().anyMatch(holding -> holding.isOf(inForce));
      return CompletableFuture.completedFuture(before ? End.REFUSED : End.DONE);
    });
  }

  /** Whether a quorum of those who have taken it have it still. */
  private static CompletableFuture<Boolean> verify(Wheel wheel, List<Written> stored) {
    Map<Integer, Cas> states = new HashMap<>();
    for (Written written : stored) {
      if (written.cas() != null) {
        states.put(written.index(), written.cas());
      }
    }
    return unchanged(wheel, states);
  }

  /** Whether a quorum is in a given state. */
  static CompletableFuture<Boolean> unchanged(Wheel wheel, Map<Integer, Cas> states) {
    CompletableFuture<Sighting> now = Sighting.of(
        wheel,
        states.keySet().stream().mapToInt(index -> index),
        key -> Get.of(key).withoutValue().withDetails());
    return Answers.map(
        now,
        sighting -> wheel.isQuorum(sighting.all().stream()
            .filter(holding -> Objects.equals(states.get(holding.index()), holding.cas()))
            .map(Holding::index)
            .toList()));
  }

  /** What is wrong with the value, or else with the servers. */
  private static Throwable fault(Wheel wheel, List<Written> written) {
    Throwable cause = null;
    for (Written one : written) {
      if (one.fault() != null && !(one.fault() instanceof UnavailableException)) {
        return one.fault();
      }
      cause = cause == null ? one.fault() : cause;
    }
    return new UnavailableException(
        "too few servers of " + wheel.hub() + " have taken it; an older value may still be there",
        cause);
  }

  /** Its state; null if it did not answer, or had no room for a placeholder. */
  static @Nullable Cas casOf(Holding holding) {
    Item item = holding.item();
    if (item != null && !item.hasCas()) {
      throw new ConfigurationException(
          "replicas need CAS, which the server of " + holding.key() + " is run without (-C)");
    }
    return holding.cas();
  }
}
