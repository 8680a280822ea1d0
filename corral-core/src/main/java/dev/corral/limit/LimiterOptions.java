package dev.corral.limit;

import dev.corral.check.Argument;
import dev.corral.fault.ConfigurationException;
import dev.corral.store.BasicStore;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a limiter limits, and what it does when its store does not answer. One way to limit must be
 * chosen, and no more than one. Immutable: each change yields new options. Values out of range are
 * found when a limiter is made with them, all at once.
 */
public final class LimiterOptions {
  private static final LimiterOptions DEFAULTS = new LimiterOptions(List.of(), true);

  private final List<Rule> rules;
  private final boolean open;

  private LimiterOptions(List<Rule> rules, boolean open) {
    this.rules = rules;
    this.open = open;
  }

  static LimiterOptions defaults() {
    return DEFAULTS;
  }

  /**
   * So many permits in a window, which begins with the first request after the last one ended. A
   * window never allows more than its limit as long as its item is in the store, however many ask
   * and whatever their clocks say. Around the end of a window, two limits can pass in a moment.
   *
   * <p>Requests that are denied count too: from the first that asks for more than is left, all are
   * denied until the window ends. A window ends up to a second late on a memcached server, or two
   * if it is not in whole seconds.
   *
   * <p>A request costs a round trip, and another one if it is denied, for when to try again.
   *
   * @param limit how many permits, 1 to 1,000,000,000
   * @param window how long, 1 s to 28 days
   * @return the options so changed
   */
  public LimiterOptions fixedWindow(long limit, Duration window) {
    return or(new FixedWindow(limit, Argument.required("window", window)));
  }

  /**
   * So many permits in about any time of a window's length: what was allowed in the current window
   * and, by the share that still overlaps, in the one before. In a time {@code d} of a window's
   * length or less, at most {@code limit * (1 + d / window)} pass. Requests that are denied don't
   * count, but for the moment in which they are under way.
   *
   * <p>Windows are cut by the hosts' clocks. Hosts whose clocks differ are in different windows for
   * as long, in which each window's permits can be had; no window allows more than its limit, if
   * clocks differ by less than a window.
   *
   * <p>A request costs a round trip.
   *
   * @param limit how many permits, 1 to 1,000,000,000
   * @param window how long, 1 s to 28 days; fractions of a millisecond don't count
   * @return the options so changed
   */
  public LimiterOptions slidingWindow(long limit, Duration window) {
    return or(new SlidingWindow(limit, Argument.required("window", window)));
  }

  /**
   * Permits that come back one by one, at a steady rate, until there are as many as the burst. In a
   * time {@code d}, at most {@code burst + d * permits / per} pass. Requests that are denied don't
   * count.
   *
   * <p>A host whose clock is ahead of the others' finds the bucket fuller by the difference, once,
   * and leaves the others with less for as long. One that differs by more than two seconds goes by
   * the server's time instead, in whole seconds. So until the bucket is full again, no more than
   * four seconds' permits are given too many, unless hosts in between make up a larger difference.
   *
   * <p>A request costs two round trips if it is allowed, one if it is denied, and two more for each
   * other request that took permits in between. After 16 of these it is denied, to be tried again
   * after 10 ms. The store must keep CAS.
   *
   * @param permits how many come back, 1 to 1,000,000,000
   * @param per in which time, 1 s to 28 days; a microsecond or more for each
   * @param burst how many there are at most, 1 to 1,000,000,000, and to come back within 28 days
   * @return the options so changed
   */
  public LimiterOptions tokenBucket(long permits, Duration per, long burst) {
    return or(new TokenBucket(permits, Argument.required("per", per), burst));
  }

  private LimiterOptions or(Rule rule) {
    return new LimiterOptions(Stream.concat(rules.stream(), Stream.of(rule)).toList(), open);
  }

  /**
   * Allows requests while the store does not answer, which is the default: a limiter that is down
   * takes nothing else down.
   *
   * @return the options so changed
   */
  public LimiterOptions failOpen() {
    return new LimiterOptions(rules, true);
  }

  /**
   * Denies requests while the store does not answer.
   *
   * @return the options so changed
   */
  public LimiterOptions failClosed() {
    return new LimiterOptions(rules, false);
  }

  Rule rule() {
    return rules.get(0);
  }

  boolean isOpen() {
    return open;
  }

  /** Returns these options if they make sense on that store, and names all that does not. */
  LimiterOptions validatedFor(BasicStore store, String name) {
    List<String> problems = new ArrayList<>();
    if (!(store instanceof Store)) {
      problems.add("permits need a store that counts, and " + store.getClass().getSimpleName()
          + " is a basic store, which does not");
    }
    if (rules.size() != 1) {
      problems.add("one of fixedWindow, slidingWindow and tokenBucket must be chosen, but "
          + (rules.isEmpty() ? "none is" : rules.size() + " are"));
    }
    rules.forEach(rule -> rule.check(problems));
    if (!problems.isEmpty()) {
      throw new ConfigurationException("limiter " + name + ": " + String.join("; ", problems));
    }
    return this;
  }
}
