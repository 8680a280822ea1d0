package dev.corral.keyspace;

import dev.corral.check.Argument;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.scope.Scope;
import dev.corral.scope.Stamp;
import dev.corral.site.Site;
import dev.corral.time.Ttl;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongUnaryOperator;

/**
 * When something of a model class was last changed. All that is cached for the class belongs to
 * this time: whoever moves it expires all of that, in every process. Call {@link #expire} after the
 * change is committed.
 *
 * <p>It is kept in the site's key store, and only moves forwards: on a
 * {@link dev.corral.store.Store} with CAS for sure, on a {@link dev.corral.store.BasicStore} as
 * well as that can, which is that of two expiries at once the lower may stay, and each is above
 * what was there before. Where there is none (it is new, or was evicted) one is made, which expires
 * the class.
 *
 * <p>Methods block until there is an answer. Safe for use by many threads.
 */
public final class LastModified implements Scope {
  /* design
   *
   * The number is milliseconds since 1970 and three random digits. So two expiries of one millisecond
   * differ, and so do, nearly always, times that are made on two hosts, or before and after a loss;
   * a value that was cached under the old one is not found under the new one.
   *
   *   a new number = max(now, the last one + 1)
   *
   * where the last one is the higher of what is in the store and what this process has seen. That
   * memory is more than a help for a clock that stepped back. If servers leave the ring and return, or
   * one is restored, an old number may come back, and with it the values of its time. Whoever has seen
   * a higher one before it sent the read does not believe it, and writes a new one.
   */

  static final String SEGMENT = "lmt";

  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");
  private static final long PER_MILLI = 1000;

  private final Site site;
  private final String name;
  private final RisingNumber stored;

  /** The highest that this process has seen. */
  private final AtomicLong seen = new AtomicLong();

  LastModified(Site site, String name, Key key) {
    this.site = site;
    this.name = name;
    this.stored = new RisingNumber(site.keyStore(), key);
  }

  /**
   * Expires all that is cached for the class. Who asks after this has returned is given nothing
   * that was generated from what was there before it was called, but for the last known value while
   * somebody regenerates.
   *
   * @throws dev.corral.fault.UnavailableException if the key's server did not confirm it: nothing
   *     may have expired
   */
  public void expire() {
    Answers.join(raise(0, site.clock().instant()));
  }

  /**
   * Expires all that is cached for the class, as {@link #expire()} does, and has it be last
   * modified at a given time. If that is not after the last modified time, it is moved by the least
   * there is.
   *
   * @param at when it was changed, by the clock of whoever changed it; from 1970 to 9999
   * @throws dev.corral.fault.UnavailableException if the key's server did not confirm it: nothing
   *     may have expired
   */
  public void expire(Instant at) {
    Argument.required("at", at);
    if (at.isBefore(Instant.EPOCH) || at.isAfter(LATEST)) {
      throw new IllegalArgumentException("at must be from 1970 to 9999, but is " + at);
    }
    Answers.join(raise(at.toEpochMilli() * PER_MILLI, at));
  }

  /** Moves it beyond what it is, and at least to a number. */
  private CompletableFuture<Long> raise(long least, Instant at) {
    long before = seen.get();
    return write(found -> Math.max(least, Math.max(found, before) + 1), goal -> goal, at);
  }

  /**
   * When something was last changed.
   *
   * @return to the millisecond; never earlier than this process was told before
   * @throws dev.corral.fault.UnavailableException if the key's server did not answer
   */
  public Instant time() {
    return Instant.ofEpochMilli(Answers.join(number()) / PER_MILLI);
  }

  /**
   * The scope's name.
   *
   * @return as {@code company:foo:v5:lmt}
   */
  @Override
  public String name() {
    return name;
  }

  @Override
  public CompletableFuture<Stamp> read(boolean strict) {
    return Answers.map(number(), number -> Stamp.of(number));
  }

  /** What it is; if there is none, or none to be believed, a new one. */
  CompletableFuture<Long> number() {
    long before = seen.get();
    return Answers.then(
        stored.read(),
        found -> found > 0 && found >= before
            ? CompletableFuture.completedFuture(saw(found))
            : write(
                unused -> Math.max(1, before), goal -> goal + 1, site.clock().instant()));
  }

  /** The same by another name, so that what is cached in it has keys of its own. */
  Scope called(String other) {
    return new Scope() {
      @Override
      public String name() {
        return other;
      }

      @Override
      public CompletableFuture<Stamp> read(boolean strict) {
        return LastModified.this.read(strict);
      }
    };
  }

  /** What it was when this process last heard of it; 0 if it never has. */
  long lastSeen() {
    return seen.get();
  }

  private CompletableFuture<Long> write(
      LongUnaryOperator least, LongUnaryOperator next, Instant at) {
    long drawn = at.toEpochMilli() * PER_MILLI + site.random().nextLong(PER_MILLI);
    return Answers.map(
        stored.raise(least, goal -> Math.max(drawn, next.applyAsLong(goal)), Ttl.NEVER), this::saw);
  }

  private long saw(long number) {
    seen.accumulateAndGet(number, Math::max);
    return number;
  }

  @Override
  public String toString() {
    return name;
  }
}
