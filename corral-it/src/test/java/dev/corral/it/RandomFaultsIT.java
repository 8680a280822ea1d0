package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.FaultyProxy.Fault;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Miss;
import dev.corral.store.Store;
import dev.corral.time.Ttl;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Many requests with random deadlines over a network that cuts, delays and resets at random: no
 * answer goes to the wrong caller, no request stays open, nothing is left behind.
 */
public class RandomFaultsIT extends AnyWay {
  private static final System.Logger FIGURES = System.getLogger("figures");

  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");

  private static final long SEED = IS_LONG ? System.nanoTime() : 20_261_115;

  private static final int CALLERS = 4;
  private static final int IN_FLIGHT_PER_CALLER = 32;
  private static final int BATCH = 16;
  private static final int LONGEST_DEADLINE_MILLIS = 200;

  private static final Map<Fault, Integer> CHANCES = Map.of(
      Fault.SPLIT, 2_000,
      Fault.DELAY, 200,
      Fault.STALL, 20,
      Fault.CLOSE, 30,
      Fault.HALF_CLOSE, 30,
      Fault.RESET, 60);

  /** Always there, as long as the server lives. */
  private static final List<Key> PRESENT = Samples.keys("present", 500);

  /** Never written. */
  private static final List<Key> ABSENT = Samples.keys("absent", 500);

  /** Written now and then; whether a write was done is not always known. */
  private static final List<Key> WRITTEN = Samples.keys("written", 500);

  private static final List<List<Key>> KINDS = List.of(PRESENT, PRESENT, ABSENT, WRITTEN);

  private final int requests = way().share(IS_LONG ? 1_000_000 : 150_000);
  private final LongAdder answered = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder unavailable = new LongAdder();
  private final LongAdder wrong = new LongAdder();
  private final Queue<Late> late = new ConcurrentLinkedQueue<>();
  private final LongAdder open = new LongAdder();
  private final AtomicLong latest = new AtomicLong();

  /** A request that ended after its deadline and the margin. */
  private record Late(long deadline, long ended) {
    /** Whether the machine alone does not explain it. */
    boolean isByMoreThan(Pulse pulse) {
      return ended - deadline - pulse.stoodStill(deadline, ended) > Asked.MARGIN.toNanos();
    }
  }

  @Test
  void noAnswerGoesAstrayAndNothingHangsOrLeaks() throws Exception {
    try (Memcached memcached = way().memcached().start()) {
      try (SocketStore direct = new SocketStore(memcached.connect())) {
        for (int i = 0; i < PRESENT.size(); i++) {
          Key key = PRESENT.get(i);
          direct
              .set(key, Samples.value(key, i % 50 == 0 ? 60_000 : i % 20 * 100), Ttl.NEVER)
              .join();
        }
      }
      Footprint before = Footprint.afterTheFirstStore(way());
      long began = System.nanoTime();
      Pulse pulse = new Pulse();
      String faults;
      try (pulse) {
        faults = run(memcached);
      }
      Duration took = Duration.ofNanos(System.nanoTime() - began);
      long total = answered.sum() + timedOut.sum() + unavailable.sum() + wrong.sum();
      long tooLate =
          late.stream().filter(request -> request.isByMoreThan(pulse)).count();
      Footprint after = Footprint.awaitAtMost(before);
      FIGURES.log(
          Level.INFO,
          String.format(
              "random faults: seed %d, %d requests in %d ms, %d answered, %d timed out, "
                  + "%d unavailable, %d wrong, %d open, %d late, latest %d ms after its deadline, %d "
                  + "late by more than the machine, which stood still for up to %d ms; %s; %s before, "
                  + "%s after",
              SEED,
              total,
              took.toMillis(),
              answered.sum(),
              timedOut.sum(),
              unavailable.sum(),
              wrong.sum(),
              open.sum(),
              late.size(),
              Duration.ofNanos(latest.get()).toMillis(),
              tooLate,
              Duration.ofNanos(pulse.longest()).toMillis(),
              faults,
              before,
              after));
      assertThat(wrong.sum()).as("answers to the wrong caller").isZero();
      assertThat(open.sum()).as("requests that never ended").isZero();
      assertThat(tooLate).as("requests that ended too late").isZero();
      assertThat(total).as("requests").isGreaterThanOrEqualTo(requests);
      // TLS needs more round trips until there is a connection, and each may be cut.
      int enough = way().tls() == null ? requests / 2 : requests / 4;
      assertThat(answered.sum()).as("answered").isGreaterThan(enough);
    }
  }

  /** Sends all requests, and returns what the network did to them. */
  private String run(Memcached memcached) throws InterruptedException {
    try (FaultyProxy proxy = new FaultyProxy(memcached.address(), SEED, CHANCES);
        MemcachedStore store = way()
            .open(
                ServerList.of(proxy.server()),
                options -> options
                    .connectionsPerNode(2)
                    // Connections that never live long would be made ever more slowly.
                    .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20)))) {
      List<Caller> callers = IntStream.range(0, CALLERS)
          .mapToObj(number -> new Caller(store, new Random(SEED + number)))
          .toList();
      callers.forEach(Thread::start);
      for (Caller caller : callers) {
        caller.join();
      }
      proxy.calmDown();
      Nodes.awaitAnswer(store, PRESENT.get(0));
      Nodes.awaitNothingInFlight(store);
      Nodes.assertAnswered(store, PRESENT.get(0));
      return proxy.connections() + " connections, " + proxy.faults();
    }
  }

  /** A thread that has some requests in flight at any time. */
  private final class Caller extends Thread {
    private final MemcachedStore store;
    private final Random random;
    private final Semaphore free = new Semaphore(IN_FLIGHT_PER_CALLER);

    Caller(MemcachedStore store, Random random) {
      super("caller");
      this.store = store;
      this.random = random;
    }

    @Override
    public void run() {
      for (int asked = 0; asked < requests / CALLERS; ) {
        // While it is down all fail at once: that many requests would prove nothing.
        Nodes.awaitConnected(store);
        asked += random.nextInt(4) == 0 ? write() : read(random.nextInt(20) == 0 ? BATCH : 1);
      }
      Memcached.awaitUntil("the last requests", () -> free.tryAcquire(IN_FLIGHT_PER_CALLER));
    }

    private int write() {
      Key key = any(WRITTEN);
      byte[] value = Samples.value(key, random.nextInt(3_000));
      Duration deadline = deadline();
      free.acquireUninterruptibly();
      long end = System.nanoTime() + deadline.toNanos();
      expect(end, store.within(deadline).set(key, value, Ttl.NEVER), unused -> true);
      return 1;
    }

    private int read(int count) {
      List<Key> keys = Stream.generate(() -> any(KINDS.get(random.nextInt(KINDS.size()))))
          .limit(count)
          .toList();
      Duration deadline = deadline();
      free.acquireUninterruptibly(count);
      long end = System.nanoTime() + deadline.toNanos();
      Store hurried = store.within(deadline);
      List<CompletableFuture<GetOutcome>> outcomes = count == 1
          ? List.of(hurried.get(keys.get(0)))
          : hurried.executeAll(keys.stream().map(Get::of).toList());
      for (int i = 0; i < count; i++) {
        Key key = keys.get(i);
        expect(end, outcomes.get(i), outcome -> isRight(key, outcome));
      }
      return count;
    }

    private Duration deadline() {
      return Duration.ofMillis(1 + random.nextInt(LONGEST_DEADLINE_MILLIS));
    }

    private Key any(List<Key> keys) {
      return keys.get(random.nextInt(keys.size()));
    }

    private <T extends @Nullable Object> void expect(
        long end, CompletableFuture<T> request, Predicate<T> isRight) {
      open.increment();
      CompletableFuture<T> unused = request.whenComplete((outcome, fault) -> {
        noteEnd(end, System.nanoTime());
        if (fault instanceof DeadlineExceededException) {
          timedOut.increment();
        } else if (fault instanceof UnavailableException) {
          unavailable.increment();
        } else if (fault == null && isRight.test(outcome)) {
          answered.increment();
        } else {
          wrong.increment();
        }
        free.release();
      });
    }
  }

  private static boolean isRight(Key key, GetOutcome outcome) {
    boolean mayMiss = !key.toString().startsWith("present");
    boolean mayHit = !key.toString().startsWith("absent");
    return outcome == Miss.MISS ? mayMiss : mayHit && Samples.isOf(key, outcome);
  }

  private void noteEnd(long deadline, long ended) {
    open.decrement();
    latest.accumulateAndGet(ended - deadline, Math::max);
    if (ended - deadline > Asked.MARGIN.toNanos()) {
      late.add(new Late(deadline, ended));
    }
  }
}
