package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.it.FaultyProxy.Fault;
import dev.corral.memcached.MemcachedClient;
import dev.corral.memcached.MemcachedStore;
import dev.corral.ring.ServerList;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Callers that wait write to the socket themselves whenever they are alone; others come in bursts
 * by the event loop, all on one connection. Whoever writes, the order of requests and replies is
 * kept.
 */
class WaitingCallersIT {
  private static final System.Logger FIGURES = System.getLogger("figures");
  private static final long SEED = 20_261_116;
  private static final int CALLERS = 3;
  private static final int CALLS = 4_000;
  private static final int LARGE = 40_000;

  private final LongAdder answered = new LongAdder();
  private final LongAdder failed = new LongAdder();
  private final LongAdder wrong = new LongAdder();

  @Test
  void eachGetsItsOwnAnswerWhoeverWrites() throws Exception {
    try (Memcached memcached = Memcached.with().start();
        MemcachedStore store = open(memcached)) {
      run(store);
    }

    report("calm");
    assertThat(wrong.sum()).isZero();
    assertThat(failed.sum()).isZero();
  }

  @Test
  void eachGetsItsOwnAnswerOverAUnixSocket(@TempDir Path directory) throws Exception {
    try (Memcached memcached = Memcached.onSocket(directory.resolve("socket")).start();
        MemcachedStore store = open(memcached)) {
      run(store);
    }

    report("unix socket");
    assertThat(wrong.sum()).isZero();
    assertThat(failed.sum()).isZero();
  }

  @Test
  void aCallerThatIsAloneWritesMoreThanTheChannelHolds() {
    byte[] value = new byte[3 << 20];
    new Random(SEED).nextBytes(value);
    try (Memcached memcached = Memcached.with("-I", "8m").start();
        MemcachedStore store = open(memcached)) {
      MemcachedClient<byte[]> client = store.client(Codec.bytes());
      for (int i = 0; i < 10; i++) {
        client.set("large", value);
        assertThat(client.get("large")).isEqualTo(value);
      }
      assertThat(store.nodes().get(0).reconnects()).isZero();
    }
  }

  @Test
  void aCallerThatIsInterruptedHasItsAnswerAndHarmsNoConnection() {
    try (Memcached memcached = Memcached.with().start();
        MemcachedStore store = open(memcached)) {
      MemcachedClient<byte[]> client = store.client(Codec.bytes());
      client.set("key", new byte[] {1});
      for (int i = 0; i < 100; i++) {
        Thread.currentThread().interrupt();
        assertThat(client.get("key")).containsExactly(1);
        assertThat(Thread.interrupted()).isTrue();
      }
      assertThat(store.nodes().get(0).reconnects()).isZero();
    }
  }

  @Test
  void whatFollowsAValueThatWasRefusedBeforeItCameDoesNotOvertakeIt() throws Exception {
    int part = 1 << 20;
    CountDownLatch isRefused = new CountDownLatch(1);
    CountDownLatch isPartlyRead = new CountDownLatch(1);
    ScriptedServer.Script hasty = connection -> {
      connection.greet();
      int size = connection.nextUnread();
      connection.write("SERVER_ERROR out of memory storing object\r\n");
      connection.await(isRefused);
      connection.skip(part); // so that the socket has room, and too little to wake the event loop
      isPartlyRead.countDown();
      connection.idle(Duration.ofMillis(200));
      connection.skip(size - part);
      connection.serve();
    };
    try (ScriptedServer server = ScriptedServer.with(hasty);
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(server.server()),
            options -> options.deadline(Nodes.PATIENCE).maxItemBytes(32 << 20))) {
      MemcachedClient<byte[]> client = store.client(Codec.bytes());
      byte[] value = "mg other v\r\n".repeat(part).getBytes(US_ASCII);
      assertThatThrownBy(() -> client.set("key", value)).hasMessageContaining("out of memory");
      isRefused.countDown();
      isPartlyRead.await();
      Thread.sleep(50); // for what was read to be acknowledged

      assertThat(client.get("key")).isNull();
      assertThat(server.connections()).isOne();
    }
  }

  private static MemcachedStore open(Memcached memcached) {
    return MemcachedStore.open(
        ServerList.of(memcached.server()), options -> options.deadline(Nodes.PATIENCE));
  }

  @Test
  void onABadNetworkCallsFailButNoneGetsAnothersAnswer() throws Exception {
    Map<Fault, Integer> chances =
        Map.of(Fault.SPLIT, 1_000, Fault.DELAY, 20, Fault.CLOSE, 20, Fault.RESET, 20);
    try (Memcached memcached = Memcached.with().start();
        FaultyProxy proxy = new FaultyProxy(memcached.address(), SEED, chances);
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(proxy.server()),
            options -> options.reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(20)))) {
      run(store);
      proxy.calmDown();
      Nodes.awaitNothingInFlight(store);
    }

    report("bad network");
    assertThat(wrong.sum()).isZero();
    assertThat(answered.sum()).isGreaterThan(CALLERS * CALLS / 2);
  }

  private void run(MemcachedStore store) throws InterruptedException {
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < CALLERS; i++) {
      Caller caller = new Caller(store, i);
      callers.add(new Thread(caller, "caller"));
    }
    callers.forEach(Thread::start);
    for (Thread caller : callers) {
      caller.join();
    }
  }

  private void report(String network) {
    FIGURES.log(
        Level.INFO,
        "waiting callers, {0}: {1} answered, {2} failed, {3} wrong",
        network,
        answered.sum(),
        failed.sum(),
        wrong.sum());
  }

  /** Writes and reads its own keys, and knows what each must hold if no write of it failed. */
  private final class Caller implements Runnable {
    private final MemcachedStore store;
    private final MemcachedClient<byte[]> client;
    private final Random random;
    private final String[] keys = new String[20];
    private final int[] versions = new int[keys.length];
    private final boolean[] isKnown = new boolean[keys.length];

    Caller(MemcachedStore store, int number) {
      this.store = store;
      this.client = store.client(Codec.bytes());
      this.random = new Random(SEED + number);
      for (int i = 0; i < keys.length; i++) {
        keys[i] = "caller-" + number + "-key-" + i;
      }
    }

    @Override
    public void run() {
      for (int call = 0; call < CALLS; call++) {
        int key = random.nextInt(keys.length);
        try {
          switch (random.nextInt(8)) {
            case 0 -> write(key);
            case 1 -> burst();
            case 2 -> readAll();
            default -> read(key, client.get(keys[key]));
          }
        } catch (UnavailableException e) {
          failed.increment();
          Nodes.awaitConnected(store);
        }
      }
    }

    private void write(int key) {
      isKnown[key] = false;
      versions[key]++;
      client.set(keys[key], value(key));
      isKnown[key] = true;
    }

    private byte[] value(int key) {
      int padding = versions[key] % 50 == 7 ? LARGE : 10;
      return (keys[key] + "=" + versions[key] + "=" + "x".repeat(padding)).getBytes(US_ASCII);
    }

    private void read(int key, byte @Nullable [] value) {
      String text = value == null ? "" : new String(value, US_ASCII);
      boolean isRight = isKnown[key]
          ? text.startsWith(keys[key] + "=" + versions[key] + "=")
          : text.isEmpty() || text.startsWith(keys[key] + "=");
      (isRight ? answered : wrong).increment();
    }

    private void readAll() {
      Map<String, byte[]> values = client.getAll(List.of(keys));
      for (int key = 0; key < keys.length; key++) {
        read(key, values.get(keys[key]));
      }
    }

    /** Some that nobody waits for before all are sent. */
    private void burst() {
      List<CompletableFuture<byte @Nullable []>> values = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        values.add(client.async().get(keys[i]));
      }
      for (int i = 0; i < 5; i++) {
        try {
          read(i, values.get(i).join());
        } catch (CompletionException e) {
          failed.increment();
        }
      }
    }
  }
}
