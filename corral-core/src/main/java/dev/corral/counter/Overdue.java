package dev.corral.counter;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.site.Site;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Store;
import dev.corral.time.Timer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes that no server has confirmed: tried again until one does, or the item has ended by
 * itself. Their number is bounded. Safe for use by many threads.
 */
final class Overdue {
  private static final Logger log = LoggerFactory.getLogger(Overdue.class);

  private static final int MOST = 10_000;
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final Site site;
  private final Store store;
  private final long life;
  private final ConcurrentMap<Key, Debt> debts = new ConcurrentHashMap<>();

  /**
   * One for each failure, told apart by identity: a delete settles none that came after it was
   * sent.
   */
  private static final class Debt {
    final long end;

    Debt(long end) {
      this.end = end;
    }
  }

  /** @param life how long an item can be there that is to be deleted now */
  Overdue(Site site, Store store, Duration life) {
    this.site = site;
    this.store = store;
    this.life = life.toNanos();
  }

  int size() {
    return debts.size();
  }

  void add(Key key, Throwable fault) {
    if (debts.isEmpty()) {
      log.warn("{} may be wrong until its server confirms a delete", key, fault);
    }
    if (debts.size() >= MOST && !debts.containsKey(key)) {
      log.warn("{} may be wrong until its ttl ends: {} deletes are overdue already", key, MOST);
      return;
    }
    if (debts.put(key, new Debt(site.ticker().nanos() + life)) == null) {
      after(FIRST_PAUSE, key);
    }
  }

  private void after(Duration pause, Key key) {
    Timer.Alarm unused = site.timer().after(pause, () -> retry(key, pause));
  }

  private void retry(Key key, Duration pause) {
    Debt debt = debts.get(key);
    if (debt == null) {
      return;
    }
    CompletableFuture<DeleteOutcome> reply = Answers.begin(() -> store.execute(Delete.of(key)));
    Answers.when(reply, (outcome, fault) -> {
      boolean over = fault == null || site.ticker().nanos() - debt.end > 0;
      if (!over || !debts.remove(key, debt)) {
        Duration twice = pause.multipliedBy(2);
        after(twice.compareTo(LONGEST_PAUSE) < 0 ? twice : LONGEST_PAUSE, key);
      }
    });
  }
}
