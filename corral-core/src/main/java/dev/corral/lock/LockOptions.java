package dev.corral.lock;

import static dev.corral.check.Argument.required;

import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.key.Key;
import dev.corral.patience.Pauses;
import dev.corral.site.Site;
import dev.corral.store.BasicStore;
import dev.corral.store.Store;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import dev.corral.time.Ttl;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * How a lock on a store behaves. Immutable: each change yields new options. Values out of range are
 * found when a lock is made with them, all at once.
 */
public final class LockOptions {
  private static final Duration LONGEST_TTL = Duration.ofDays(30);
  private static final LockOptions DEFAULTS = new LockOptions(new Values());

  private final Values values;

  private LockOptions(Values values) {
    this.values = values;
  }

  /**
   * What a lock has unless it is told otherwise.
   *
   * @return the default options
   */
  public static LockOptions defaults() {
    return DEFAULTS;
  }

  /**
   * What a lock has on a site unless it is told otherwise.
   *
   * @param site whose time it goes by
   * @return the default options, with the site's ticker, clock and timer
   */
  public static LockOptions on(Site site) {
    required("site", site);
    return DEFAULTS.ticker(site.ticker()).clock(site.clock()).timer(site.timer());
  }

  private LockOptions with(Consumer<Values> change) {
    Values copy = values.copy();
    change.accept(copy);
    return new LockOptions(copy);
  }

  /**
   * How long the lock is held unless it is renewed. A memcached server may end it up to a second
   * early, so one second of it can't be used; {@link Hold#remaining} says what can.
   *
   * @param time 30 s by default; more than 1 s, at most 30 days
   * @return the options so changed
   */
  public LockOptions ttl(Duration time) {
    return with(to -> to.ttl = required("ttl", time));
  }

  /**
   * Whether each hold draws a {@linkplain Hold#fence fencing number}, for two more round trips. The
   * number comes from a counter beside the lock, which needs a {@link Store}, and outlives the
   * lock. A counter that is not there, because it is new or was evicted, starts at the microseconds
   * since 1970 by the {@link #clock} of whoever draws.
   *
   * <p>So numbers never go backwards as long as the counter stays; and when it was lost, if two
   * things hold: there was less than one hold per microsecond, and no clock that starts a counter
   * is behind the one that started the counter before by more than that counter's age.
   *
   * @param drawing false by default
   * @return the options so changed
   */
  public LockOptions fenced(boolean drawing) {
    return with(to -> to.fenced = drawing);
  }

  /**
   * How long to pause between two tries for a lock that is waited for: a random time, whose upper
   * bound begins at the least and doubles with each try, up to the most, and which is no less than
   * half its bound.
   *
   * @param least 5 ms by default; 1 ms to 1 h
   * @param most 250 ms by default; least to 1 h
   * @return the options so changed
   */
  public LockOptions pauses(Duration least, Duration most) {
    return with(to -> {
      to.leastPause = required("least", least);
      to.mostPause = required("most", most);
    });
  }

  /**
   * What ends the pauses.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public LockOptions timer(Timer source) {
    return with(to -> to.timer = required("timer", source));
  }

  /**
   * What measures {@link Hold#remaining} and the time to wait.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public LockOptions ticker(Ticker source) {
    return with(to -> to.ticker = required("ticker", source));
  }

  /**
   * The time of day, from which a counter of fencing numbers is started.
   *
   * @param source the machine's own by default
   * @return the options so changed
   */
  public LockOptions clock(InstantSource source) {
    return with(to -> to.clock = required("clock", source));
  }

  /**
   * Where tokens and the lengths of pauses come from. Two holders whose sources give the same
   * numbers would take each other's hold for their own.
   *
   * @param source a {@link SecureRandom} by default
   * @return the options so changed
   */
  public LockOptions random(RandomGenerator source) {
    return with(to -> to.random = required("random", source));
  }

  Ttl ttl() {
    return Ttl.of(values.ttl);
  }

  boolean isFenced() {
    return values.fenced;
  }

  Pauses pauses() {
    return new Pauses(
        values.leastPause, values.mostPause, values.timer, values.ticker, values.random);
  }

  Ticker ticker() {
    return values.ticker;
  }

  InstantSource clock() {
    return values.clock;
  }

  RandomGenerator random() {
    return values.random;
  }

  /** Returns these options if they make sense on that store, and names all that does not. */
  LockOptions validatedFor(BasicStore store, Key key) {
    List<String> problems = new ArrayList<>();
    if (values.ttl.compareTo(LockItem.EARLY_END) <= 0 || values.ttl.compareTo(LONGEST_TTL) > 0) {
      problems.add("ttl must be more than " + Plain.duration(LockItem.EARLY_END)
          + " and at most 30 days, but" + " is " + Plain.duration(values.ttl));
    }
    if (values.fenced && !(store instanceof Store)) {
      problems.add("fencing numbers need a store that counts, and a basic store does not");
    }
    pauses().check(problems);
    if (!problems.isEmpty()) {
      throw new ConfigurationException("lock " + key + ": " + String.join("; ", problems));
    }
    return this;
  }

  /** At first the defaults. Options change a copy while they are made, and never afterwards. */
  private static final class Values implements Cloneable {
    Duration ttl = Duration.ofSeconds(30);
    boolean fenced;
    Duration leastPause = Duration.ofMillis(5);
    Duration mostPause = Duration.ofMillis(250);
    Timer timer = Timer.system();
    Ticker ticker = Ticker.system();
    InstantSource clock = Clock.systemUTC();
    RandomGenerator random = new SecureRandom();

    Values copy() {
      try {
        return (Values) clone();
      } catch (CloneNotSupportedException e) {
        throw new AssertionError(e);
      }
    }
  }
}
