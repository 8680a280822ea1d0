package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Codec;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.UnavailableException;
import dev.corral.it.FaultyProxy.Fault;
import dev.corral.key.Key;
import dev.corral.memcached.AsyncMemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import dev.corral.time.Ttl;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Many gets in flight, which go out together and share commands: each has its own key's value. */
class SharedGetsIT {
  private static final System.Logger FIGURES = System.getLogger("figures");
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final long SEED = IS_LONG ? System.nanoTime() : 20_261_119;

  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final int CALLERS = 3;
  private static final int IN_FLIGHT = 64;
  private static final int REQUESTS = CALLERS * IN_FLIGHT * (IS_LONG ? 16_000 : 800);

  private static final Map<Fault, Integer> CHANCES = Map.of(
      Fault.SPLIT, 1_000,
      Fault.DELAY, 50,
      Fault.STALL, 5,
      Fault.CLOSE, 10,
      Fault.HALF_CLOSE, 5,
      Fault.RESET, 10);

  private static final List<Key> PRESENT = Samples.keys("present", 300);
  private static final List<Key> ABSENT = Samples.keys("absent", 100);

  private final Map<String, byte[]> values = new HashMap<>();
  private final LongAdder keyBytes = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder wrong = new LongAdder();

  @BeforeEach
  void write() throws Exception {
    try (SocketStore direct = new SocketStore(MEMCACHED.connect())) {
      for (int i = 0; i < PRESENT.size(); i++) {
        byte[] value = Samples.value(PRESENT.get(i), i % 60 == 0 ? 20_000 : i % 20 * 50);
        direct.set(PRESENT.get(i), value, Ttl.NEVER).join();
        values.put(PRESENT.get(i).toString(), value);
      }
    }
  }

  @Test
  void eachHasItsOwnKeysValue() throws Exception {
    try (MemcachedStore store =
        MemcachedStore.open(Nodes.list(MEMCACHED), options -> options.deadline(Nodes.PATIENCE))) {
      double beside = ask("shared gets", store);
      assertThat(answered.sum()).isEqualTo(REQUESTS);
      assertThat(beside).as("bytes beside the key; alone a get takes 10").isLessThan(8);
    }
  }

  @Test
  void onABadNetworkNoneHasAnothersValueOrAMissForOne() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(MEMCACHED.address(), SEED, CHANCES);
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(proxy.server()),
            options -> options.reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20)))) {
      double unused = ask("shared gets on a bad network", store);
      FIGURES.log(
          Level.INFO,
          "seed " + SEED + ", " + proxy.connections() + " connections, " + proxy.faults());
      assertThat(answered.sum()).isGreaterThan(REQUESTS / 2);
      assertThat(proxy.connections()).isGreaterThan(5);
      proxy.calmDown();
      Nodes.awaitAnswer(store, PRESENT.get(0));
      Nodes.awaitNothingInFlight(store);
    }
  }

  /** Has several callers ask, each for many keys at once. Returns what was sent beside a key. */
  private double ask(String what, MemcachedStore store) throws Exception {
    Nodes.awaitConnected(store);
    long before = bytesRead();
    List<Thread> callers = IntStream.range(0, CALLERS)
        .mapToObj(number -> new Thread(() -> ask(store, new Random(SEED + number))))
        .toList();
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
    double beside = (bytesRead() - before - keyBytes.sum()) / (double) REQUESTS;
    FIGURES.log(
        Level.INFO,
        String.format(
            "%s: %d answered, %d failed, %d wrong; %.1f bytes each beside the key",
            what, answered.sum(), failed.sum(), wrong.sum(), beside));
    assertThat(wrong.sum()).as("wrong answers").isZero();
    assertThat(answered.sum() + failed.sum()).as("answers").isEqualTo(REQUESTS);
    return beside;
  }

  private static long bytesRead() throws Exception {
    try (MemcachedStore store = MemcachedStore.open(Nodes.list(MEMCACHED), options -> options)) {
      Nodes.awaitConnected(store);
      return Long.parseLong(store.stats(MEMCACHED.server()).join().get("bytes_read"));
    }
  }

  private void ask(MemcachedStore store, Random random) {
    AsyncMemcachedClient<byte[]> client = store.client(Codec.bytes()).async();
    Semaphore free = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < REQUESTS / CALLERS; i++) {
      if (i % IN_FLIGHT == 0) {
        // All at once, so that they stand together; and while it is down they would prove nothing.
        free.acquireUninterruptibly(IN_FLIGHT);
        Nodes.awaitConnected(store);
      }
      List<Key> keys = random.nextInt(4) == 0 ? ABSENT : PRESENT;
      String key = keys.get(random.nextInt(keys.size())).toString();
      keyBytes.add(key.length());
      CompletableFuture<?> unused = client.get(key).whenComplete((value, fault) -> {
        count(key, value, fault);
        free.release();
      });
    }
    Memcached.awaitUntil("the last answers", () -> free.tryAcquire(IN_FLIGHT));
  }

  private void count(String key, byte @Nullable [] value, @Nullable Throwable fault) {
    if (fault == null && Arrays.equals(value, values.get(key))) { // null for one that is absent
      answered.increment();
    } else if (fault instanceof DeadlineExceededException
        || fault instanceof UnavailableException) {
      failed.increment();
    } else {
      wrong.increment();
    }
  }
}
