package dev.corral.limit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.corral.check.Plain;
import dev.corral.fault.ConfigurationException;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.limit.Decision.Allowed;
import dev.corral.limit.Decision.Denied;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Permits that come back one by one at a steady rate, up to a burst. */
/* design
 *
 * The generic cell rate algorithm: the item holds the moment at which the bucket will be full again.
 * A permit moves it on by the interval of one permit, from now if it is past; and none may move it
 * further than a whole bucket's time from now. It is read, and written back by CAS. A missing item
 * is a full bucket: its ttl is the time until it would be full.
 *
 * Now is read from the clock between the read and the write of the item. So the moments at which
 * permits are taken are in the order of the writes, and with one clock a time d sees at most
 * burst + d / interval permits, however long the answers take.
 *
 * Clocks that differ. The moment only ever grows, so it follows the clock that is ahead: that one's
 * host finds the bucket fuller by the difference, once; the others find it emptier for as long. To
 * bound this, the item also holds when it was written, by its writer's time. Its remaining life tells
 * how long ago that was by the server's time, to a second. A host whose clock disagrees with the two
 * by more than TRUST does not use it: it takes the time of writing and the seconds since, and writes
 * that time on. So all who use an item agree on its time. The server's seconds add up: however many
 * such hosts write, together they count as many as have passed, or one more. So, of two clocks, one
 * that is ahead gains less than TRUST and two seconds.
 *
 * Tries that fail are bounded. For each of them someone else has taken permits, and who has tried
 * that often is denied: to fail open then would invite floods.
 */
record TokenBucket(long permits, Duration per, long burst) implements Rule {
  private static final long SECOND = 1_000_000_000;
  private static final long SHORTEST_INTERVAL = 1_000;

  /** A second that the server does not tell, and another for requests that are under way. */
  private static final long TRUST = 2 * SECOND;

  private static final int TRIES = 16;

  /** How long to stay away when too many write at once. */
  private static final Duration CROWDED = Duration.ofMillis(10);

  /**
   * What the item says, in nanoseconds since 1970.
   *
   * @param full when the bucket is full again
   * @param written when this was written, no later
   */
  private record State(long full, long written) {
    static @Nullable State parse(byte[] value) {
      String text = new String(value, US_ASCII);
      int space = text.indexOf(' ');
      try {
        State state = new State(
            Long.parseLong(text.substring(0, Math.max(0, space))),
            Long.parseLong(text.substring(space + 1)));
        return state.isPossible() ? state : null;
      } catch (NumberFormatException e) {
        return null;
      }
    }

    private boolean isPossible() {
      long level = full - written;
      return Math.abs(written) < Long.MAX_VALUE / 2
          && level >= 0
          && level <= Bounds.LONGEST.toNanos();
    }

    byte[] toBytes() {
      return (full + " " + written).getBytes(US_ASCII);
    }

    /** Until the bucket is full; and a second more, as a server may end it that early. */
    Ttl ttl() {
      return Ttl.seconds((full - written + SECOND - 1) / SECOND + 1);
    }

    /** What time it is, if that is what the clock says. */
    long now(long clock, Item item) {
      if (!item.expires()) {
        return clock; // its age is not known
      }
      long age = ttl().toNanos() - item.remaining().toNanos();
      long now = written + Math.max(0, age);
      return Math.abs(clock - now) <= TRUST ? clock : now;
    }
  }

  @Override
  public String kind() {
    return "bucket";
  }

  @Override
  public long most() {
    return burst;
  }

  @Override
  public void check(List<String> problems) {
    int before = problems.size();
    Bounds.checkCount(problems, "permits", permits);
    Bounds.checkTime(problems, "per", per);
    Bounds.checkCount(problems, "burst", burst);
    if (problems.size() > before) {
      return; // the rest can't be computed
    }
    if (interval() < SHORTEST_INTERVAL) {
      problems.add("there may be a permit per microsecond at most, but there are " + permits
          + " per " + Plain.duration(per));
    } else if (burst > Bounds.LONGEST.toNanos() / interval()) {
      problems.add("burst must come back within 28 days, but " + burst + " permits take longer at "
          + permits + " per " + Plain.duration(per));
    }
  }

  /** Rounded up, for the rate must not be exceeded. */
  private long interval() {
    return (per.toNanos() + permits - 1) / permits;
  }

  @Override
  public <K> CompletableFuture<Decision> tryAcquire(LimitItems<K> items, K key, long wanted) {
    return tryAcquire(items, items.key(key), wanted * interval(), TRIES);
  }

  private CompletableFuture<Decision> tryAcquire(
      LimitItems<?> items, Key key, long cost, int tries) {
    return Answers.then(items.execute(Get.of(key).withDetails()), found -> {
      long clock = items.now();
      if (!(found instanceof Item item)) {
        State next = new State(clock + cost, clock);
        return write(items, Put.add(key, next.toBytes(), next.ttl()), next, cost, tries);
      }
      State state = State.parse(item.value());
      if (state == null) {
        throw LimitItems.foreign(key);
      }
      if (!item.hasCas()) {
        throw new ConfigurationException(
            "a token bucket needs CAS, and the server of " + key + " was started without (-C)");
      }
      long now = state.now(clock, item);
      State next = new State(Math.max(state.full(), now) + cost, now);
      long excess = next.full() - now - capacity();
      return excess > 0
          ? denied(next, cost, Duration.ofNanos(excess))
          : write(
              items, Put.set(key, next.toBytes(), next.ttl()).ifCas(item.cas()), next, cost, tries);
    });
  }

  private CompletableFuture<Decision> write(
      LimitItems<?> items, Put put, State next, long cost, int tries) {
    return Answers.then(items.execute(put), outcome -> {
      if (outcome.isStored()) {
        return CompletableFuture.completedFuture(new Allowed(free(next)));
      }
      return tries > 1
          ? tryAcquire(items, put.key(), cost, tries - 1)
          : denied(next, cost, CROWDED);
    });
  }

  private CompletableFuture<Decision> denied(State next, long cost, Duration wait) {
    State unchanged = new State(next.full() - cost, next.written());
    return CompletableFuture.completedFuture(new Denied(free(unchanged), wait));
  }

  private long free(State state) {
    return Math.max(0, (capacity() - (state.full() - state.written())) / interval());
  }

  private long capacity() {
    return burst * interval();
  }
}
