package dev.corral.counter;

import dev.corral.cache.DelayedStore;
import dev.corral.cache.SimulatedProcess;
import dev.corral.cache.SimulatedServer;
import dev.corral.cache.Strands;
import dev.corral.future.Answers;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.site.Site;
import dev.corral.store.Store;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * Some processes that read a counter and change what it counts, in a time of their own, with a
 * server that forgets, restarts and stands still; and a check of each number that was read.
 */
final class CounterHistory {
  static final Key KEY = Key.of("corral-count", "rows", 1);

  private static final Duration LENGTH = Duration.ofSeconds(4);
  private static final int PROCESSES = 3;
  private static final int LANES = 2;

  /** How a transaction is counted. */
  @FunctionalInterface
  interface Algorithm {
    CompletableFuture<Long> update(Counter<Long> counter, Store store, Transaction transaction);
  }

  /** Begins a transaction; the future brings what it has added, when it is committed. */
  @FunctionalInterface
  interface Transaction {
    CompletableFuture<Long> begin();
  }

  /** A transaction as the checker knows it. */
  private static final class Change {
    long delta;
    long committed = Long.MAX_VALUE;
    long returned = Long.MAX_VALUE;
  }

  private final SteppedTimer time = new SteppedTimer();
  private final Random random;
  private final boolean rough;

  /** The longest pause between two calls, in milliseconds. */
  private final int pace;

  private final Algorithm algorithm;
  private final Server server = new Server(time);
  private final List<Member> members = new ArrayList<>();
  private final List<Change> changes = new ArrayList<>();
  private long rows;
  private int reads;
  private int wrong;

  private static final class Server extends SimulatedServer {
    Server(SteppedTimer time) {
      super(time);
    }
  }

  /**
   * A history.
   *
   * @param rough whether requests and replies get lost, servers stand still, and transactions end
   *     in doubt
   */
  CounterHistory(long seed, boolean rough, Algorithm algorithm, Strands strands) {
    this.random = new Random(seed);
    this.rough = rough;
    this.pace = 10 + random.nextInt(200);
    this.algorithm = algorithm;
    for (int i = 0; i < PROCESSES; i++) {
      members.add(new Member(new SimulatedProcess("p" + i, time, strands)));
    }
  }

  CounterHistory run() {
    members.forEach(member -> {
      for (int lane = 0; lane < LANES; lane++) {
        member.next();
      }
    });
    trouble();
    time.advance(LENGTH);
    members.forEach(member -> member.store.lossRate = 0);
    // All that was begun comes to its end, and what is overdue is paid, long before the ttl ends.
    time.advance(Duration.ofSeconds(15));
    for (Member member : members) {
      CompletableFuture<Long> unused = member.read();
    }
    time.advance(Duration.ofSeconds(5));
    return this;
  }

  int reads() {
    return reads;
  }

  int wrong() {
    return wrong;
  }

  private void trouble() {
    time.after(millis(200), () -> {
      if (time.nanos() > LENGTH.toNanos()) {
        return;
      }
      int kind = random.nextInt(20);
      if (kind == 0) {
        server.restart();
      } else if (kind == 1 && rough) {
        server.stall(millis(1500));
      } else if (kind == 2 && rough) {
        members.get(random.nextInt(PROCESSES)).process.pause(millis(300));
      } else {
        server.evict(KEY);
      }
      trouble();
    });
  }

  private Duration millis(int most) {
    return Duration.ofNanos((long) (random.nextDouble() * most * 1e6));
  }

  /**
   * Whether a number is explained: all changes that had returned before the read, and any of those
   * that were committed before its end.
   */
  private boolean isExplained(long number, long begun, long ended) {
    long base = 0;
    Set<Long> sums = new HashSet<>(Set.of(0L));
    for (Change change : changes) {
      if (change.returned < begun) {
        base += change.committed == Long.MAX_VALUE ? 0 : change.delta;
      } else if (change.committed <= ended) {
        List.copyOf(sums).forEach(sum -> sums.add(sum + change.delta));
      }
    }
    return sums.contains(number - base);
  }

  /** A process, its way to the server, and what it does all the time. */
  private final class Member {
    final SimulatedProcess process;
    final DelayedStore store;
    private final Counter<Long> counter;

    Member(SimulatedProcess process) {
      this.process = process;
      this.store = new DelayedStore(process, server, random);
      store.lossRate = rough ? 0.02 : 0;
      Site site =
          Site.on(store).ticker(time).timer(process).random(() -> random).executor(process);
      this.counter = Counter.on(
          site,
          "rows",
          Keys.longs(),
          o -> o.ttl(Duration.ofMinutes(5)).loadTime(Duration.ofSeconds(2)));
    }

    void next() {
      process.after(millis(pace), () -> {
        if (time.nanos() > LENGTH.toNanos()) {
          return;
        }
        CompletableFuture<?> done = random.nextInt(10) < 4 ? change() : read();
        Answers.when(done, (value, fault) -> next());
      });
    }

    CompletableFuture<Long> read() {
      long begun = time.nanos();
      CompletableFuture<Long> answer = counter.async().get(1L, key -> {
        long snapshot = rows;
        process.sleep(millis(15));
        return snapshot;
      });
      Answers.when(answer, (number, fault) -> {
        reads++;
        wrong += number != null && isExplained(number, begun, time.nanos()) ? 0 : 1;
      });
      return answer;
    }

    private CompletableFuture<Long> change() {
      Change change = new Change();
      changes.add(change);
      CompletableFuture<Long> done = algorithm.update(counter, store, () -> transaction(change));
      Answers.when(done, (delta, fault) -> returned(change));
      return done;
    }

    /** What a server has not confirmed may be seen later. */
    private void returned(Change change) {
      if (counter.overdue() == 0) {
        change.returned = time.nanos();
      } else {
        process.after(Duration.ofMillis(5), () -> returned(change));
      }
    }

    private CompletableFuture<Long> transaction(Change change) {
      CompletableFuture<Long> end = new CompletableFuture<>();
      boolean isLost = rough && random.nextInt(20) == 0;
      process.after(millis(10), () -> {
        if (isLost && random.nextBoolean()) {
          end.completeExceptionally(new IllegalStateException("rolled back"));
          return;
        }
        long wanted = random.nextInt(1000);
        change.delta = random.nextInt(3) == 0 ? -Math.min(wanted, rows) : wanted;
        change.committed = time.nanos();
        rows += change.delta;
        process.after(millis(10), () -> {
          if (isLost) {
            end.completeExceptionally(new IllegalStateException("nobody knows"));
          } else {
            end.complete(change.delta);
          }
        });
      });
      return end;
    }
  }
}
