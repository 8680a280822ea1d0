package dev.corral.limit;

import dev.corral.check.Argument;
import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.key.KeyEncoder;
import dev.corral.key.KeyPrefix;
import dev.corral.limit.Decision.Unavailable;
import dev.corral.site.Site;
import dev.corral.store.Store;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * A rate limiter that processes share: of all who ask for a key's permits, only so many are allowed
 * in a time. How they are counted, the {@link LimiterOptions} say; each way has its promises there.
 *
 * <p>Permits are counted in the store. An eviction, a flush or a restart forgets them, and then
 * there are as many as at first.
 *
 * <p>Safe for use by many threads. Methods block until there is an answer, and go on when the
 * thread is interrupted; {@link #async} does not wait.
 *
 * @param <K> the kind of keys
 */
public final class Limiter<K> {
  private final String name;
  private final Rule rule;
  private final boolean open;
  private final LimitItems<K> items;
  private final LimitItems<K> waiting;
  private final AsyncLimiter<K> async = new AsyncLimiter<>(this);

  private Limiter(String name, LimiterOptions options, LimitItems<K> items) {
    this.name = name;
    this.rule = options.rule();
    this.open = options.isOpen();
    this.items = items;
    this.waiting = items.waiting();
  }

  /**
   * A limiter on a site, for those who put one together by hand. With a corral, it is
   * {@code corral.limiter(name, keys, options)}.
   *
   * @param site whose store counts, and whose clock tells the time
   * @param name the limiter's name, which is part of all of its keys
   * @param keys says which segments a key consists of
   * @param options changes the options; a way to limit must be chosen
   * @param <K> the kind of keys
   * @return a limiter of this name; all of that name share what they count
   * @throws dev.corral.fault.ConfigurationException if the options make no sense, or not on that
   *     store, naming all that doesn't
   */
  public static <K> Limiter<K> on(
      Site site, String name, KeyEncoder<? super K> keys, UnaryOperator<LimiterOptions> options) {
    Argument.required("site", site);
    Argument.notEmpty("name", name);
    Argument.required("keys", keys);
    LimiterOptions chosen = Argument.changed("options", options, LimiterOptions.defaults())
        .validatedFor(site.store(), name);
    // Together with the rule's kind: what one kind has counted, another can't read.
    KeyPrefix prefix = site.prefix().with("corral-limit", name, chosen.rule().kind());
    return new Limiter<>(
        name, chosen, new LimitItems<>((Store) site.store(), prefix, keys, site.clock(), false));
  }

  /**
   * Asks for a permit.
   *
   * @param key whose
   * @return whether there was one. Faults of the kind that pass are an answer too,
   *     {@link Unavailable}; others are thrown
   */
  public Decision tryAcquire(K key) {
    return tryAcquire(key, 1);
  }

  /**
   * Asks for permits, all or none.
   *
   * @param key whose
   * @param permits how many, from 1 to as many as there can be at once
   * @return whether there were so many. Faults of the kind that pass are an answer too,
   *     {@link Unavailable}; others are thrown
   */
  public Decision tryAcquire(K key, long permits) {
    return Answers.join(ask(waiting, key, permits));
  }

  /**
   * The same with futures.
   *
   * @return a view of this limiter that does not wait for answers
   */
  public AsyncLimiter<K> async() {
    return async;
  }

  CompletableFuture<Decision> ask(K key, long permits) {
    return ask(items, key, permits);
  }

  private CompletableFuture<Decision> ask(LimitItems<K> by, K key, long permits) {
    if (permits < 1 || permits > rule.most()) {
      throw new IllegalArgumentException(
          "permits must be 1 to " + rule.most() + ", but are " + permits);
    }
    return Answers.branch(
        decided(by, key, permits),
        CompletableFuture::completedFuture,
        fault -> fault instanceof UnavailableException passing
            ? CompletableFuture.completedFuture(new Unavailable(open, passing))
            : CompletableFuture.failedFuture(fault));
  }

  /** A bad key is thrown; a fault that a store throws is as good as one that its future brings. */
  private CompletableFuture<Decision> decided(LimitItems<K> by, K key, long permits) {
    try {
      return rule.tryAcquire(by, key, permits);
    } catch (CorralException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public String toString() {
    return "limiter " + name;
  }
}
