package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.ArithmeticOutcome;
import dev.corral.store.ArithmeticOutcome.Counted;
import dev.corral.store.Cas;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome;
import dev.corral.store.Store;
import dev.corral.testkit.MovableTicker;
import dev.corral.time.Ttl;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Runs the same random operations on the memory store and on a real server, and wants the same
 * answers: values, flags, leases, stale marks, remaining lives, and when a CAS changes.
 */
class MemoryStoreIT {
  /**
   * Without the thread that moves items between LRU lists. While it holds a read item, the server
   * counts in a fresh item instead of in place, and padding, lease and stale mark are gone by
   * chance.
   */
  @RegisterExtension
  static final Memcached SERVER = Memcached.with("-o", "no_lru_maintainer");

  /** None with a sign, which the server reads in ways of its own (see Counter). */
  private static final String[] VALUES = {
    "",
    "a",
    "some text",
    "0",
    "7",
    "9",
    "99",
    "100",
    " 5",
    "6 ",
    "12 a",
    "1.5",
    "0008",
    "18446744073709551615",
    "18446744073709551616",
    "18446744073709551614"
  };

  @Test
  void itAnswersAsTheServerDoes() {
    Random random = new Random(20_261_115);
    for (int episode = 0; episode < 250; episode++) {
      try (Pair pair = new Pair(random, "steady:" + episode)) {
        pair.run(100, 1000);
      }
    }
  }

  /** Here lives are short, and both clocks tick. */
  @Test
  void itAnswersAsTheServerDoesWhileTimeGoesBy() {
    Random random = new Random(11_152_026);
    int ticks = 0;
    for (int episode = 0; ticks < 8; episode++) {
      assertThat(episode).as("episodes that this machine was too slow for").isLessThan(20);
      try (Pair pair = new Pair(random, "ticking:" + episode)) {
        long second = pair.awaitTick(pair.server.serverSecond());
        for (; ticks < 8; ticks++) {
          List<String> differences = pair.differences(600, 4);
          if (pair.server.serverSecond() != second) {
            break; // The server's clock ticked in the midst: what differs proves nothing.
          }
          assertThat(differences).isEmpty();
          if (pair.awaitTick(second) != ++second) {
            break;
          }
          pair.ticker.advance(Duration.ofSeconds(1));
        }
      }
    }
  }

  /** The two stores, and what both have answered so far. */
  private static final class Pair implements AutoCloseable {
    final MovableTicker ticker = new MovableTicker();
    final Store memory = MemoryStore.create(options -> options.ticker(ticker).wholeSeconds(true));
    final SocketStore server = new SocketStore(SERVER.address());
    private final Random random;
    private final List<Key> keys = new ArrayList<>();
    /** CAS values that stand for the same state: the memory store's, and the server's. */
    private final List<Cas[]> states = new ArrayList<>();

    Pair(Random random, String name) {
      this.random = random;
      for (int i = 0; i < 3; i++) {
        keys.add(Key.raw(name + ":" + i));
      }
    }

    void run(int steps, int longestLife) {
      assertThat(differences(steps, longestLife)).isEmpty();
    }

    List<String> differences(int steps, int longestLife) {
      List<String> differences = new ArrayList<>();
      StringBuilder history = new StringBuilder();
      for (int step = 0; step < steps && differences.isEmpty(); step++) {
        Key key = keys.get(random.nextInt(keys.size()));
        Cas[] state = !states.isEmpty() && random.nextInt(3) == 0
            ? states.get(Math.max(0, states.size() - 1 - random.nextInt(4)))
            : null;
        long seed = random.nextLong();
        Operation<?> here = operation(key, state == null ? null : state[0], seed, longestLife);
        Operation<?> there = operation(key, state == null ? null : state[1], seed, longestLife);
        Object mine = memory.execute(here).join();
        Object theirs = server.execute(there).join();
        if (isTakenForNoNumber(here, mine, theirs)) {
          Put anew = Put.set(key, new byte[0], Ttl.NEVER);
          memory.execute(anew).join();
          server.execute(anew).join();
          continue;
        }
        String expected = describe(theirs, 1, longestLife);
        String actual = describe(mine, 0, longestLife);
        history.append(here).append(" -> ").append(actual).append('\n');
        if (!actual.equals(expected)) {
          differences.add(history + "but the server said " + expected);
        }
        remember(mine, theirs);
      }
      return differences;
    }

    /**
     * Whether the server refused to count from 2<sup>63</sup> on, which it does by chance (decision
     * 7).
     */
    private static boolean isTakenForNoNumber(Operation<?> operation, Object mine, Object theirs) {
      if (!(operation instanceof Arithmetic count)
          || !(mine instanceof Counted counted)
          || theirs != ArithmeticOutcome.Refused.NOT_NUMERIC) {
        return false;
      }
      // Where it stopped at 0, no more is known of the number than that it was not above the delta.
      long number =
          count.isSubtracting() ? counted.value() + count.delta() : counted.value() - count.delta();
      return number < 0;
    }

    private void remember(Object mine, Object theirs) {
      Cas here = casOf(mine);
      Cas there = casOf(theirs);
      if (here != null && there != null && indexOf(here, 0) < 0) {
        states.add(new Cas[] {here, there});
      }
    }

    /** Names a CAS by when it was first seen, which must be the same on both sides. */
    private int indexOf(Cas cas, int side) {
      for (int i = 0; i < states.size(); i++) {
        if (states.get(i)[side].equals(cas)) {
          return i;
        }
      }
      return -1;
    }

    private static @Nullable Cas casOf(Object outcome) {
      if (outcome instanceof Item item) {
        return item.hasCas() ? item.cas() : null;
      }
      return outcome instanceof PutOutcome.Stored stored ? stored.cas() : null;
    }

    private String describe(Object outcome, int side, int longestLife) {
      Cas cas = casOf(outcome);
      String state = cas == null ? "" : ", state " + indexOf(cas, side);
      if (outcome instanceof Item item) {
        String life = "";
        if (item.hasCas()) {
          // Where lives are long, the server's clock may tick unseen.
          life = !item.expires()
              ? ", endless"
              : longestLife > 100 ? ", ends" : ", ends in " + item.remaining();
        }
        return "'" + new String(item.value(), StandardCharsets.US_ASCII) + "', flags "
            + item.flags() + ", " + item.lease() + (item.isStale() ? ", stale" : "") + life + state;
      }
      return outcome instanceof PutOutcome.Stored ? "stored" + state : outcome.toString();
    }

    long awaitTick(long second) {
      Memcached.awaitUntil("the server's clock", () -> server.serverSecond() != second);
      return server.serverSecond();
    }

    @Override
    public void close() {
      memory.close();
      server.close();
    }
  }

  /** The same operation for the same seed, but for the CAS. */
  private static Operation<?> operation(Key key, @Nullable Cas cas, long seed, int longestLife) {
    Random random = new Random(seed);
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3 -> get(key, random, longestLife);
      case 4, 5, 6 -> put(key, cas, random, longestLife);
      case 7 -> {
        Delete delete = Delete.of(key);
        delete = switch (random.nextInt(4)) {
          case 0 -> delete;
          case 1 -> delete.markingStale(limitedTtl(random, longestLife));
          default -> delete.markingStale();
        };
        yield cas == null ? delete : delete.ifCas(cas);
      }
      default -> {
        long delta = random.nextInt(4) == 0 ? random.nextLong() : random.nextInt(12);
        Arithmetic count =
            random.nextBoolean() ? Arithmetic.add(key, delta) : Arithmetic.subtract(key, delta);
        if (random.nextBoolean()) {
          count = count.orCreate(random.nextInt(120), ttl(random, longestLife));
        }
        yield cas == null ? count : count.ifCas(cas);
      }
    };
  }

  private static Get get(Key key, Random random, int longestLife) {
    Get get = Get.of(key);
    if (random.nextInt(4) != 0) {
      get = get.withDetails();
    }
    if (random.nextBoolean()) {
      // Where lives are long, no window comes near one of them: the clocks need not agree.
      get = get.withRefreshAhead(Duration.ofSeconds(
          longestLife > 100 ? random.nextInt(2) * 100_000L : random.nextInt(longestLife + 2)));
    }
    return switch (random.nextInt(4)) {
      case 0, 1 -> get.withLease(Ttl.seconds(longestLife));
      case 2 -> get.withTouch(ttl(random, longestLife));
      default -> get;
    };
  }

  private static Put put(Key key, @Nullable Cas cas, Random random, int longestLife) {
    byte[] value = VALUES[random.nextInt(VALUES.length)].getBytes(StandardCharsets.US_ASCII);
    Ttl ttl = ttl(random, longestLife);
    int flags = random.nextInt(3);
    Put put = switch (random.nextInt(6)) {
      case 0 -> Put.add(key, value, ttl).withFlags(flags);
      case 1 -> Put.replace(key, value, ttl).withFlags(flags);
      case 2 -> Put.append(key, value);
      case 3 -> Put.prepend(key, value);
      default -> Put.set(key, value, ttl).withFlags(flags);
    };
    if (random.nextBoolean()) {
      put = put.returningCas();
    }
    return cas == null || put.mode() == Put.Mode.ADD ? put : put.ifCas(cas);
  }

  private static Ttl ttl(Random random, int longestLife) {
    return random.nextInt(4) == 0 ? Ttl.NEVER : limitedTtl(random, longestLife);
  }

  /** Where lives are long, none is so short that the server's clock could end it unseen. */
  private static Ttl limitedTtl(Random random, int longestLife) {
    return Ttl.seconds(longestLife > 100 ? longestLife : 1 + random.nextInt(longestLife));
  }
}
