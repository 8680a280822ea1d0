package dev.corral.site;

import dev.corral.check.Argument;
import dev.corral.key.KeyPrefix;
import dev.corral.metric.Meters;
import dev.corral.patience.PatientThreads;
import dev.corral.store.BasicStore;
import dev.corral.time.Ticker;
import dev.corral.time.Timer;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What everything in a corral has in common: its stores, the beginning of its keys, its time and
 * its threads. Immutable: each change yields a new site.
 */
public final class Site implements AutoCloseable, Cloneable {
  private final PatientThreads ownThreads = new PatientThreads("corral-loader");

  private final Meters meters = new Meters();

  private final BasicStore store;
  private @Nullable BasicStore keyStore;
  private KeyPrefix prefix = KeyPrefix.NONE;
  private Ticker ticker = Ticker.system();
  private InstantSource clock = InstantSource.system();
  private Supplier<RandomGenerator> random = ThreadLocalRandom::current;
  private Timer timer = Timer.system();
  private Executor executor = ownThreads;

  private Site(BasicStore store) {
    this.store = store;
  }

  /**
   * A site on a store, with the machine's own time and threads of its own, which are daemons and
   * begin when they are needed.
   *
   * @param store the store, which closes with the site
   * @return the site
   */
  public static Site on(BasicStore store) {
    return new Site(Argument.required("store", store));
  }

  /**
   * Where generations, locks and times of change are, apart from the values: a smaller or safer
   * cluster, say, from which nothing is evicted. A cache's own leases and gates stay with its
   * values.
   *
   * @param other the same store by default; it closes with the site
   * @return the site so changed
   */
  public Site keyStore(BasicStore other) {
    Argument.required("keyStore", other);
    return with(site -> site.keyStore = other);
  }

  /**
   * What all keys begin with, so that several applications can share a cluster.
   *
   * @param name one segment; none by default
   * @return the site so changed
   */
  public Site prefix(String name) {
    KeyPrefix beginning = KeyPrefix.of(Argument.required("prefix", name));
    return with(site -> site.prefix = beginning);
  }

  /**
   * On what loads run that no caller's thread waits for: refreshes behind the callers' backs, and
   * those of the asynchronous calls. They may block.
   *
   * @param source virtual threads by default where the JDK has them, else up to 64 daemon threads
   * @return the site so changed
   */
  public Site executor(Executor source) {
    Argument.required("executor", source);
    return with(site -> site.executor = source);
  }

  /**
   * What measures durations.
   *
   * @param source the machine's own by default
   * @return the site so changed
   */
  public Site ticker(Ticker source) {
    Argument.required("ticker", source);
    return with(site -> site.ticker = source);
  }

  /**
   * What tells the time of day, where hosts must agree on one.
   *
   * @param source the machine's own by default
   * @return the site so changed
   */
  public Site clock(InstantSource source) {
    Argument.required("clock", source);
    return with(site -> site.clock = source);
  }

  /**
   * What runs things later.
   *
   * @param source the machine's own by default
   * @return the site so changed
   */
  public Site timer(Timer source) {
    Argument.required("timer", source);
    return with(site -> site.timer = source);
  }

  /**
   * Where chance comes from.
   *
   * @param source asked each time anew; by default each thread has its own
   * @return the site so changed
   */
  public Site random(Supplier<RandomGenerator> source) {
    Argument.required("random", source);
    return with(site -> site.random = source);
  }

  private Site with(Consumer<Site> change) {
    try {
      Site copy = (Site) clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError(e);
    }
  }

  /**
   * The store.
   *
   * @return where values are
   */
  public BasicStore store() {
    return store;
  }

  /**
   * The store of what is remembered about values.
   *
   * @return where generations, locks and times of change are
   */
  public BasicStore keyStore() {
    BasicStore own = keyStore;
    return own == null ? store : own;
  }

  /**
   * The beginning of all keys.
   *
   * @return the prefix, of no segments by default
   */
  public KeyPrefix prefix() {
    return prefix;
  }

  /**
   * What measures durations.
   *
   * @return the ticker
   */
  public Ticker ticker() {
    return ticker;
  }

  /**
   * What tells the time of day.
   *
   * @return the clock
   */
  public InstantSource clock() {
    return clock;
  }

  /**
   * Where chance comes from.
   *
   * @return a source for the calling thread, for at once
   */
  public RandomGenerator random() {
    return random.get();
  }

  /**
   * What runs things later.
   *
   * @return the timer
   */
  public Timer timer() {
    return timer;
  }

  /**
   * On what loads run that no caller's thread waits for.
   *
   * @return the executor
   */
  public Executor executor() {
    return executor;
  }

  /**
   * What counts on this site.
   *
   * @return the meters of all that stands on it
   */
  public Meters meters() {
    return meters;
  }

  /** Closes the stores and the site's own threads, not those that it was given. */
  @Override
  public void close() {
    try (ownThreads;
        store) {
      keyStore().close(); // a store that is closed twice is closed
    }
  }
}
