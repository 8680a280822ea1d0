package dev.corral.it;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.cache.Cache;
import dev.corral.codec.Codec;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.key.Keys;
import dev.corral.memcached.MemcachedOptions;
import dev.corral.memcached.MemcachedStore;
import dev.corral.memcached.node.NodeEvent;
import dev.corral.ring.Ring;
import dev.corral.ring.ServerList;
import dev.corral.store.Get;
import dev.corral.store.GetOutcome;
import dev.corral.store.Item;
import dev.corral.store.Miss;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of the keys of a server that is down, and of those it missed when it is back. */
class FailureModesIT {
  private static final Duration DEADLINE = Duration.ofMillis(150);
  private static final Duration SHORT = Duration.ofSeconds(10);

  private final Memcached first = Memcached.with();
  /**
   * With one thread: what lies in its sockets when it goes on is carried out in order. Of several
   * threads, one may carry out a write of a connection long closed after the others have heard of
   * all that came later, and no client can know.
   */
  private final Memcached down = Memcached.with("-t", "1");

  private final Memcached third = Memcached.with();
  private final Memcached spare = Memcached.with();
  private final Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @BeforeEach
  void start() {
    for (Memcached server : List.of(first, down, third, spare)) {
      server.start();
    }
  }

  @AfterEach
  void stop() {
    for (Memcached server : List.of(first, down, third, spare)) {
      server.close();
    }
  }

  @Test
  void failingFastFailsTheKeysOfADeadServerAtOnceAndNoOthers() {
    try (MemcachedStore store = open(MemcachedOptions::failFast)) {
      Key lost = keysOf(down, store, 1).get(0);
      List<Key> others =
          List.of(keysOf(first, store, 1).get(0), keysOf(third, store, 1).get(0));
      others.forEach(key -> write(store, key, "one"));
      down.kill();
      Memcached.awaitUntil(
          "the end of the connection", () -> !Nodes.status(store, down.server()).isConnected());
      for (int i = 0; i < 20; i++) {
        Asked<GetOutcome> asked = Asked.of(() -> store.get(lost));
        assertThat(asked.fault())
            .isInstanceOf(UnavailableException.class)
            .hasMessageContaining(down.server().address());
        assertThat(asked.took()).isLessThan(Duration.ofMillis(100));
        others.forEach(key -> assertThat(read(store, key)).isEqualTo("one"));
      }
      down.start();
      Nodes.awaitAnswer(store, lost);
      assertThat(read(store, lost)).isNull();
    }
  }

  @Test
  void anEjectedServersKeysGoToAnotherForAShortWhile() {
    try (MemcachedStore store = open(options -> options.ejecting(2).substituteTtl(SHORT))) {
      List<Key> keys = keysOf(down, store, 20);
      down.kill();
      awaitEjection(store, keys.get(0));
      for (Key key : keys) {
        write(store, key, "meanwhile");
        assertThat(read(store, key)).isEqualTo("meanwhile");
        Memcached substitute = substitute(store.membership().ring(), key);
        Item item = (Item) look(substitute, Get.of(key).withDetails());
        assertThat(item.remaining()).isLessThanOrEqualTo(SHORT);
      }
      down.start();
      awaitReadmission(store);
      for (Key key : keys) {
        assertThat(read(store, key)).isNull();
        write(store, key, "back");
        assertThat(look(down, Get.of(key))).isInstanceOf(Item.class);
      }
    }
  }

  @Test
  void anEjectedServersKeysGoToTheSpareOne() {
    try (MemcachedStore store =
        open(options -> options.guttering(2, ServerList.of(spare.server())).substituteTtl(SHORT))) {
      List<Key> keys = keysOf(down, store, 20);
      down.kill();
      awaitEjection(store, keys.get(0));
      for (Key key : keys) {
        write(store, key, "meanwhile");
        assertThat(read(store, key)).isEqualTo("meanwhile");
        Item item = (Item) look(spare, Get.of(key).withDetails());
        assertThat(item.remaining()).isLessThanOrEqualTo(SHORT);
        assertThat(look(first, Get.of(key))).isEqualTo(Miss.MISS);
        assertThat(look(third, Get.of(key))).isEqualTo(Miss.MISS);
      }
      down.start();
      awaitReadmission(store);
      keys.forEach(key -> assertThat(read(store, key)).isNull());
    }
  }

  @Test
  void whatChangedElsewhereNeverComesBackOutdated() {
    try (MemcachedStore store = open(options -> options.ejecting(2).substituteTtl(SHORT))) {
      List<Key> keys = keysOf(down, store, 60);
      List<Key> overwritten = keys.subList(0, 20);
      List<Key> deleted = keys.subList(20, 40);
      List<Key> untouched = keys.subList(40, 60);
      keys.forEach(key -> write(store, key, "old"));
      down.pause();
      awaitEjection(store, keys.get(0));
      overwritten.forEach(key -> write(store, key, "new"));
      deleted.forEach(key -> store.within(Nodes.PATIENCE).delete(key).join());
      down.resume();
      // Nobody reads it before the journal is replayed, and nobody reads the old values after.
      Memcached.awaitUntil("its return", () -> {
        overwritten.forEach(key -> assertThat(readIfUp(store, key)).isNotEqualTo("old"));
        deleted.forEach(key -> assertThat(readIfUp(store, key)).isNotEqualTo("old"));
        return hasBeen(NodeEvent.Readmitted.class);
      });
      for (Key key : keys.subList(0, 40)) {
        assertThat(look(down, Get.of(key))).isEqualTo(Miss.MISS);
        assertThat(read(store, key)).isNull();
      }
      untouched.forEach(key -> assertThat(read(store, key)).isEqualTo("old"));
      assertThat(events)
          .filteredOn(NodeEvent.Readmitted.class::isInstance)
          .extracting(event -> ((NodeEvent.Readmitted) event).replayed())
          .containsExactly(40);
      assertThat(Nodes.status(store, down.server()).journalled()).isZero();
    }
  }

  @Test
  void aWriteThatTimedOutNeverComesBackOverALaterOne() {
    try (MemcachedStore store = open(options -> options.ejecting(2).substituteTtl(SHORT))) {
      List<Key> keys = keysOf(down, store, 20);
      keys.forEach(key -> write(store, key, "old"));
      down.pause();
      // These lie in the server's socket, and are carried out when it goes on.
      List<Asked<?>> late = keys.stream()
          .<Asked<?>>map(key -> Asked.of(() -> store.set(key, bytes("late"), Ttl.NEVER)))
          .toList();
      late.forEach(asked ->
          assertThat(asked.endsWithin(DEADLINE).fault()).isInstanceOf(UnavailableException.class));
      awaitEjection(store, keys.get(0));
      keys.forEach(key -> write(store, key, "new"));
      down.resume();
      Memcached.awaitUntil("its return", () -> {
        keys.forEach(key -> assertThat(readIfUp(store, key)).isNotIn("old", "late"));
        return hasBeen(NodeEvent.Readmitted.class);
      });
      keys.forEach(key -> assertThat(read(store, key)).isNull());
    }
  }

  @Test
  void aJournalThatIsFullCountsWhatItLost() {
    try (MemcachedStore store = open(options -> options.ejecting(2).journalKeys(10))) {
      List<Key> keys = keysOf(down, store, 25);
      down.pause();
      awaitEjection(store, keys.get(0));
      keys.forEach(key -> write(store, key, "new"));
      assertThat(Nodes.status(store, down.server()).journalled()).isEqualTo(10);
      assertThat(Nodes.status(store, down.server()).journalLost()).isEqualTo(15);
      down.resume();
      awaitReadmission(store);
      Memcached.awaitUntil("the news", () -> hasBeen(NodeEvent.JournalOverflowed.class));
      assertThat(events)
          .filteredOn(NodeEvent.JournalOverflowed.class::isInstance)
          .extracting(event -> ((NodeEvent.JournalOverflowed) event).lost())
          .last()
          .isEqualTo(15L);
    }
  }

  /** Its values are kept for longer than they are fresh, and that is not what is shortened. */
  @Test
  void aCacheLoadsWhatItHasOnASubstituteOnce() {
    try (MemcachedStore store = open(options -> options.ejecting(1).deadline(Nodes.PATIENCE));
        Corral corral = Corral.on(store)) {
      Cache<Long, Integer> cache = corral.cache(
          "ejected", Keys.longs(), Codec.json(Integer.class), o -> o.ttl(Duration.ofMinutes(5)));
      AtomicInteger loads = new AtomicInteger();
      down.kill();
      awaitEjection(store, keysOf(down, store, 1).get(0));
      for (long call = 0; call < 100; call++) {
        cache.get(call % 20, key -> loads.incrementAndGet());
      }
      assertThat(loads).hasValue(20);
    }
  }

  private MemcachedStore open(UnaryOperator<MemcachedOptions> options) {
    MemcachedStore store = MemcachedStore.open(
        Nodes.list(first, down, third),
        base -> options.apply(base.deadline(DEADLINE).listener(events::add)));
    Nodes.awaitConnected(store);
    return store;
  }

  private static List<Key> keysOf(Memcached server, MemcachedStore store, int count) {
    return Samples.keysOn(store.membership().ring(), server.server(), "mode", count);
  }

  /** The next server of the ring that is live. */
  private Memcached substitute(Ring ring, Key key) {
    return ring.locate(key, 2).get(1).equals(first.server()) ? first : third;
  }

  /** Asks until the server counts as down. */
  private void awaitEjection(MemcachedStore store, Key key) {
    Memcached.awaitUntil("the ejection", () -> {
      readIfUp(store, key);
      return Nodes.status(store, down.server()).isEjected();
    });
  }

  private void awaitReadmission(MemcachedStore store) {
    Memcached.awaitUntil("its return", () -> !Nodes.status(store, down.server()).isEjected());
    assertThat(hasBeen(NodeEvent.Ejected.class)).isTrue();
  }

  private boolean hasBeen(Class<? extends NodeEvent> kind) {
    return events.stream().anyMatch(kind::isInstance);
  }

  private static void write(MemcachedStore store, Key key, String value) {
    store.within(Nodes.PATIENCE).set(key, bytes(value), Ttl.NEVER).join();
  }

  private static @Nullable String read(MemcachedStore store, Key key) {
    return text(store.within(Nodes.PATIENCE).get(key).join());
  }

  /** As {@link #read}, but null also if the server can't be asked. */
  private static @Nullable String readIfUp(MemcachedStore store, Key key) {
    Asked<GetOutcome> asked = Asked.of(() -> store.get(key));
    return asked.endsWithin(DEADLINE).hasFailed() ? null : text(asked.outcome());
  }

  private static @Nullable String text(GetOutcome outcome) {
    return outcome instanceof Item item ? new String(item.value(), US_ASCII) : null;
  }

  private static byte[] bytes(String text) {
    return text.getBytes(US_ASCII);
  }

  private static GetOutcome look(Memcached server, Get get) {
    try (SocketStore direct = new SocketStore(server.address())) {
      return direct.execute(get).join();
    }
  }
}
