package dev.corral.cache;

import dev.corral.codec.Codec;
import dev.corral.codec.Lookup;
import dev.corral.crowd.Near;
import dev.corral.key.Key;
import dev.corral.load.LoadException;
import dev.corral.load.StillLoadingException;
import dev.corral.metric.CacheEvent;
import dev.corral.metric.CacheMeter;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Kept;
import dev.corral.shelf.Shelf;
import dev.corral.shelf.Verdict;
import dev.corral.site.Site;
import dev.corral.store.GetOutcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Acts on what lookups show: each caller is served, loads, or waits, and comes to an end. */
/* design
 *
 * A call is a visit of one key or many; each key of it is a caller. A lookup leads to a sighting, and
 * settle() acts on it, for all for whom the lookup was sent: one caller at first, or all that waited
 * when a poll was sent. It is the same for one key and for many, and it blocks nobody: the blocking
 * calls wait for what comes of it, and lend their thread to the loads that they are chosen for.
 *
 *   fresh             serve
 *   won early         serve, and load behind
 *   won, old value    serve it and load behind, or load
 *   won               load
 *   lost, old value   serve it
 *   lost              join the load if it runs in this process, else wait
 *   no lease, down    load without storing, once for all who came before
 *
 * Who waits is asked for again and again by one poll per key. A poll is the lookup once more, so it may
 * win. Then the first of those that wait lends its loader, and its thread if it has one.
 *
 * Patience is the visit's: when it is over, all of its callers that still depend on others go to the
 * fallback together. Whoever answers a caller first has answered it: a late poll changes nothing.
 */
final class Turnstile<K, V> {
  private static final Logger log = LoggerFactory.getLogger(Turnstile.class);

  private static final Duration FIRST_PAUSE = Duration.ofMillis(5);
  private static final double PAUSE_GROWTH = 1.6;
  private static final Duration QUIET = Duration.ofMinutes(1);

  final Site site;
  final Shelf<V> shelf;
  final CacheMeter meter;
  final Near<V> near;
  final Lookups<K, V> lookups;
  final Loads<K, V> loads;
  final Jobs<K, V> jobs;

  /** The cache's own, whatever a call says. */
  final Duration computeTime;

  final Changes<K, V> changes;

  private final Flights<K, V> flights;
  private final AtomicLong lastWarning;

  Turnstile(Site site, String name, Codec<V> codec, CacheOptions<K, V> options) {
    this.site = site;
    this.meter = site.meters().add(new CacheMeter(name, options.listener()));
    this.near = new Near<>(options.nearEntries(), options.nearAge(), site.ticker());
    this.shelf = new Shelf<>(site, codec);
    Gates<K, V> gates = new Gates<>(site, shelf);
    this.lookups = new Lookups<>(site, shelf, gates, meter);
    this.changes = new Changes<>(site, shelf, gates, near);
    this.loads = new Loads<>(site);
    this.jobs = new Jobs<>(site, name, codec);
    this.computeTime = options.computeTime();
    this.flights = loads.flights;
    this.lastWarning = new AtomicLong(site.ticker().nanos() - QUIET.toNanos());
  }

  /** What the near cache has, or null. */
  @Nullable
  Lookup<V> copy(View<K, V> view, K key) {
    Duration maxAge = view.options().nearAge();
    if (maxAge.isZero()) {
      return null;
    }
    Lookup<V> copy = near.get(view.nearKey(key), maxAge);
    if (copy != null) {
      meter.count(CacheEvent.Kind.NEAR_HIT, () -> view.wire(key));
    }
    return copy;
  }

  /** Waits for the reply. The value, if it is fresh and there is nothing to be done; or null. */
  @Nullable
  Lookup<V> fresh(
      View<K, V> view,
      K key,
      Key wire,
      long version,
      CompletableFuture<GetOutcome> reply,
      CompletableFuture<Stamp> stamp) {
    Verdict<V> verdict;
    try {
      verdict = lookups.verdict(wire, reply.join(), stamp.join(), view.options().terms());
    } catch (CompletionException | CancellationException e) {
      return null; // judged once more, with the fault
    }
    Kept<V> kept = verdict.kept();
    if (verdict.kind() != Verdict.Kind.FRESH || kept == null) {
      return null;
    }
    meter.count(CacheEvent.Kind.HIT, wire);
    offer(view, key, wire, version, kept);
    return kept.value();
  }

  private void offer(View<K, V> view, K key, Key wire, long version, Kept<V> kept) {
    if (!view.options().nearAge().isZero()) {
      near.offer(view.nearKey(key), wire, version, kept.value(), kept.freshNanos());
    }
  }

  /** Looks up all keys of a visit in one flight, and goes on from there. */
  void enter(Visit<K, V> visit) {
    List<Ask<K, V>> asks =
        visit.callers.stream().map(caller -> ask(visit, List.of(caller))).toList();
    CompletableFuture<Stamp> stamp = visit.view.scopes().read(false);
    List<CompletableFuture<GetOutcome>> replies =
        shelf.askAll(asks.stream().map(Ask::wire).toList(), visit.options.terms());
    enter(visit, asks, replies, stamp);
  }

  /** Goes on from lookups that have been sent. */
  void enter(
      Visit<K, V> visit,
      List<Ask<K, V>> asks,
      List<CompletableFuture<GetOutcome>> replies,
      CompletableFuture<Stamp> stamp) {
    Map<Integer, Sighting<K, V>> sightings = new ConcurrentSkipListMap<>();
    AtomicInteger open = new AtomicInteger(asks.size());
    for (int i = 0; i < asks.size(); i++) {
      int index = i;
      lookups.judge(asks.get(i), replies.get(i), stamp, sighting -> {
        sightings.put(index, sighting);
        if (open.decrementAndGet() == 0) {
          settle(visit, List.copyOf(sightings.values()));
        }
      });
    }
  }

  private Ask<K, V> ask(Visit<K, V> visit, List<Caller<K, V>> callers) {
    Caller<K, V> first = callers.get(0);
    return new Ask<>(visit, first.key, first.wire, callers, near.version(first.wire));
  }

  /** Acts on sightings of different keys. */
  private void settle(Visit<K, V> lead, List<Sighting<K, V>> sightings) {
    try {
      act(lead, sightings);
    } catch (RuntimeException | Error e) {
      // A mistake of ours, but nobody shall wait for ever because of it.
      log.error("a caller could not be served", e);
      for (Sighting<K, V> sighting : sightings) {
        sighting.ask().callers().forEach(caller -> caller.fail(e));
      }
    }
  }

  private void act(Visit<K, V> lead, List<Sighting<K, V>> sightings) {
    List<Flight<K, V>> inline = new ArrayList<>();
    List<Flight<K, V>> behind = new ArrayList<>();
    List<Caller<K, V>> unleased = new ArrayList<>();
    List<Caller<K, V>> cutOff = new ArrayList<>();
    List<Sighting<K, V>> lost = new ArrayList<>();
    for (Sighting<K, V> sighting : sightings) {
      List<Caller<K, V>> callers = sighting.ask().callers();
      switch (sighting.verdict().kind()) {
        case FRESH -> serve(sighting, CacheEvent.Kind.HIT);
        case REFRESH -> {
          serve(sighting, CacheEvent.Kind.HIT);
          behind.add(won(sighting, List.of()));
        }
        case WON -> {
          if (callers.isEmpty() || (sighting.verdict().servable() && loadsBehind(lead))) {
            serve(sighting, CacheEvent.Kind.STALE);
            behind.add(won(sighting, List.of()));
          } else {
            inline.add(won(sighting, callers));
          }
        }
        case UNLEASED -> unleased.addAll(callers);
        case DOWN -> cutOff.addAll(callers);
        default -> lost.add(sighting);
      }
    }
    loads.loadBehind(lead, behind);
    Map<Visit<K, V>, List<Flight<K, V>>> starting = new LinkedHashMap<>();
    starting.put(lead, inline);
    loads.joinBare(unleased, false, starting);
    loads.joinBare(cutOff, true, starting);
    starting.forEach(loads::load);
    List<Caller<K, V>> impatient = new ArrayList<>();
    lost.forEach(sighting -> lose(sighting, impatient));
    impatient.stream().map(caller -> caller.visit).distinct().forEach(this::fallBack);
  }

  /** Whether who could be served is not made to wait for its own load. */
  private boolean loadsBehind(Visit<K, V> lead) {
    return !lead.options.isRefreshingInline() || loads.limit.isFull(lead.options.maxLoads());
  }

  private Flight<K, V> won(Sighting<K, V> sighting, List<Caller<K, V>> callers) {
    meter.count(CacheEvent.Kind.WON, sighting.ask().wire());
    return sighting.flight(callers);
  }

  /** Gives all callers, if there are any, the value that came with the reply. */
  private void serve(Sighting<K, V> sighting, CacheEvent.Kind kind) {
    Kept<V> kept = sighting.verdict().kept();
    Ask<K, V> ask = sighting.ask();
    if (kept == null || ask.callers().isEmpty()) {
      return;
    }
    if (kind == CacheEvent.Kind.HIT) {
      offer(ask.visit().view, ask.key(), ask.wire(), ask.version(), kept);
    }
    for (Caller<K, V> caller : ask.callers()) {
      caller.saw(kind);
      caller.give(kept.value());
    }
  }

  /** Somebody else loads. */
  private void lose(Sighting<K, V> sighting, List<Caller<K, V>> impatient) {
    Ask<K, V> ask = sighting.ask();
    Object holder = Objects.requireNonNull(sighting.holderId());
    if (sighting.verdict().servable()) {
      serve(sighting, CacheEvent.Kind.STALE);
      questionBehind(sighting, holder);
      return;
    }
    List<Caller<K, V>> patient = new ArrayList<>();
    for (Caller<K, V> caller : ask.callers()) {
      caller.saw(CacheEvent.Kind.MISS);
      caller.loses();
      (caller.visit.options.patience().isZero() ? impatient : patient).add(caller);
    }
    if (patient.isEmpty()) {
      questionBehind(sighting, holder);
      return;
    }
    patient.forEach(Caller::waits);
    patient.forEach(caller -> caller.visit.beginWaiting());
    if (flights.join(ask.wire(), holder, sighting.stamp().value(), patient)) {
      return;
    }
    if (isOverdue(sighting, holder)) {
      lookups.question(sighting.with(patient), next -> settle(ask.visit(), List.of(next)));
    } else if (flights.await(ask.wire(), patient)) {
      poll(ask.wire(), FIRST_PAUSE);
    }
  }

  /** Replaces a holder that seems to be dead, without letting anybody wait for it. */
  private void questionBehind(Sighting<K, V> sighting, Object holder) {
    if (isOverdue(sighting, holder)) {
      Visit<K, V> lead = sighting.ask().visit();
      lookups.question(sighting.with(List.of()), next -> settle(lead, List.of(next)));
    }
  }

  private boolean isOverdue(Sighting<K, V> sighting, Object holder) {
    if (!lookups.isOverdue(sighting)) {
      return false;
    }
    boolean ours = flights.holds(sighting.ask().wire(), holder);
    if (ours) {
      lookups.excuse(sighting);
    }
    return !ours;
  }

  /** Asks again after a pause, for all who wait then, and would be served the same. */
  private void poll(Key wire, Duration pause) {
    long nanos = (long) (pause.toNanos() * (0.7 + 0.6 * site.random().nextDouble()));
    site.timer().after(Duration.ofNanos(nanos), () -> {
      List<Caller<K, V>> waiting = flights.takeWaiting(wire);
      if (waiting.isEmpty()) {
        pollOn(wire, FIRST_PAUSE);
        return;
      }
      Visit<K, V> lead = waiting.get(0).visit;
      Map<Boolean, List<Caller<K, V>>> alike = waiting.stream()
          .collect(Collectors.partitioningBy(c -> c.visit.options.servesAs(lead.options)));
      flights.await(wire, alike.getOrDefault(false, List.of())); // theirs is another poll
      Ask<K, V> ask = ask(lead, alike.getOrDefault(true, waiting));
      CompletableFuture<Stamp> stamp = lead.view.scopes().read(false);
      CompletableFuture<GetOutcome> reply = shelf.ask(wire, lead.options.terms());
      lookups.judge(ask, reply, stamp, sighting -> {
        settle(lead, List.of(sighting));
        boolean stillLost = sighting.verdict().kind() == Verdict.Kind.LOST;
        pollOn(wire, stillLost ? longer(pause, lead.options) : FIRST_PAUSE);
      });
    });
  }

  private void pollOn(Key wire, Duration pause) {
    if (flights.continuePolling(wire)) {
      poll(wire, pause);
    }
  }

  private static Duration longer(Duration pause, CacheOptions<?, ?> options) {
    Duration next = Duration.ofNanos((long) (pause.toNanos() * PAUSE_GROWTH));
    Duration longest = options.computeTime().dividedBy(10);
    Duration most = longest.compareTo(FIRST_PAUSE) < 0 ? FIRST_PAUSE : longest;
    return next.compareTo(most) < 0 ? next : most;
  }

  /** The visit has waited for as long as it would. */
  void fallBack(Visit<K, V> visit) {
    List<Caller<K, V>> left =
        visit.callers.stream().filter(Caller::isWaitingForOthers).toList();
    if (left.isEmpty()) {
      return;
    }
    left.forEach(caller -> meter.count(CacheEvent.Kind.FELL_BACK, caller.wire));
    Fallback<K, V> fallback = visit.options.fallback();
    Function<Set<K>, Map<K, V>> function = fallback.function();
    if (fallback.isLoading()) {
      loads.loadBare(left);
    } else if (function == null) {
      left.forEach(caller -> caller.fail(new StillLoadingException("somebody else is loading "
          + caller.wire + ", and it did not come within "
          + Duration.ofNanos(visit.elapsed()).toMillis() + " ms")));
    } else {
      left.forEach(Caller::loads);
      try {
        visit.executor.execute(() -> substitute(left, function));
      } catch (RejectedExecutionException e) {
        left.forEach(caller -> caller.fail(Loads.overloaded(e)));
      }
    }
  }

  private static <K, V> void substitute(
      List<Caller<K, V>> callers, Function<Set<K>, Map<K, V>> function) {
    try {
      Set<K> keys = new LinkedHashSet<>();
      callers.forEach(caller -> keys.add(caller.key));
      Map<K, V> values = function.apply(keys);
      if (values == null) {
        throw new LoadException("the fallback returned null");
      }
      for (Caller<K, V> caller : callers) {
        V value = values.get(caller.key);
        caller.give(value == null ? Lookup.absent() : Lookup.found(value));
      }
    } catch (Throwable e) {
      callers.forEach(caller -> caller.fail(e));
    }
  }

  /** Says that something went wrong that no caller is told of: at most once a minute. */
  void warn(String what, Key key, Throwable fault) {
    long now = site.ticker().nanos();
    long last = lastWarning.get();
    if (now - last >= QUIET.toNanos() && lastWarning.compareAndSet(last, now)) {
      log.warn("{} {}; there may be more of this in the next minute", what, key, fault);
    } else {
      log.debug("{} {}", what, key, fault);
    }
  }
}
