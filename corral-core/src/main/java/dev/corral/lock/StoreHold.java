package dev.corral.lock;

import dev.corral.fault.CorralException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.store.Cas;
import dev.corral.store.DeleteOutcome;
import dev.corral.store.Item;
import dev.corral.store.PutOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A hold of a lock that is an item of a store. */
/* design
 *
 * Renewing and releasing are one change of the item in the state of the CAS that is known, in one
 * round trip. A CAS that is refused does not mean that the lock is lost: the connection that it came
 * by may have been replaced, another thread may have renewed, an answer to a renewal may have been
 * lost, and servers before 1.6.24 can change the CAS of an item by themselves. So the item is read:
 * if the token is ours, the change is tried again with the CAS that was read just now.
 *
 * Without a CAS the item is read each time, and changed unguarded; only while it can't have ended
 * by itself between the two.
 */
final class StoreHold implements Hold {
  private static final Logger log = LoggerFactory.getLogger(StoreHold.class);

  /** How often the item is read for one change. */
  private static final int MOST_READS = 3;

  private enum State {
    HELD,
    /** A release was asked for, and nobody knows yet what came of it. */
    RELEASING,
    /** Released or lost. */
    ENDED
  }

  /** What came of a change. */
  private enum Change {
    DONE,
    /** There is no item. */
    GONE,
    /** There is one, in another state. */
    MOVED
  }

  /** A change of the item that only the owner may make. */
  @FunctionalInterface
  private interface Deed {
    CompletableFuture<Change> on(LockItem item, @Nullable Cas cas);
  }

  private final LockItem item;
  private final String token;
  private final long fence;
  private final AtomicLong end;
  private final AsyncHold async = new Async();
  private volatile @Nullable Cas cas;
  private volatile State state = State.HELD;

  /**
   * A hold.
   *
   * @param fence the fencing number, or 0 for none
   * @param cas the item's, or null if it is not known
   * @param since when the item was written, or earlier
   */
  StoreHold(LockItem item, String token, long fence, @Nullable Cas cas, long since) {
    this.item = item;
    this.token = token;
    this.fence = fence;
    this.cas = cas;
    this.end = new AtomicLong(item.livesUntil(since));
  }

  @Override
  public String token() {
    return token;
  }

  @Override
  public long fence() {
    if (fence == 0) {
      throw new IllegalStateException(item + " draws no fencing numbers; see LockOptions.fenced");
    }
    return fence;
  }

  @Override
  public Duration remaining() {
    return state == State.HELD ? Duration.ofNanos(Math.max(0, left())) : Duration.ZERO;
  }

  private long left() {
    return item.nanosUntil(end.get());
  }

  @Override
  public boolean renew() {
    return Answers.join(renew(item.waiting()));
  }

  @Override
  public boolean release() {
    return Answers.join(release(item.waiting()));
  }

  @Override
  public boolean releaseAfter(Duration time) {
    return Answers.join(releaseAfter(item.waiting(), time));
  }

  @Override
  public AsyncHold async() {
    return async;
  }

  @Override
  public void close() {
    try {
      release();
    } catch (CorralException e) {
      log.warn("{} was not released and stays until its ttl ends: {}", item, e.getMessage());
    }
  }

  private CompletableFuture<Boolean> renew(LockItem by) {
    if (state != State.HELD) {
      return CompletableFuture.completedFuture(false);
    }
    return asOwner(by, this::prolong).thenApply(renewed -> {
      if (!renewed) {
        state = State.ENDED;
      }
      return renewed;
    });
  }

  CompletableFuture<Boolean> release(LockItem by) {
    return end(by, StoreHold::remove);
  }

  private CompletableFuture<Boolean> releaseAfter(LockItem by, Duration time) {
    Ttl life = Ttl.of(time);
    return end(by, (on, known) -> on.set(token, life, known).thenApply(StoreHold::change));
  }

  private CompletableFuture<Boolean> end(LockItem by, Deed deed) {
    if (state == State.ENDED) {
      return CompletableFuture.completedFuture(false);
    }
    state = State.RELEASING;
    return asOwner(by, deed).thenApply(released -> {
      state = State.ENDED;
      return released;
    });
  }

  private CompletableFuture<Change> prolong(LockItem by, @Nullable Cas known) {
    long sent = by.options().ticker().nanos();
    return by.set(token, by.options().ttl(), known).thenApply(outcome -> {
      if (outcome instanceof PutOutcome.Stored stored) {
        cas = stored.cas();
        end.accumulateAndGet(by.livesUntil(sent), (one, other) -> other - one > 0 ? other : one);
      }
      return change(outcome);
    });
  }

  private static Change change(PutOutcome outcome) {
    return outcome.isStored()
        ? Change.DONE
        : outcome == PutOutcome.Refused.EXISTS ? Change.MOVED : Change.GONE;
  }

  private static CompletableFuture<Change> remove(LockItem by, @Nullable Cas known) {
    return by.delete(known)
        .thenApply(outcome -> outcome == DeleteOutcome.DELETED
            ? Change.DONE
            : outcome == DeleteOutcome.EXISTS ? Change.MOVED : Change.GONE);
  }

  /** Does it if the lock is ours, and tells whether it was. */
  private CompletableFuture<Boolean> asOwner(LockItem by, Deed deed) {
    Cas known = cas;
    return known == null
        ? afterReading(by, deed, MOST_READS)
        : attempt(by, deed, known, MOST_READS);
  }

  private CompletableFuture<Boolean> attempt(
      LockItem by, Deed deed, @Nullable Cas known, int reads) {
    return deed.on(by, known)
        .thenCompose(change -> change == Change.MOVED
            ? afterReading(by, deed, reads)
            : CompletableFuture.completedFuture(change == Change.DONE));
  }

  private CompletableFuture<Boolean> afterReading(LockItem by, Deed deed, int reads) {
    if (reads == 0) {
      return CompletableFuture.failedFuture(new UnavailableException(
          item + " was not changed: its CAS moved after each of " + MOST_READS + " reads"));
    }
    return by.read().thenCompose(outcome -> {
      if (!(outcome instanceof Item found) || !LockItem.owner(found).equals(token)) {
        return CompletableFuture.completedFuture(false);
      }
      if (found.hasCas()) {
        return attempt(by, deed, found.cas(), reads - 1);
      }
      return left() > 0
          ? attempt(by, deed, null, reads - 1)
          : CompletableFuture.completedFuture(false);
    });
  }

  @Override
  public String toString() {
    return "a hold of " + item;
  }

  private final class Async implements AsyncHold {
    @Override
    public CompletableFuture<Boolean> renew() {
      return Answers.bare(StoreHold.this.renew(item));
    }

    @Override
    public CompletableFuture<Boolean> release() {
      return Answers.bare(StoreHold.this.release(item));
    }

    @Override
    public CompletableFuture<Boolean> releaseAfter(Duration time) {
      return Answers.bare(StoreHold.this.releaseAfter(item, time));
    }
  }
}
