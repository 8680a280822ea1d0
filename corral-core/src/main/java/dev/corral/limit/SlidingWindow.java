package dev.corral.limit;

import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.limit.Decision.Allowed;
import dev.corral.limit.Decision.Denied;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** So many permits in about any window's time, by the hosts' clocks. */
/* design
 *
 * Time is cut into windows that begin at the same moments for every key. Each has an item that
 * counts. What the last window's length of time has seen is estimated as the count of the current
 * window, and of the one before the share that still overlaps: as if its permits had been taken
 * evenly. Both counts come in one flight.
 *
 * The current window is counted up before it is known whether the request is allowed, so that no
 * two are told the same count. Who is denied counts down again, without waiting: the item is of
 * that window alone, so no other's count is lowered. So a count is never less than what has been
 * allowed, and more only by what is on its way; a count-down that is lost makes the limiter
 * stricter, until the window after the next.
 *
 * Therefore no window allows more than the limit, and with one clock a time d within a window's
 * length sees at most limit * (1 + d / window): let a be what the window before the change has
 * allowed, and f the share of the next one that is over; then that one has allowed at most
 * limit - a * (1 - f), both together at most limit + a * f, and f <= d / window.
 */
record SlidingWindow(long limit, Duration window) implements Rule {
  @Override
  public String kind() {
    return "sliding";
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

  /** In milliseconds: then a limit times a window is less than 2^63. */
  private long length() {
    return window.toMillis();
  }

  @Override
  public <K> CompletableFuture<Decision> tryAcquire(LimitItems<K> items, K key, long permits) {
    long now = items.clock().millis();
    long index = Math.floorDiv(now, length());
    long elapsed = Math.floorMod(now, length());
    Key current = items.key(index, key);
    Key previous = items.key(index - 1, key);
    Ttl life = Ttl.of(window.multipliedBy(2).plusSeconds(1));
    List<CompletableFuture<ArithmeticOutcome>> counts = items.count(
        Arithmetic.add(current, permits).orCreate(permits, life),
        Arithmetic.add(previous, 0)); // told as the server reads it, which pads what it counts down
    return Answers.then(counts.get(0), counted -> {
      long taken = LimitItems.number(current, counted);
      return Answers.map(counts.get(1), before -> {
        // A window allows no more than the limit; what is above it has just not been taken back.
        long earlier = Math.min(limit, LimitItems.number(previous, before));
        Decision decision = decide(taken, earlier, elapsed, permits);
        if (!decision.isAllowed()) {
          items.send(Arithmetic.subtract(current, permits));
        }
        return decision;
      });
    });
  }

  private Decision decide(long taken, long earlier, long elapsed, long permits) {
    long others = taken - permits;
    long overlap = ceilDiv(earlier * (length() - elapsed), length());
    long free = limit - overlap - Math.min(limit, others);
    return permits <= free
        ? new Allowed(free - permits)
        : new Denied(
            Math.max(0, free), Duration.ofMillis(wait(others, earlier, permits) - elapsed));
  }

  /** When there are permits again, from the beginning of the current window on. */
  private long wait(long others, long earlier, long permits) {
    return others <= limit - permits
        ? whenOverlapIs(limit - permits - others, earlier)
        : length() + whenOverlapIs(limit - permits, Math.min(limit, others));
  }

  /** From when on a window overlaps with no more than so many of the permits before it. */
  private long whenOverlapIs(long most, long earlier) {
    return earlier <= most ? 0 : length() - most * length() / earlier;
  }

  private static long ceilDiv(long dividend, long divisor) {
    return -Math.floorDiv(-dividend, divisor);
  }
}
