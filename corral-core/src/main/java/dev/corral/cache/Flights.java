package dev.corral.cache;

import dev.corral.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What goes on in this process, key by key: running loads, and callers who wait for others'. */
/* design
 *
 * Each key has a spot while there is anything to know about it. All access to a spot is within the
 * map's lock on its key, and nothing but lists is touched there: no user code, no store, no future
 * is completed. Each method is one atomic step.
 *
 * A load under a claim may be joined by those who saw that very claim with their own lookup, and the
 * same stamp: it can't have been lost before they asked. A bare load has no claim, so there is nothing
 * to be seen of it. It may be joined by those who came before it began; who came later takes part in
 * the next one, which begins when it ends. Only when the store is down may anybody join.
 *
 * Of the callers who wait, one poll asks for all who were there when it was sent. It takes them off
 * the spot, and puts back those that must wait on. So a caller that comes meanwhile is not given what
 * was asked before it came.
 */
final class Flights<K, V> {
  private final ConcurrentHashMap<Key, Spot<K, V>> spots = new ConcurrentHashMap<>();

  private static final class Spot<K, V> {
    final List<Flight<K, V>> claimed = new ArrayList<>(1);

    @Nullable
    Flight<K, V> bare;

    List<Caller<K, V>> next = new ArrayList<>(0);
    List<Caller<K, V>> waiting = new ArrayList<>(0);
    boolean polling;

    boolean isEmpty() {
      return claimed.isEmpty() && bare == null && next.isEmpty() && waiting.isEmpty() && !polling;
    }
  }

  /** A load under a claim begins. */
  void start(Flight<K, V> flight) {
    on(flight.wire, spot -> spot.claimed.add(flight));
  }

  /** Lets callers have the result of the load under the claim that they saw, if it runs here. */
  boolean join(Key key, Object claim, long stamp, List<Caller<K, V>> callers) {
    return spots.containsKey(key)
        && on(key, spot -> {
          Flight<K, V> flight = find(spot, claim);
          return flight != null && flight.stamp.value() == stamp && flight.callers.addAll(callers);
        });
  }

  /** Whether a load under this claim runs here. */
  boolean holds(Key key, Object claim) {
    return spots.containsKey(key) && on(key, spot -> find(spot, claim) != null);
  }

  private static <K, V> @Nullable Flight<K, V> find(Spot<K, V> spot, Object claim) {
    for (Flight<K, V> flight : spot.claimed) {
      if (flight.claim != null && flight.claim.id().equals(claim)) {
        return flight;
      }
    }
    return null;
  }

  /**
   * Lets a caller have the result of a bare load: of the one that runs, or of the next.
   *
   * @param fresh the load to begin if none runs
   * @param anyTime whether it may be one that began before the caller came
   * @return whether {@code fresh}, with the caller, must be begun
   */
  boolean joinBare(Caller<K, V> caller, Flight<K, V> fresh, boolean anyTime) {
    return on(caller.wire, spot -> {
      Flight<K, V> running = spot.bare;
      if (running == null) {
        fresh.callers.add(caller);
        spot.bare = fresh;
        return true;
      }
      boolean inTime = anyTime || !running.begun || caller.visit.since - running.beganAt <= 0;
      (inTime ? running.callers : spot.next).add(caller);
      return false;
    });
  }

  /** From here on, what the load reads may be older than a caller that comes later. */
  void begin(Flight<K, V> flight, long now) {
    on(flight.wire, spot -> {
      flight.begun = true;
      flight.beganAt = now;
      return true;
    });
  }

  /** Those who wait for a load, so far. */
  List<Caller<K, V>> callers(Flight<K, V> flight) {
    return on(flight.wire, spot -> new ArrayList<>(flight.callers));
  }

  /** A load has ended: nobody joins it any more. */
  List<Caller<K, V>> land(Flight<K, V> flight) {
    return on(flight.wire, spot -> {
      spot.claimed.remove(flight);
      if (spot.bare == flight) {
        spot.bare = null;
      }
      return new ArrayList<>(flight.callers);
    });
  }

  /** Those for whom the bare load that ended was too old, but for those who have given up. */
  List<Caller<K, V>> takeNext(Key key) {
    return on(key, spot -> {
      List<Caller<K, V>> next = spot.next;
      spot.next = new ArrayList<>(0);
      next.removeIf(caller -> caller.result.isDone());
      return next;
    });
  }

  /**
   * Callers wait for another process.
   *
   * @return whether polling must begin
   */
  boolean await(Key key, List<Caller<K, V>> callers) {
    return on(key, spot -> {
      spot.waiting.addAll(callers);
      boolean first = !spot.polling;
      spot.polling = true;
      return first;
    });
  }

  /** Takes those for whom a poll is sent, but for those who have given up on others. */
  List<Caller<K, V>> takeWaiting(Key key) {
    return on(key, spot -> {
      List<Caller<K, V>> taken = spot.waiting;
      spot.waiting = new ArrayList<>(0);
      taken.removeIf(caller -> !caller.isWaitingForOthers());
      return taken;
    });
  }

  /**
   * A poll has been answered.
   *
   * @return whether another one is needed
   */
  boolean continuePolling(Key key) {
    return on(key, spot -> {
      spot.polling = !spot.waiting.isEmpty();
      return spot.polling;
    });
  }

  /** For tests: whether nothing goes on. */
  boolean isEmpty() {
    return spots.isEmpty();
  }

  private <R> R on(Key key, Function<Spot<K, V>, R> step) {
    Result<R> result = new Result<>();
    spots.compute(key, (k, found) -> {
      Spot<K, V> spot = found == null ? new Spot<>() : found;
      result.value = step.apply(spot);
      return spot.isEmpty() ? null : spot;
    });
    return Objects.requireNonNull(result.value);
  }

  private static final class Result<R> {
    @Nullable
    R value;
  }
}
