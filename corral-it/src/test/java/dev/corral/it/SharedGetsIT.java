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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
  private static final int REQUESTS = IS_LONG ? 3_000_000 : 150_000;

  private static final Map<Fault, Integer> CHANCES = Map.of(
      Fault.SPLIT, 1_000,
      Fault.DELAY, 50,
      Fault.STALL, 5,
      Fault.CLOSE, 10,
      Fault.HALF_CLOSE, 5,
      Fault.RESET, 10);

  private static final List<Key> PRESENT = Samples.keys("present", 300);
  private static final List<Key> ABSENT = Samples.keys("absent", 100);

  private final LongAdder keyBytes = new LongAdder();
  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder wrong = new LongAdder();

  @BeforeEach
  void write() throws Exception {
    try (SocketStore direct = new SocketStore(MEMCACHED.connect())) {
      for (int i = 0; i < PRESENT.size(); i++) {
        Key key = PRESENT.get(i);
        direct
            .set(key, Samples.value(key, i % 60 == 0 ? 20_000 : i % 20 * 50), Ttl.NEVER)
            .join();
      }
    }
  }

  @Test
  void eachHasItsOwnKeysValueAndFewHaveACommandOfTheirOwn() throws Exception {
    try (MemcachedStore store = MemcachedStore.open(Nodes.list(MEMCACHED), options -> options)) {
      long before = bytesRead(store);
      ask(store);
      double beside = (bytesRead(store) - before - keyBytes.sum()) / (double) REQUESTS;
      FIGURES.log(
          Level.INFO,
          String.format(
              "shared gets: %d answered, %.2f bytes each beside the key", answered.sum(), beside));
      assertThat(wrong.sum()).isZero();
      assertThat(failed.sum()).isZero();
      assertThat(answered.sum()).isEqualTo(REQUESTS);
      // A space for who shares a command, and a part of its beginning and end; else 10 bytes.
      assertThat(beside).isBetween(1.0, 4.0);
    }
  }

  @Test
  void onABadNetworkNoneHasAnothersValueOrAMissForOne() throws Exception {
    try (FaultyProxy proxy = new FaultyProxy(MEMCACHED.address(), SEED, CHANCES);
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(proxy.server()),
            options -> options.reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20)))) {
      ask(store);
      FIGURES.log(
          Level.INFO,
          "shared gets on a bad network: seed " + SEED + ", " + answered + " answered, " + failed
              + " failed, " + wrong + " wrong; " + proxy.connections() + " connections, "
              + proxy.faults());
      assertThat(wrong.sum()).isZero();
      assertThat(answered.sum() + failed.sum()).isEqualTo(REQUESTS);
      assertThat(answered.sum()).isGreaterThan(REQUESTS / 2);
      assertThat(proxy.connections()).isGreaterThan(5);
      proxy.calmDown();
      Nodes.awaitAnswer(store, PRESENT.get(0));
      Nodes.awaitNothingInFlight(store);
    }
  }

  private static long bytesRead(MemcachedStore store) {
    return Long.parseLong(store.stats(MEMCACHED.server()).join().get("bytes_read"));
  }

  /** Has several callers ask for so much in all, each for many keys at any time. */
  private void ask(MemcachedStore store) throws InterruptedException {
    Nodes.awaitConnected(store);
    List<Thread> callers = IntStream.range(0, CALLERS)
        .mapToObj(number -> new Thread(() -> ask(store, new Random(SEED + number))))
        .toList();
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
  }

  private void ask(MemcachedStore store, Random random) {
    AsyncMemcachedClient<byte[]> client = store.client(Codec.bytes()).async();
    Semaphore free = new Semaphore(IN_FLIGHT);
    for (int i = 0; i < REQUESTS / CALLERS; i++) {
      if (i % IN_FLIGHT == 0) { // while it is down all fail at once, and that would prove nothing
        Nodes.awaitConnected(store);
      }
      List<Key> keys = random.nextInt(4) == 0 ? ABSENT : PRESENT;
      String key = keys.get(random.nextInt(keys.size())).toString();
      keyBytes.add(key.length());
      free.acquireUninterruptibly();
      CompletableFuture<?> unused = client.get(key).whenComplete((value, fault) -> {
        count(key, value, fault);
        free.release();
      });
    }
    Memcached.awaitUntil("the last answers", () -> free.tryAcquire(IN_FLIGHT));
  }

  private void count(String key, byte @Nullable [] value, @Nullable Throwable fault) {
    boolean isHit =
        value != null && new String(value, StandardCharsets.US_ASCII).startsWith(key + "=");
    boolean isMiss = value == null && fault == null;
    if (key.startsWith("present") ? isHit : isMiss) {
      answered.increment();
    } else if (fault instanceof DeadlineExceededException
        || fault instanceof UnavailableException) {
      failed.increment();
    } else {
      wrong.increment();
    }
  }
}
