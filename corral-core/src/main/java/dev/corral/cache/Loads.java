package dev.corral.cache;

import dev.corral.crowd.LoadLimit;
import dev.corral.fault.OverloadedException;
import dev.corral.metric.CacheEvent;
import dev.corral.site.Site;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;

/** Begins loads, each where its caller or nobody waits for it, and lets those join that may. */
final class Loads<K, V> {
  private static final int MOST_REFRESHES = 64;

  final Flights<K, V> flights = new Flights<>();
  final LoadLimit limit = new LoadLimit();

  private final Site site;
  private final Semaphore refreshes = new Semaphore(MOST_REFRESHES);

  Loads(Site site) {
    this.site = site;
  }

  /** Loads on the thread or executor of the visit. */
  void load(Visit<K, V> lead, List<Flight<K, V>> starting) {
    if (isSplit(lead, starting)) {
      starting.forEach(flight -> load(lead, List.of(flight)));
      return;
    }
    register(starting);
    for (Flight<K, V> flight : starting) {
      // By now others may join it.
      flights.callers(flight).stream()
          .filter(caller -> caller.visit == lead)
          .forEach(Caller::loads);
    }
    // Who may leave before the load has ended can't lend its thread.
    boolean mayLeave = lead.options.softLoadTimeout() != null
        && starting.stream().anyMatch(flight -> flight.servable);
    boolean elsewhere = mayLeave || lead.isBusy();
    new Load<>(lead, starting, () -> {}).start(elsewhere ? site.executor() : lead.executor);
  }

  /** Loads behind the callers' backs, if that is not too much. */
  void loadBehind(Visit<K, V> lead, List<Flight<K, V>> starting) {
    if (isSplit(lead, starting)) {
      starting.forEach(flight -> loadBehind(lead, List.of(flight)));
      return;
    }
    if (!refreshes.tryAcquire()) {
      starting.forEach(Flight::giveBack);
      return;
    }
    register(starting);
    new Load<>(lead, starting, refreshes::release).start(site.executor());
  }

  /** Whether there is a load for each, or none at all: a job that others do has one key. */
  private static boolean isSplit(Visit<?, ?> lead, List<?> starting) {
    return starting.isEmpty() || (starting.size() > 1 && lead.options.handover() != null);
  }

  private void register(List<Flight<K, V>> starting) {
    starting.stream().filter(flight -> flight.claim != null).forEach(flights::start);
  }

  /**
   * Lets callers take part in loads whose results are not stored.
   *
   * @param anyTime whether in one that began before they came
   * @param starting where those go that must be begun, by whose loader they use
   */
  void joinBare(
      List<Caller<K, V>> callers, boolean anyTime, Map<Visit<K, V>, List<Flight<K, V>>> starting) {
    for (Caller<K, V> caller : callers) {
      caller.saw(CacheEvent.Kind.MISS);
      Flight<K, V> bare = Flight.bare(caller.key, caller.wire);
      if (flights.joinBare(caller, bare, anyTime)) {
        starting.computeIfAbsent(caller.visit, visit -> new ArrayList<>()).add(bare);
      }
    }
  }

  void loadBare(List<Caller<K, V>> callers) {
    Map<Visit<K, V>, List<Flight<K, V>>> starting = new LinkedHashMap<>();
    joinBare(callers, false, starting);
    starting.forEach(this::load);
  }

  /** A load has ended. Those for whom a bare one began too early have the next one. */
  List<Caller<K, V>> land(Flight<K, V> flight) {
    List<Caller<K, V>> callers = flights.land(flight);
    if (flight.claim == null) {
      loadBare(flights.takeNext(flight.wire));
    }
    return callers;
  }

  static OverloadedException overloaded(RejectedExecutionException refusal) {
    return new OverloadedException("the executor of the corral takes no more loads", refusal);
  }
}
