package dev.corral.it.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.key.Key;
import dev.corral.list.IdList;
import dev.corral.list.Layout;
import dev.corral.memcached.MemcachedStore;
import dev.corral.time.Ttl;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** 64 writers in 4 processes change 8 lists, while one compacts them. */
class ListIT {
  /** Items are small, so that lists are full, and segments many. */
  @RegisterExtension
  static final Memcached MEMCACHED =
      Memcached.with("-I", "16k", "-o", "slab_chunk_max=8192", "-m", "64");

  private static final Duration TIME =
      Duration.ofMillis(Boolean.getBoolean("corral.long") ? 20_000 : 1_500);
  private static final int SMALL = 4096;
  private static final int LARGE = 1 << 20;
  private static final Table FIGURES = Table.of(
      "lists, 4 JVMs x 16 writers, 8 lists",
      "scene",
      "layout",
      "changes",
      "a second",
      "reads",
      "loads",
      "compactions",
      "faults");

  private static ListOrigin origin;
  private static Jvms jvms;
  private static MemcachedStore store;
  private static Corral corral;

  @BeforeAll
  static void startAll() {
    origin = ListOrigin.create();
    jvms =
        Jvms.start(ListWorker.JVMS, ListWorker.class, MEMCACHED.server().address(), origin.path());
    store = MemcachedStore.open(Nodes.list(MEMCACHED), o -> o.deadline(Nodes.PATIENCE));
    corral = Corral.on(store);
  }

  @AfterAll
  static void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
      origin.close();
      corral.close();
    }
    FIGURES.show();
  }

  @AfterEach
  void forget() {
    origin.clear();
  }

  /** No log is loaded here after the beginning: what it holds is what the changes made. */
  @ParameterizedTest
  @EnumSource(names = {"LOG", "BLACKLIST"})
  void noAcknowledgedChangeIsLostWhileListsAreCompacted(Layout layout) {
    IdList<Long> list = ListWorker.list(corral, "kept", layout, SMALL);
    for (long key = 0; key < ListOrigin.LISTS; key++) {
      if (layout == Layout.BLACKLIST) {
        writeAsTheWiki(key, 1, 2, 0, 2, 5, 1, 9);
        origin.set(key, 5, true);
        origin.set(key, 9, true);
      }
      list.get(key, origin::load);
    }

    List<Message> told = write("undisturbed", "kept", layout, SMALL, true);

    if (layout == Layout.LOG) {
      assertThat(sum(told, 2)).as("loads").isZero();
    } // and a blacklist is deleted where a re-add loses its CAS too often
    assertThat(sum(told, 4)).as("faults").isZero();
    assertThatListsAreRight(list);
    for (long key = 0; key < ListOrigin.LISTS; key++) {
      list.compact(key);
    }
    assertThatListsAreRight(list);
  }

  /** A list that other programs have made, with removed ids before the zero. */
  private static void writeAsTheWiki(long key, long... numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
    for (long number : numbers) {
      bytes.putLong(number);
    }
    store
        .set(Key.of("corral-list", "kept", key), bytes.array(), Ttl.of(Duration.ofHours(1)))
        .join();
  }

  /** To compact a segmented list would be to load it again, so nobody does; and they grow. */
  @Test
  void noAcknowledgedChangeOfASegmentedListIsLost() {
    IdList<Long> list = ListWorker.list(corral, "long", Layout.SEGMENTED, LARGE);
    for (long key = 0; key < ListOrigin.LISTS; key++) {
      list.get(key, origin::load);
    }

    List<Message> told = write("undisturbed", "long", Layout.SEGMENTED, LARGE, false);

    assertThat(sum(told, 2)).as("loads").isZero();
    assertThat(sum(told, 4)).as("faults").isZero();
    assertThatListsAreRight(list);
  }

  @ParameterizedTest
  @EnumSource
  void noAcknowledgedChangeIsLostThoughListsAreDeletedAllTheTime(Layout layout) {
    IdList<Long> list = ListWorker.list(corral, "deleted", layout, SMALL);
    jvms.send("write", "deleted", layout, SMALL, true, TIME.toMillis());
    long end = jvms.go() + TIME.toNanos();
    long deletions = 0;
    for (; System.nanoTime() - end < 0; deletions++) {
      list.invalidate(deletions % ListOrigin.LISTS);
    }
    List<Message> told = told(deletions + " deletions", layout);
    assertThat(sum(told, 2)).as("loads").isPositive();
    assertThat(sum(told, 4)).as("faults").isZero();
    assertThatListsAreRight(list);
  }

  @ParameterizedTest
  @EnumSource(names = {"LOG", "SEGMENTED"})
  void aServerThatForgetsLosesNoChange(Layout layout) {
    IdList<Long> list = ListWorker.list(corral, "forgotten", layout, SMALL);
    jvms.send("write", "forgotten", layout, SMALL, true, TIME.toMillis());
    long middle = jvms.go() + TIME.toNanos() / 2;
    Memcached.awaitUntil("half the time", () -> System.nanoTime() - middle > 0);
    MEMCACHED.restart();
    told("restart", layout);
    Nodes.awaitAnswer(store, Key.of("any"));
    assertThatListsAreRight(list);
  }

  private static List<Message> write(
      String scene, String name, Layout layout, int maxBytes, boolean compacts) {
    jvms.send("write", name, layout, maxBytes, compacts, TIME.toMillis());
    jvms.go();
    return told(scene, layout);
  }

  private static List<Message> told(String scene, Layout layout) {
    List<Message> told = jvms.await("wrote", TIME.plus(Nodes.PATIENCE.multipliedBy(3)));
    FIGURES.row(
        scene,
        layout,
        sum(told, 0),
        sum(told, 0) * 1000 / TIME.toMillis(),
        sum(told, 1),
        sum(told, 2),
        sum(told, 5),
        sum(told, 4));
    assertThat(sum(told, 0)).as("changes").isPositive();
    assertThat(sum(told, 3))
        .as("ids that a reader was wrongly given, or not given")
        .isZero();
    return told;
  }

  private static long sum(List<Message> told, int field) {
    return told.stream().mapToLong(message -> message.number(field)).sum();
  }

  /** First as they are, if they are cached at all; then as they are loaded. */
  private static void assertThatListsAreRight(IdList<Long> list) {
    for (long key = 0; key < ListOrigin.LISTS; key++) {
      List<Long> right = origin.load(key);
      assertThat(list.get(key, origin::load)).containsExactlyInAnyOrderElementsOf(right);
      assertThat(list.get(key, unused -> {
            throw new AssertionError("not cached");
          }))
          .containsExactlyInAnyOrderElementsOf(right);
    }
  }
}
