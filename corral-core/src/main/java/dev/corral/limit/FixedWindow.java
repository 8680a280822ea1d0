package dev.corral.limit;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.limit.Decision.Allowed;
import dev.corral.limit.Decision.Denied;
import dev.corral.store.Arithmetic;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** So many permits from the first request on until the window ends, by the server's clock alone. */
/* design
 *
 * The window is an item that counts permits. One command adds to it, or creates it with its ttl: it
 * is never there without an end, and no two requests are told the same count. Those whose count is
 * within the limit are allowed, so while the item lives they are no more than the limit.
 *
 * Permits are never given back, not even those of a request that was denied: when the answer to it
 * comes, the item may be another one, of the next window, whose count it would lower. So from the
 * first denial on all are denied until the window ends; and nothing remains.
 *
 * A server may end an item up to a second early. A ttl of a second more makes each window at least
 * as long as it should be, and at most a second longer; or two, if that is not in whole seconds.
 */
record FixedWindow(long limit, Duration window) implements Rule {
  @Override
  public String kind() {
    return "fixed";
  }

  @Override
  public long most() {
    return limit;
  }

  @Override
  public void check(List<String> problems) {
    Bounds.checkCount(problems, "limit", limit);
    Bounds.checkTime(problems, "window", window);
  }

  private Duration life() {
    return window.plusSeconds(1);
  }

  @Override
  public <K> CompletableFuture<Decision> tryAcquire(LimitItems<K> items, K key, long permits) {
    Key item = items.key(key);
    Arithmetic count = Arithmetic.add(item, permits).orCreate(permits, Ttl.of(life()));
    return Answers.then(items.execute(count), outcome -> {
      long taken = LimitItems.number(item, outcome);
      return taken <= limit
          ? CompletableFuture.completedFuture(new Allowed(limit - taken))
          : denied(items.execute(Get.of(item).withoutValue().withDetails()));
    });
  }

  /** What is denied stays denied, though it may not be known for how long. */
  private CompletableFuture<Decision> denied(CompletableFuture<GetOutcome> rest) {
    return Answers.branch(
        rest,
        found -> CompletableFuture.completedFuture(new Denied(0, until(found))),
        fault -> CompletableFuture.completedFuture(new Denied(0, life())));
  }

  private Duration until(GetOutcome found) {
    if (!(found instanceof Item item)) {
      return Duration.ZERO; // it has ended meanwhile
    }
    return item.expires() ? item.remaining() : life();
  }
}
