package dev.corral.cache;

import dev.corral.fault.ConfigurationException;
import dev.corral.metric.CacheEvent;
import dev.corral.scope.Stamp;
import dev.corral.shelf.Claim;
import dev.corral.shelf.Terms;
import dev.corral.shelf.Verdict;
import dev.corral.store.Item;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lookup on its way to a reply that can be acted upon.
 *
 * @param ask what is asked, and for whom
 * @param tries how often it was asked before
 * @param strict whether the scopes were read strictly
 * @param then what is done with what the lookup shows, once
 */
record Inquiry<K, V>(Ask<K, V> ask, int tries, boolean strict, Consumer<Sighting<K, V>> then) {
  private static final Logger log = LoggerFactory.getLogger(Inquiry.class);

  Inquiry<K, V> again() {
    return new Inquiry<>(ask, tries + 1, true, then);
  }

  Inquiry<K, V> strictly() {
    return new Inquiry<>(ask, tries, true, then);
  }

  Terms terms() {
    return ask.visit().options.terms();
  }

  void end(Verdict<V> verdict, Stamp stamp) {
    then.accept(new Sighting<>(ask, verdict, stamp, null, null));
  }

  void endWon(Verdict<V> verdict, Stamp stamp, @Nullable Claim claim) {
    then.accept(new Sighting<>(ask, verdict, stamp, claim, null));
  }

  /**
   * Somebody else was chosen.
   *
   * @param holder the {@link Item} under whose CAS, or whatever else names a claim
   */
  void endLost(Verdict<V> verdict, Stamp stamp, Object holder) {
    then.accept(new Sighting<>(ask, verdict, stamp, null, holder));
  }

  /** Takes a step, or ends: nobody shall wait for ever because of a mistake in it. */
  void orEnd(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      log.error("the value of {} could not be judged", ask.wire(), e);
      endDown();
    }
  }

  /**
   * The scopes could not be read. If that is for good, because they are not set up right, the
   * callers are told: to load each time would hide it.
   */
  void endUnread(@Nullable Throwable fault) {
    if (fault instanceof ConfigurationException) {
      ask.callers().forEach(caller -> caller.fail(fault));
      then.accept(new Sighting<>(ask.with(List.of()), Verdict.down(), Stamp.NONE, null, null));
    } else {
      endDown();
    }
  }

  void endDown() {
    ask.visit().turnstile.meter.count(CacheEvent.Kind.STORE_ERROR, ask.wire());
    end(Verdict.down(), Stamp.NONE);
  }
}
