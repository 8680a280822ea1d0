package dev.corral.cache;

import dev.corral.crowd.CallerThread;
import dev.corral.future.Answers;
import dev.corral.load.BatchComputation;
import dev.corral.load.LoadException;
import dev.corral.load.LoadTimeoutException;
import dev.corral.load.Loaded;
import dev.corral.load.Previous;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.shelf.Kept;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of the user's loader, for one key or many, and what becomes of its result. */
/* design
 *
 * A load ends once: with the loader's answer, its exception, or the hard timeout, whichever is first.
 * What comes later is dropped. The claims are held from the lookup that won them until the commit, or,
 * if the load fails, until retryAfter has passed; all that time signs of life are given. The callers
 * are answered after the commit, whatever came of it, so that who has its value can read it back.
 *
 * The hard timeout counts from the win, not from when the loader was let in: a placeholder lives just
 * a second longer than that. It interrupts the thread that is in the loader. The lock sees to it that
 * the interrupt meets the loader, and not what the thread does after it.
 */
final class Load<K, V> implements CallerThread.Refusable {
  private static final int MOST_NAMES = 10;
  private static final Logger log = LoggerFactory.getLogger(Load.class);

  private final Turnstile<K, V> turnstile;
  private final Visit<K, V> lead;
  private final CacheOptions<K, V> options;
  private final List<Flight<K, V>> flights;
  private final Runnable atEnd;

  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicBoolean admitted = new AtomicBoolean();
  private final List<Timer.Alarm> alarms = new CopyOnWriteArrayList<>();
  private volatile List<Flight<K, V>> held;
  private volatile Timer.@Nullable Alarm sign;
  private volatile boolean lent;

  private final ReentrantLock inLoader = new ReentrantLock();
  private @Nullable Thread loading; // guarded by inLoader, as what follows
  private boolean interrupted;

  private volatile long startedAt;

  /** The caller's loader, or what has been loaded elsewhere. */
  private volatile BatchComputation<K, V> source;

  Load(Visit<K, V> lead, List<Flight<K, V>> flights, Runnable atEnd) {
    this.turnstile = lead.turnstile;
    this.lead = lead;
    this.options = lead.options;
    this.flights = flights;
    this.atEnd = atEnd;
    this.held = claimed(flights);
    this.startedAt = now();
    this.source = lead.computation;
  }

  /** Runs it on the executor, when the limit lets it in. */
  void start(Executor executor) {
    alarms.add(after(options.hardLoadTimeout(), this::timeOut));
    Duration soft = options.softLoadTimeout();
    if (soft != null) {
      alarms.add(after(soft, this::serveOld));
    }
    if (options.isRenewingLease()) {
      giveSigns();
    }
    lent = executor == lead.executor;
    if (lent) {
      lead.lends();
    }
    turnstile.loads.limit.submit(options.maxLoads(), () -> {
      admitted.set(true);
      Handover<K> to = options.handover();
      if (to == null || ended.get()) { // given up while it waited: it only leaves
        runOn(executor);
      } else {
        handOver(to, executor);
      }
    });
  }

  private void runOn(Executor executor) {
    try {
      executor.execute(this);
    } catch (RejectedExecutionException e) {
      refuse(e);
    }
  }

  /** Has others load the one key; what comes of it is taken in where the loader would run. */
  private void handOver(Handover<K> to, Executor executor) {
    begin();
    Answers.when(turnstile.jobs.load(to, flights.get(0).key), (result, fault) -> {
      source = turnstile.jobs.source(result, fault, lead.computation);
      runOn(executor);
    });
  }

  private void giveSigns() {
    sign = after(options.computeTime().dividedBy(2), () -> {
      held.forEach(flight -> flight.giveSign(options.computeTime()));
      if (!held.isEmpty()) {
        giveSigns();
      }
    });
    if (held.isEmpty()) {
      sign.cancel();
    }
  }

  /** What is held from now on; when it is nothing, no more signs are given. */
  private void hold(List<Flight<K, V>> those) {
    held = claimed(those);
    Timer.Alarm next = sign;
    if (held.isEmpty() && next != null) {
      next.cancel();
    }
  }

  private static <K, V> List<Flight<K, V>> claimed(List<Flight<K, V>> flights) {
    return flights.stream().filter(flight -> flight.claim != null).toList();
  }

  private Timer.Alarm after(Duration delay, Runnable task) {
    return turnstile.site.timer().after(delay, task);
  }

  @Override
  public void run() {
    try {
      if (!ended.get()) {
        load();
      }
    } finally {
      leaveThread();
    }
  }

  private void begin() {
    startedAt = now();
    flights.forEach(flight -> turnstile.loads.flights.begin(flight, startedAt));
  }

  private void load() {
    Map<K, Optional<Previous<V>>> keys = new LinkedHashMap<>();
    if (source == lead.computation) {
      begin();
    }
    for (Flight<K, V> flight : flights) {
      Kept<V> old = flight.old;
      keys.put(flight.key, old == null ? Optional.empty() : Optional.of(old.previous()));
    }
    Map<K, Loaded<V>> loaded;
    if (!enterLoader()) {
      return;
    }
    try {
      loaded = source.compute(keys);
    } catch (Throwable e) {
      leaveLoader();
      end(() -> failAll(LoadException.of("loading " + names(), e), options.retryAfter()));
      return;
    }
    leaveLoader();
    end(() -> {
      try {
        succeed(loaded);
      } catch (Throwable e) { // the user's map or codec; or whoever waits would wait for ever
        failAll(e, options.retryAfter());
      }
    });
  }

  /** Whether there is still a point in it. */
  private boolean enterLoader() {
    inLoader.lock();
    try {
      loading = ended.get() ? null : Thread.currentThread();
      return loading != null;
    } finally {
      inLoader.unlock();
    }
  }

  private void leaveLoader() {
    inLoader.lock();
    try {
      loading = null;
      if (interrupted) {
        Thread.interrupted(); // it was meant for the loader, which has ended
      }
    } finally {
      inLoader.unlock();
    }
  }

  private void interruptLoader() {
    inLoader.lock();
    try {
      if (loading != null) {
        interrupted = true;
        loading.interrupt();
      }
    } finally {
      inLoader.unlock();
    }
  }

  /** Gives back the thread that it was lent, and lets the next load in. */
  private void leaveThread() {
    if (lent) {
      lead.getsBack();
    }
    leave();
  }

  /** Lets the next load in. */
  private void leave() {
    if (admitted.compareAndSet(true, false)) {
      turnstile.loads.limit.release();
    }
  }

  private void end(Runnable how) {
    if (ended.compareAndSet(false, true)) {
      alarms.forEach(Timer.Alarm::cancel);
      atEnd.run();
      how.run();
    }
  }

  private void timeOut() {
    end(() -> {
      interruptLoader();
      leave();
      failAll(
          new LoadTimeoutException("loading " + names() + " was given up after "
              + options.hardLoadTimeout().toMillis() + " ms"),
          Duration.ZERO);
    });
  }

  /** No thread will run it. */
  @Override
  public void refuse(RejectedExecutionException refusal) {
    try {
      end(() -> failAll(Loads.overloaded(refusal), Duration.ZERO));
    } finally {
      leaveThread();
    }
  }

  /** Lets go whoever has an old value; the load goes on. */
  private void serveOld() {
    for (Flight<K, V> flight : flights) {
      Kept<V> old = flight.old;
      if (old != null && flight.servable) {
        turnstile.loads.flights.callers(flight).stream()
            .filter(this::mayHaveOld)
            .forEach(caller -> giveOld(caller, old));
      }
    }
  }

  private void giveOld(Caller<K, V> caller, Kept<V> old) {
    caller.saw(Kind.STALE);
    caller.give(old.value());
  }

  /** Who has joined may have other options than those by which the old value is servable. */
  private boolean mayHaveOld(Caller<K, V> caller) {
    return caller.visit.options.servesAs(options);
  }

  private void succeed(@Nullable Map<K, Loaded<V>> loaded) {
    if (loaded == null) {
      failAll(
          new LoadException("the loader of " + names() + " returned null"), options.retryAfter());
      return;
    }
    Set<K> foreign = new LinkedHashSet<>(loaded.keySet());
    List<Flight<K, V>> missing = new ArrayList<>();
    List<Flight<K, V>> failed = new ArrayList<>();
    Commit<K, V> commit = new Commit<>(lead, now() - startedAt);
    for (Flight<K, V> flight : flights) {
      foreign.remove(flight.key);
      Loaded<V> one = loaded.get(flight.key);
      if (one == null && options.remembersAbsent()) {
        one = Loaded.absent();
      }
      if (one == null) {
        missing.add(flight);
        continue;
      }
      try {
        commit.add(flight, one);
      } catch (RuntimeException e) {
        failed.add(flight);
        answer(flight, e);
      }
    }
    if (!foreign.isEmpty()) {
      complain(new LoadException(
          "the loader returned values for keys that it was not asked for: " + some(foreign)));
    }
    commit.send();
    if (!missing.isEmpty()) {
      LoadException fault = new LoadException("the loader returned nothing for "
          + some(missing.stream().map(flight -> flight.wire).toList()));
      missing.forEach(flight -> answer(flight, fault));
      failed.addAll(missing);
    }
    holdFor(options.retryAfter(), failed);
  }

  private void complain(LoadException mistake) {
    lead.complain(mistake);
    if (lead.ended.isDone()) {
      log.warn("a refresh behind the callers' backs: {}", mistake.getMessage());
    }
  }

  private static String some(Collection<?> keys) {
    return keys.stream().limit(MOST_NAMES).map(String::valueOf).collect(Collectors.joining(", "))
        + (keys.size() > MOST_NAMES ? " and " + (keys.size() - MOST_NAMES) + " more" : "");
  }

  private String names() {
    return some(flights.stream().map(flight -> flight.wire).toList());
  }

  private void failAll(Throwable fault, Duration retryAfter) {
    flights.forEach(flight -> answer(flight, fault));
    holdFor(retryAfter, flights);
  }

  /** A load has failed: its callers are given the old value, or the fault. */
  private void answer(Flight<K, V> flight, Throwable fault) {
    turnstile.meter.count(Kind.LOAD_FAILED, flight.wire, now() - startedAt);
    Kept<V> old = flight.servable ? flight.old : null;
    List<Caller<K, V>> callers = turnstile.loads.land(flight);
    for (Caller<K, V> caller : callers) {
      if (old != null && mayHaveOld(caller)) {
        giveOld(caller, old);
      } else {
        caller.saw(Kind.MISS);
        caller.fail(fault);
      }
    }
    if (callers.isEmpty()) {
      turnstile.warn("a refresh behind the callers' backs failed:", flight.wire, fault);
    }
  }

  /** Keeps the claims of failed loads for a while, so that not everybody tries in turn. */
  private void holdFor(Duration retryAfter, List<Flight<K, V>> failed) {
    hold(failed);
    if (retryAfter.isZero()) {
      giveBack();
    } else if (!held.isEmpty()) {
      after(retryAfter, this::giveBack);
    }
  }

  private void giveBack() {
    List<Flight<K, V>> last = held;
    hold(List.of());
    last.forEach(Flight::giveBack);
  }

  private long now() {
    return turnstile.site.ticker().nanos();
  }
}
