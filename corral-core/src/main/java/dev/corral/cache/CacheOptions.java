package dev.corral.cache;

import dev.corral.check.Argument;
import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import dev.corral.metric.CacheListener;
import dev.corral.queue.RefreshQueue;
import dev.corral.shelf.Terms;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How a {@link Cache} behaves. Immutable: each change yields new options. {@link #ttl} or
 * {@link #noExpiry} is required; all else has a default.
 *
 * @param <K> the kind of keys
 * @param <V> the kind of values
 */
public final class CacheOptions<K, V> implements Cloneable {
  private static final Duration SHORTEST = Duration.ofMillis(1);
  private static final Duration LONGEST = Duration.ofDays(365);

  private @Nullable Duration ttl;
  private boolean endless;
  private @Nullable Duration staleFor;
  private Duration computeTime = Duration.ofSeconds(2);
  private @Nullable Duration wait;
  private Fallback<K, V> fallback = Fallback.load();
  private Refresh refresh = Refresh.BACKGROUND;
  private Duration refreshAhead = Duration.ZERO;
  private double earlyBeta;
  private double jitter;
  private @Nullable Duration absentTtl;
  private Duration retryAfter = Duration.ofSeconds(1);
  private @Nullable Duration softLoadTimeout;
  private @Nullable Duration hardLoadTimeout;
  private boolean renewingLease = true;
  private int maxLoads = Integer.MAX_VALUE;
  private boolean staleAfterInvalidation;
  private int nearEntries;
  private Duration nearAge = Duration.ZERO;
  private @Nullable CacheListener listener;
  private @Nullable Gate gate;
  private @Nullable Handover<K> handover;

  private @Nullable Terms terms; // what follows from the above, once it has been validated

  CacheOptions() {}

  /**
   * How long a value is fresh. A memcached server counts in whole seconds: fractions are rounded
   * up, and a value may be fresh for up to a second longer.
   *
   * @param duration more than zero; beyond 30 days is fine
   * @return the options so changed
   */
  public CacheOptions<K, V> ttl(Duration duration) {
    Argument.required("ttl", duration);
    return with(o -> {
      o.ttl = duration;
      o.endless = false;
    });
  }

  /**
   * Values stay fresh until they are invalidated, expired or evicted.
   *
   * @return the options so changed
   */
  public CacheOptions<K, V> noExpiry() {
    return with(o -> {
      o.ttl = null;
      o.endless = true;
    });
  }

  /**
   * How long past its ttl a value is kept, to be served while one process loads, or when loads
   * fail.
   *
   * @param duration {@link #computeTime} by default
   * @return the options so changed
   */
  public CacheOptions<K, V> staleFor(Duration duration) {
    return with(o -> o.staleFor = Argument.required("staleFor", duration));
  }

  /**
   * How long a load usually takes at most; and how long a process that loads may give no sign of
   * life until another takes over. Too short costs little while {@link #renewLease} is on.
   *
   * @param duration 2 s by default
   * @return the options so changed
   */
  public CacheOptions<K, V> computeTime(Duration duration) {
    return with(o -> o.computeTime = Argument.required("computeTime", duration));
  }

  /**
   * How long a caller with nothing to be served waits for others' loads, in all. Zero sends it to
   * the {@link #fallback} at once.
   *
   * @param duration the {@link #hardLoadTimeout} by default
   * @return the options so changed
   */
  public CacheOptions<K, V> wait(Duration duration) {
    return with(o -> o.wait = Argument.required("wait", duration));
  }

  /**
   * What a caller does that has waited for as long as it would. Where {@link #wait} is short,
   * loading is not advised: it brings the herd back.
   *
   * @param fallback {@link Fallback#load} by default
   * @return the options so changed
   */
  public CacheOptions<K, V> fallback(Fallback<K, V> fallback) {
    return with(o -> o.fallback = Argument.required("fallback", fallback));
  }

  /**
   * What becomes of the caller that is chosen to load, while there is an old value. At most 64
   * refreshes of a cache run at a time in a process; beyond that the old value is served, and a
   * later caller is chosen.
   *
   * @param refresh {@link Refresh#BACKGROUND} by default
   * @return the options so changed
   */
  public CacheOptions<K, V> refresh(Refresh refresh) {
    return with(o -> o.refresh = Argument.required("refresh", refresh));
  }

  /**
   * How long before the end of its ttl one caller may be chosen to refresh a value, while it is
   * still fresh.
   *
   * @param window zero by default
   * @return the options so changed
   */
  public CacheOptions<K, V> refreshAhead(Duration window) {
    return with(o -> o.refreshAhead = Argument.required("refreshAhead", window));
  }

  /**
   * Refreshes early by chance, the likelier the nearer the end of the ttl and the longer the load
   * takes, so that values don't expire at a stroke: with probability {@code exp(-remaining / (beta
   * * load time))}.
   *
   * @param beta 1 is a good start; 0, off, by default
   * @return the options so changed
   */
  public CacheOptions<K, V> earlyBeta(double beta) {
    return with(o -> o.earlyBeta = beta);
  }

  /**
   * Adds a random share to the ttl of each value that is loaded or put, and of what is remembered
   * as absent, so that what is stored together does not expire together. A ttl that a loader gives
   * stays as it is.
   *
   * @param share at most this share of the ttl, 0 to 1; 0 by default
   * @return the options so changed
   */
  public CacheOptions<K, V> jitter(double share) {
    return with(o -> o.jitter = share);
  }

  /**
   * Remembers that there is no value, when a loader returns null. Empty, 0 and false are ordinary
   * values.
   *
   * @param duration how long; off by default: null is then returned and not remembered
   * @return the options so changed
   */
  public CacheOptions<K, V> cacheAbsent(Duration duration) {
    return with(o -> o.absentTtl = Argument.required("cacheAbsent", duration));
  }

  /**
   * How long nobody loads after a load has failed. Its own callers are given the old value or the
   * exception at once.
   *
   * @param duration 1 s by default; zero for the next caller to load
   * @return the options so changed
   */
  public CacheOptions<K, V> retryAfter(Duration duration) {
    return with(o -> o.retryAfter = Argument.required("retryAfter", duration));
  }

  /**
   * How long callers wait for a load for which there is an old value: then they are given that, and
   * the load goes on behind their backs. It matters only with {@link Refresh#INLINE}.
   *
   * @param duration without end by default
   * @return the options so changed
   */
  public CacheOptions<K, V> softLoadTimeout(Duration duration) {
    return with(o -> o.softLoadTimeout = Argument.required("softLoadTimeout", duration));
  }

  /**
   * When a load is given up: its callers are given the old value or an exception, its thread is
   * interrupted, and another may load.
   *
   * @param duration ten times {@link #computeTime} by default
   * @return the options so changed
   */
  public CacheOptions<K, V> hardLoadTimeout(Duration duration) {
    return with(o -> o.hardLoadTimeout = Argument.required("hardLoadTimeout", duration));
  }

  /**
   * Whether a process that loads gives signs of life, so that a load that takes longer than
   * {@link #computeTime} is not taken over.
   *
   * @param renewing true by default
   * @return the options so changed
   */
  public CacheOptions<K, V> renewLease(boolean renewing) {
    return with(o -> o.renewingLease = renewing);
  }

  /**
   * How many loads of this cache run at the same time in this process, so that a cold start does
   * not flatten what the values come from. Further loads wait for their turn.
   *
   * @param loads 1 or more; without limit by default
   * @return the options so changed
   */
  public CacheOptions<K, V> maxLoads(int loads) {
    return with(o -> o.maxLoads = loads);
  }

  /**
   * Whether a value that was invalidated by a scope may be served while it is loaded anew. One that
   * was invalidated by its key never is.
   *
   * @param allowed false by default
   * @return the options so changed
   */
  public CacheOptions<K, V> staleAfterInvalidation(boolean allowed) {
    return with(o -> o.staleAfterInvalidation = allowed);
  }

  /**
   * Keeps copies in this process. Invalidations by other processes are not seen by them, nor those
   * of a scope; this process's own by key are. Keys must have {@code equals} and {@code hashCode};
   * callers share the values, so they must not be changed. In a call's own options it matters how
   * old a copy it takes.
   *
   * @param entries at most so many; 0, none, by default
   * @param maxAge how old a copy may be
   * @return the options so changed
   */
  public CacheOptions<K, V> near(int entries, Duration maxAge) {
    return with(o -> {
      o.nearEntries = entries;
      o.nearAge = Argument.required("maxAge", maxAge);
    });
  }

  /**
   * Who is told what happens in the cache. A call's own options can't change it.
   *
   * @param listener nobody by default
   * @return the options so changed
   */
  public CacheOptions<K, V> listener(CacheListener listener) {
    return with(o -> o.listener = Argument.required("listener", listener));
  }

  /**
   * What chooses who loads, on stores that can't: your own storage, or servers run with {@code -C}.
   *
   * @param gate a lock in the same store by default
   * @return the options so changed
   */
  public CacheOptions<K, V> gate(Gate gate) {
    return with(o -> o.gate = Argument.required("gate", gate));
  }

  /**
   * Hands loads to a queue, to be done by whoever {@linkplain Cache#serve serves} this cache there,
   * in place of the caller's own loader: that one loads only if the queue can't be reached. Who is
   * chosen to load waits for the result, without a thread if nobody waits for it here, and stores
   * it. {@link Cache#compute} is given what the others' loader says, and tells it of no old value.
   *
   * @param queue where the jobs go; nowhere by default. It stays the caller's to close
   * @param keys writes keys into jobs, and reads them
   * @return the options so changed
   */
  public CacheOptions<K, V> loadBy(RefreshQueue queue, Codec<K> keys) {
    Handover<K> to =
        new Handover<>(Argument.required("queue", queue), Argument.required("keys", keys));
    return with(o -> o.handover = to);
  }

  /**
   * Loads by the callers' own loaders, in this process.
   *
   * @return the options so changed; this is the default
   */
  public CacheOptions<K, V> loadHere() {
    return with(o -> o.handover = null);
  }

  private CacheOptions<K, V> with(Consumer<CacheOptions<K, V>> change) {
    try {
      @SuppressWarnings("unchecked") // a clone is of the same kind
      CacheOptions<K, V> copy = (CacheOptions<K, V>) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns these options if they make sense together, and names all that does not. */
  CacheOptions<K, V> validated() {
    List<String> problems = new ArrayList<>();
    if (ttl == null && !endless) {
      problems.add("one of ttl and noExpiry must be given");
    }
    checkLife(problems, "ttl", ttl);
    checkLife(problems, "cacheAbsent", absentTtl);
    if (computeTime.compareTo(SHORTEST) < 0 || computeTime.compareTo(LONGEST) > 0) {
      problems.add("computeTime must be 1 ms to 365 days, but is " + computeTime);
    }
    checkDuration(problems, "staleFor", staleFor, false);
    checkDuration(problems, "wait", wait, false);
    checkDuration(problems, "refreshAhead", refreshAhead, false);
    checkDuration(problems, "retryAfter", retryAfter, false);
    checkDuration(problems, "softLoadTimeout", softLoadTimeout, true);
    checkDuration(problems, "hardLoadTimeout", hardLoadTimeout, true);
    checkDuration(problems, "near's maxAge", nearAge, nearEntries > 0);
    if (!(earlyBeta >= 0 && earlyBeta <= 1000)) {
      problems.add("earlyBeta must be from 0 to 1000, but is " + earlyBeta);
    }
    if (!(jitter >= 0 && jitter <= 1)) {
      problems.add("jitter must be from 0 to 1, but is " + jitter);
    }
    if (maxLoads < 1) {
      problems.add("maxLoads must be at least 1, but is " + maxLoads);
    }
    if (nearEntries < 0) {
      problems.add("near's entries must not be negative, but are " + nearEntries);
    }
    if (!problems.isEmpty()) {
      throw new ConfigurationException("the cache's options: " + String.join("; ", problems));
    }
    Ttl lease = Ttl.of(wholeSeconds(hardLoadTimeout()).plusSeconds(1));
    Duration longest = staleFor().compareTo(hardLoadTimeout()) > 0 ? staleFor() : hardLoadTimeout();
    Duration span = wholeSeconds(longest).plusSeconds(1);
    Terms valid =
        new Terms(lease, span, span, staleFor(), staleAfterInvalidation, refreshAhead, earlyBeta);
    return with(o -> o.terms = valid);
  }

  private static void checkLife(List<String> problems, String name, @Nullable Duration life) {
    checkDuration(problems, name, life, true, Terms.LONGEST_TTL);
  }

  private static void checkDuration(
      List<String> problems, String name, @Nullable Duration duration, boolean positive) {
    checkDuration(problems, name, duration, positive, LONGEST);
  }

  private static void checkDuration(
      List<String> problems,
      String name,
      @Nullable Duration duration,
      boolean positive,
      Duration longest) {
    if (duration == null) {
      return; // a default that depends on other options, or none
    }
    if (duration.isNegative()
        || (positive && duration.isZero())
        || duration.compareTo(longest) > 0) {
      problems.add(name + " must be " + (positive ? "more than zero" : "zero or more")
          + " and at most " + longest.toDays() + " days, but is " + duration);
    }
  }

  /** Rounded up: the server counts nothing less, and no reader may count otherwise. */
  private static Duration wholeSeconds(Duration duration) {
    return Duration.ofSeconds(duration.plusNanos(999_999_999).toSeconds());
  }

  /** How long a value is fresh, as chance has it. */
  Ttl drawTtl(RandomGenerator random) {
    return ttl == null ? Ttl.NEVER : jittered(ttl, random);
  }

  private Ttl jittered(Duration life, RandomGenerator random) {
    double more = jitter == 0 ? 0 : jitter * random.nextDouble();
    return Ttl.of(life).plus(Duration.ofNanos((long) (life.toNanos() * more)));
  }

  Duration staleFor() {
    return staleFor == null ? computeTime : staleFor;
  }

  Duration computeTime() {
    return computeTime;
  }

  Duration patience() {
    return wait == null ? hardLoadTimeout() : wait;
  }

  Fallback<K, V> fallback() {
    return fallback;
  }

  boolean isRefreshingInline() {
    return refresh == Refresh.INLINE;
  }

  boolean remembersAbsent() {
    return absentTtl != null;
  }

  /** How long it is remembered that there is no value, or null for not at all. */
  @Nullable
  Ttl drawAbsentTtl(RandomGenerator random) {
    return absentTtl == null ? null : jittered(absentTtl, random);
  }

  Duration retryAfter() {
    return retryAfter;
  }

  @Nullable
  Duration softLoadTimeout() {
    return softLoadTimeout;
  }

  Duration hardLoadTimeout() {
    return hardLoadTimeout == null ? computeTime.multipliedBy(10) : hardLoadTimeout;
  }

  boolean isRenewingLease() {
    return renewingLease;
  }

  int maxLoads() {
    return maxLoads;
  }

  /** Whether an old value may be served by these options just when it may be by the others. */
  boolean servesAs(CacheOptions<?, ?> other) {
    return this == other
        || (staleAfterInvalidation == other.staleAfterInvalidation
            && staleFor().equals(other.staleFor()));
  }

  int nearEntries() {
    return nearEntries;
  }

  Duration nearAge() {
    return nearAge;
  }

  @Nullable
  CacheListener listener() {
    return listener;
  }

  @Nullable
  Gate gate() {
    return gate;
  }

  /** To whom loads are handed over; null if to nobody. */
  @Nullable
  Handover<K> handover() {
    return handover;
  }

  /** The same options, validated, for a call to a cache that has options of its own. */
  CacheOptions<K, V> within(CacheOptions<K, V> usual) {
    CacheOptions<K, V> valid = validated();
    return with(o -> o.terms = valid.terms().within(usual.terms()));
  }

  /** By what values are read and kept. */
  Terms terms() {
    return Objects.requireNonNull(terms); // options are validated before they are used
  }
}
