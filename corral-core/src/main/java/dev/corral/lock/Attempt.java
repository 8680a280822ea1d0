package dev.corral.lock;

import dev.corral.fault.OverloadedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.lock.Acquisition.Acquired;
import dev.corral.lock.Acquisition.Held;
import dev.corral.lock.Acquisition.Unavailable;
import dev.corral.store.Cas;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.PutOutcome;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One caller's way to a lock: a token, and as many tries with it as it takes, one at a time. */
/* design
 *
 * A try is one add of the token. Stored: the lock is ours. Refused: someone's. No answer: the add
 * may have been done, or may yet be, when a server that stood still goes on; then the token in the
 * item tells. From then on the claim is in doubt, and a refusal too may come from our own item.
 *
 * An item's life counts from when the server wrote it. With an answer, that was not before the add
 * was sent. In doubt, which add it was is not known; but it was not before the claim was last seen
 * not to have the lock, be it because its token was not made yet. What lives too short from there
 * on is left to end by itself.
 *
 * A release that is not answered may be done late too. What it was to release can never be ours
 * again, or it would be taken from under us: the claim goes on with another token.
 *
 * The fencing number is drawn after the lock was taken, and the lock is read again after that: if
 * it is still ours then it was ours at the draw, so every later holder draws a higher one. Without
 * this look, one who was stopped between the two could draw a number above that of who has the lock
 * by now.
 */
final class Attempt {
  private static final int TOKEN_BYTES = 16;

  private final LockItem shared;
  private String token;
  private long lastSeenWithout;
  private boolean isInDoubt;

  /**
   * A claim with a token of its own.
   *
   * @param shared the item as a hold will ask for it; a try may be done by a thread that waits
   */
  Attempt(LockItem shared) {
    this.shared = shared;
    this.token = newToken();
    this.lastSeenWithout = shared.options().ticker().nanos();
  }

  private String newToken() {
    byte[] random = new byte[TOKEN_BYTES];
    shared.options().random().nextBytes(random);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
  }

  CompletableFuture<Acquisition> tryOn(LockItem item) {
    long sent = item.options().ticker().nanos();
    return Answers.branch(
        item.add(token), outcome -> answered(item, outcome, sent), fault -> lost(item, fault));
  }

  private CompletableFuture<Acquisition> answered(LockItem item, PutOutcome outcome, long sent) {
    if (outcome instanceof PutOutcome.Stored stored) {
      return taken(item, stored.cas(), sent);
    }
    return isInDoubt ? lookAt(item, Held.HELD) : answer(Held.HELD);
  }

  private CompletableFuture<Acquisition> lost(LockItem item, Throwable fault) {
    if (!(fault instanceof UnavailableException passing)) {
      return CompletableFuture.failedFuture(fault);
    }
    isInDoubt |= !(passing instanceof OverloadedException); // then nothing was sent
    Acquisition unavailable = new Unavailable(passing);
    return isInDoubt ? lookAt(item, unavailable) : answer(unavailable);
  }

  private CompletableFuture<Acquisition> lookAt(LockItem item, Acquisition otherwise) {
    long asked = item.options().ticker().nanos();
    return Answers.branch(
        item.read(),
        found -> {
          if (isOurs(found)) {
            return item.nanosUntil(item.livesUntil(lastSeenWithout)) > 0
                ? taken(item, casOf(found), lastSeenWithout)
                : answer(Held.HELD);
          }
          lastSeenWithout = asked;
          return answer(found instanceof Item ? Held.HELD : otherwise);
        },
        fault -> answer(otherwise));
  }

  private CompletableFuture<Acquisition> taken(LockItem item, @Nullable Cas cas, long since) {
    StoreHold hold = new StoreHold(shared, token, 0, cas, since);
    return item.options().isFenced()
        ? Answers.branch(fence(item, since), Attempt::answer, fault -> giveUp(item, hold, fault))
        : answer(new Acquired(hold));
  }

  private CompletableFuture<Acquisition> fence(LockItem item, long since) {
    return item.draw()
        .thenCompose(number -> item.read()
            .thenApply(found -> isOurs(found)
                ? new Acquired(new StoreHold(shared, token, number, casOf(found), since))
                : Held.HELD));
  }

  /** Releases a lock that has no number, as well as may be. */
  private CompletableFuture<Acquisition> giveUp(LockItem item, StoreHold hold, Throwable fault) {
    CompletableFuture<Acquisition> answer = fault instanceof UnavailableException passing
        ? answer(new Unavailable(passing))
        : CompletableFuture.failedFuture(fault);
    return Answers.branch(hold.release(item), released -> answer, unanswered -> {
      token = newToken();
      isInDoubt = false;
      lastSeenWithout = item.options().ticker().nanos();
      return answer;
    });
  }

  private boolean isOurs(GetOutcome found) {
    return found instanceof Item item && LockItem.owner(item).equals(token);
  }

  private static @Nullable Cas casOf(GetOutcome found) {
    return found instanceof Item item && item.hasCas() ? item.cas() : null;
  }

  private static CompletableFuture<Acquisition> answer(Acquisition acquisition) {
    return CompletableFuture.completedFuture(acquisition);
  }
}
