package dev.corral.it.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.fault.UntrustedException;
import dev.corral.it.Asked;
import dev.corral.it.FaultyProxy;
import dev.corral.it.Memcached;
import dev.corral.it.Nodes;
import dev.corral.it.Samples;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.memcached.Credentials;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Server;
import dev.corral.ring.ServerList;
import dev.corral.store.Miss;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Passwords that change while a store is open, and those who are asked for them. */
class PasswordChangeIT {
  private static final Key KEY = Key.raw("change");
  private static final Duration DEADLINE = Duration.ofMillis(500);
  private static final Credentials GOOD = Credentials.of("ada", "sesame");

  @Order(1)
  @RegisterExtension
  static final PasswordFile USERS = PasswordFile.of("ada", "sesame");

  @Order(2)
  @RegisterExtension
  static final Memcached SERVER = Memcached.with(USERS.server());

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  private static FaultyProxy proxy() {
    return FaultyProxy.harmless(SERVER.address());
  }

  @Test
  void allGoesOnWhenServerAndClientAreGivenANewPassword() {
    Table table =
        Table.of("A password is changed under load", "change", "answered", "lost", "away");
    try (PasswordFile users = PasswordFile.of("ada", "first");
        PasswordFile ours = PasswordFile.of("ada", "first");
        Memcached server = Memcached.with(users.server()).start();
        MemcachedStore store = MemcachedStore.open(
            Nodes.list(server),
            o -> o.deadline(DEADLINE).credentials(Credentials.file(ours.path())))) {
      for (int change = 1; change <= 3; change++) {
        AtomicInteger answered = new AtomicInteger();
        AtomicInteger lost = new AtomicInteger();
        ours.write("ada", "next-" + change);
        users.write("ada", "next-" + change);
        for (int i = 0; i < 100; i++) { // on the connection that was trusted when it was made
          count(store, answered, lost);
        }
        assertThat(lost).hasValue(0);
        server.restart();
        long back = System.nanoTime();
        int before = answered.get();
        Memcached.awaitUntil("an answer", () -> {
          count(store, answered, lost);
          return answered.get() > before;
        });
        table.row(change, answered.get(), lost.get(), Duration.ofNanos(System.nanoTime() - back));
      }
    }
    table.show();
  }

  /** Asks once; nobody may be told that the password is wrong, for at no time it is. */
  private static void count(MemcachedStore store, AtomicInteger answered, AtomicInteger lost) {
    Asked<?> asked = Asked.of(() -> store.get(KEY)).endsWithin(DEADLINE);
    if (asked.hasFailed()) {
      assertThat(asked.fault())
          .isInstanceOf(UnavailableException.class)
          .isNotInstanceOf(UntrustedException.class);
      lost.incrementAndGet();
    } else {
      answered.incrementAndGet();
    }
  }

  @Test
  void aSupplierIsAskedBeforeEachConnectionAndByNoThreadOfTheIo() {
    Queue<String> threads = new ConcurrentLinkedQueue<>();
    try (FaultyProxy proxy = proxy();
        MemcachedStore store = open(List.of(proxy.server()), new ConcurrentLinkedQueue<>(), () -> {
          threads.add(Thread.currentThread().getName());
          return GOOD;
        })) {
      // Once by who opens the store, so that it is not opened without a password.
      assertThat(threads.poll()).isEqualTo(Thread.currentThread().getName());
      for (int i = 0; i < 5; i++) {
        Nodes.reconnect(store, proxy, KEY);
      }
      assertThat(threads)
          .hasSizeGreaterThanOrEqualTo(proxy.connections())
          .noneMatch(name -> name.startsWith("corral-io"))
          .doesNotContain(Thread.currentThread().getName());
      Table.of("A supplier is asked", "connections", "asked")
          .row(proxy.connections(), threads.size())
          .show();
    }
  }

  @Test
  void aSupplierThatThrowsHasTheLastPasswordStay() {
    AtomicBoolean isFailing = new AtomicBoolean();
    try (FaultyProxy proxy = proxy();
        MemcachedStore store = open(List.of(proxy.server()), new ConcurrentLinkedQueue<>(), () -> {
          if (isFailing.get()) {
            throw new AssertionError("the keeper of secrets is away");
          }
          return GOOD;
        })) {
      isFailing.set(true);
      Nodes.reconnect(store, proxy, KEY);
    }
  }

  @Test
  void aFileThatIsGoneHasTheLastPasswordStay() {
    try (PasswordFile ours = PasswordFile.of("ada", "sesame");
        FaultyProxy proxy = proxy();
        MemcachedStore store = MemcachedStore.open(
            ServerList.of(proxy.server()),
            o -> o.deadline(DEADLINE).credentials(Credentials.file(ours.path())))) {
      ours.delete();
      Nodes.reconnect(store, proxy, KEY);
    }
  }

  @Test
  void aSupplierThatOnlyThrowsKeepsAStoreFromBeingOpenedAndItsMessageIsNotShown() {
    try (FaultyProxy proxy = proxy()) {
      assertThatThrownBy(() -> open(List.of(proxy.server()), new ConcurrentLinkedQueue<>(), () -> {
            throw new AssertionError("sesame is no password");
          }))
          .isInstanceOf(ConfigurationException.class)
          .hasNoCause()
          .hasMessageEndingWith(
              "the supplier of user and password failed: java.lang.AssertionError")
          .hasMessageNotContaining("sesame");
      assertThat(proxy.connections()).isZero();
    }
  }

  @Test
  void aSupplierThatHangsIsInNobodysWayButThatOfNewConnections() {
    CountDownLatch end = new CountDownLatch(1);
    AtomicBoolean isHanging = new AtomicBoolean();
    AtomicInteger hanging = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
    try (FaultyProxy torn = proxy();
        FaultyProxy whole = proxy();
        MemcachedStore store = open(List.of(torn.server(), whole.server()), events, () -> {
          if (isHanging.get()) {
            most.accumulateAndGet(hanging.incrementAndGet(), Math::max);
            await(end);
            hanging.decrementAndGet();
          }
          return GOOD;
        })) {
      Key there = keyOf(store, torn.server());
      Key elsewhere = keyOf(store, whole.server());
      isHanging.set(true);
      torn.resetAll();
      int asked = 0;
      while (givenUp(events) < 5) {
        assertThat(Asked.of(() -> store.get(elsewhere)).endsWithin(DEADLINE).outcome())
            .isEqualTo(Miss.MISS);
        assertThat(Asked.of(() -> store.get(there)).endsWithin(DEADLINE).fault())
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining(torn.server().address());
        asked++;
      }
      assertThat(most).as("threads that wait for the supplier").hasValue(1);
      Table.of("A supplier that hangs", "attempts given up", "threads", "answered elsewhere")
          .row(givenUp(events), most.get(), asked)
          .show();
      isHanging.set(false);
      end.countDown();
      Nodes.awaitAnswer(store, there);
    } finally {
      end.countDown();
    }
  }

  private static long givenUp(Queue<NodeEvent> events) {
    return events.stream()
        .filter(event -> event instanceof NodeEvent.ConnectFailed failed
            && failed.reason().startsWith("no greeting within"))
        .count();
  }

  private static Key keyOf(MemcachedStore store, Server server) {
    return Samples.keysOn(store.membership().ring(), server, "change", 1).get(0);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** With one thread for all I/O, and little patience with servers. */
  private static MemcachedStore open(
      List<Server> servers, Queue<NodeEvent> events, Supplier<Credentials> source) {
    return MemcachedStore.open(
        ServerList.of(servers),
        o -> o.deadline(DEADLINE)
            .connectTimeout(Duration.ofMillis(300))
            .reconnectAfter(Duration.ofMillis(1), Duration.ofMillis(100))
            .ioThreads(1)
            .listener(events::add)
            .credentials(Credentials.from(source)));
  }
}
