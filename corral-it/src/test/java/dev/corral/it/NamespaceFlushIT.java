package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.LoadLog.Loaded;
import dev.corral.it.NamespaceFlushWorker.Stamps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A rolling flush in several processes that read all the while, beside a flush of all at once. */
class NamespaceFlushIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");

  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final int JVMS = 4;
  private static final int VALUES = 1_500;
  private static final int BUCKETS = 8;
  private static final int SMALL = 80;

  /** So large that no namespace is taken for another that was touched. */
  private static final int LARGE = 8192;

  /** By how many milliseconds the clocks are ahead, where they are not right. */
  private static final long[] AHEAD = {30_000, -30_000, 0, 0};

  /** Shorter and longer than clocks differ, and for how long that is watched. */
  private static final Duration SHORT = Duration.ofMillis(500);

  private static final Duration LONG = Duration.ofMinutes(2);
  private static final Duration WATCHED = Duration.ofMillis(IS_LONG ? 10_000 : 500);
  private static final Duration PERIOD = Duration.ofSeconds(IS_LONG ? 60 : 8);

  private static Jvms jvms;

  @BeforeAll
  static void startAll() {
    jvms = Jvms.start(JVMS, NamespaceFlushWorker.class, MEMCACHED.server().address());
  }

  @AfterAll
  static void endAll() {
    try (Jvms ended = jvms) {
      ended.stop();
    }
  }

  @Test
  void aRollingFlushLoadsEachValueOnceAndEvenlyOverItsPeriod() {
    open("flat", SMALL, VALUES, 1, Stamps.ALL);
    jvms.send("read");
    List<Message> before = generations();
    long begin = flush(0, PERIOD);
    List<List<Message>> during = new ArrayList<>();
    while (System.nanoTime() - begin < PERIOD.toNanos()) {
      during.add(generations());
      Load.goOnFor(Duration.ofMillis(100));
    }
    List<Message> after = generations();
    LoadLog log = stop();
    List<Loaded> rolled = log.loads();
    long[] rolling = buckets(rolled, begin);

    jvms.send("read");
    Load.goOnFor(Duration.ofMillis(300));
    long flushed = jvms.get(0).ask("flush_all").number(0);
    List<Loaded> all = stop().loads();
    long[] spike = buckets(all, flushed);
    show(log.calls("get").count(), rolling, spike);

    assertThat(loadsByValue(rolled).values()).hasSize(VALUES).containsOnly(1L);
    double mean = (double) VALUES / BUCKETS;
    assertThat(Arrays.stream(rolling).limit(BUCKETS))
        .allMatch(loads -> loads >= mean / 4 && loads <= 2 * mean);
    assertThat(rolling[BUCKETS]).as("loads after the period").isLessThan((long) mean);
    assertThat(loadsByValue(all)).hasSize(VALUES);
    assertThat(spike[0]).isGreaterThan((long) (4 * mean));
    assertMovedOnce(before, during, after);
  }

  @Test
  void anInvalidationDuringAFlushIsSeenByAllAndCostsItsOwnLoadOnly() {
    int values = 400;
    int invalidations = 40;
    Duration period = Duration.ofSeconds(3);
    open("touched", LARGE, values, 1, Stamps.ALL);
    jvms.send("read");
    long begin = flush(1, period);
    // Who has seen the flush draws generations that are newer. One of the same millisecond may be
    // older: it counts until its namespace moves, and is drawn and loaded for anew then.
    jvms.ask("evidence");
    Map<String, long[]> touched = new LinkedHashMap<>();
    for (int i = 0; i < invalidations; i++) {
      int number = i * 7;
      long due = begin + period.toNanos() * i / invalidations;
      Memcached.awaitUntil("the next one", () -> System.nanoTime() - due >= 0);
      Message done = jvms.get(i % JVMS).ask("invalidate", number);
      touched.put(String.valueOf(number), new long[] {done.number(0), done.number(1)});
      assertThat(jvms.ask("get", number))
          .as("values of namespace %s, invalidated at %s", number, done.number(0))
          .allMatch(got -> got.number(0) >= done.number(0));
    }
    Load.goOnFor(Duration.ofNanos(begin + period.toNanos() - System.nanoTime()));
    List<Loaded> loads = stop().loads();
    Map<String, List<Loaded>> byValue = loads.stream().collect(Collectors.groupingBy(Loaded::key));
    assertThat(byValue).hasSize(values);
    byValue.forEach((value, its) -> {
      long[] span = touched.get(value);
      if (span == null) {
        assertThat(its).as("loads of untouched %s", value).hasSize(1);
      } else {
        // What is touched does not move any more; and a load that was under way is for nothing.
        assertThat(its.stream().filter(load -> load.began() < span[0]).count())
            .as("loads of %s before its invalidation", value)
            .isLessThanOrEqualTo(1);
        assertThat(its.stream().filter(load -> load.ended() > span[0]).count())
            .as("loads of %s since its invalidation: %s", value, its)
            .isBetween(1L, its.stream().anyMatch(l -> isDuring(l, span)) ? 2L : 1L);
      }
    });
    Table.of("invalidations during a rolling flush", "values", "touched", "loads")
        .row(values, invalidations, loads.size())
        .show();
  }

  /** By when its caller asked: what it stores has the stamp that was read before it began. */
  private static boolean isDuring(Loaded load, long[] span) {
    return load.asked() <= span[1] && load.ended() >= span[0];
  }

  @Test
  void processesThatBeginAFlushAtTheSameMomentBeginOne() {
    for (int round = 0; round < 10; round++) {
      open("same" + round, SMALL, 1, 1, Stamps.ALL);
      int before = epochs();
      jvms.send("flush", 60_000 + round);
      jvms.go();
      List<Message> told = jvms.await("flush");
      assertThat(told)
          .extracting(roll -> roll.number(0))
          .containsOnly(told.get(0).number(0));
      assertThat(told).extracting(roll -> roll.number(1)).containsOnly(60_000L + round);
      assertThat(epochs() - before).as("epochs begun").isEqualTo(1);
      jvms.send("finish");
      LoadLog.of(jvms, Nodes.PATIENCE);
    }
  }

  @Test
  void processesWhoseClocksDifferDoNotThrowOutOneAnothersValues() {
    Table figures = Table.of(
        "rolling flush of 100 values, clocks 30 s ahead, 30 s behind, and two right",
        "period",
        "begun at",
        "namespaces each",
        "stamps accepted",
        "loads",
        "most of a value");
    for (int each = 1; each <= 2; each++) {
      assertThat(skewed(SHORT, 0, each, Stamps.ALL, figures)).isEqualTo(1);
      assertThat(skewed(SHORT, 1, each, Stamps.ALL, figures)).isEqualTo(1);
      assertThat(skewed(LONG, 1, each, Stamps.ALL, figures)).isEqualTo(1);
      assertThat(skewed(LONG, 2, each, Stamps.ALL, figures)).isEqualTo(1);
    }
    assertThat(skewed(LONG, 2, 1, Stamps.ONE, figures)).isGreaterThan(5);
    figures.show();
  }

  /** How often a value was loaded at most during a flush that one of the processes has begun. */
  private static long skewed(Duration period, int by, int each, Stamps stamps, Table figures) {
    int values = 100;
    String name = "skewed-" + period + by + each + stamps;
    for (int i = 0; i < JVMS; i++) {
      jvms.get(i).send("open", name, AHEAD[i], LARGE, values, each, stamps);
    }
    jvms.await("open");
    warm(values);
    jvms.send("read");
    flush(by, period);
    Load.goOnFor(period.compareTo(WATCHED) < 0 ? period.plus(WATCHED) : WATCHED);
    List<Loaded> loads = stop().loads();
    long most = loadsByValue(loads).values().stream().mapToLong(n -> n).max().orElse(0);
    figures.row(period, AHEAD[by] / 1_000 + " s", each, stamps, loads.size(), most);
    return most;
  }

  @Test
  void aMuddledEvidenceIsFlushedByOneProcess() {
    open("mud", SMALL, 1, 1, Stamps.ALL);
    List<Message> before = jvms.ask("evidence");
    for (int i = 0; i < JVMS; i++) {
      jvms.get(i).send("muddle", 1_000 * (i + 1), 160);
    }
    jvms.go();
    jvms.await("muddle");
    List<Message> after = jvms.ask("evidence");
    List<Long> begun = IntStream.range(0, JVMS)
        .mapToObj(i -> after.get(i).number(2) - before.get(i).number(2))
        .toList();
    assertThat(begun).containsOnlyOnce(1L).containsOnly(0L, 1L);
    assertThat(after).extracting(one -> one.text(0)).containsOnly(after.get(0).text(0));
    assertThat(after.get(0).text(0)).isNotEqualTo(before.get(0).text(0));
    assertThat(after).extracting(one -> one.number(1)).containsOnly(after.get(0).number(1));
    assertThat(after.get(0).number(1)).isPositive();
    jvms.send("finish");
    LoadLog.of(jvms, Nodes.PATIENCE);
  }

  /** Opens namespaces in all processes, and has all values loaded once. */
  private static void open(String name, int bytes, int values, int each, Stamps stamps) {
    jvms.ask("open", name, 0, bytes, values, each, stamps);
    warm(values);
  }

  private static void warm(int values) {
    jvms.get(0).ask("warm");
    jvms.send("finish");
    assertThat(LoadLog.of(jvms, Nodes.PATIENCE).loads()).hasSize(values);
  }

  /** Begins a flush by one process, and says when that was. */
  private static long flush(int by, Duration period) {
    Jvm jvm = jvms.get(by);
    jvm.send("flush", period.toMillis());
    jvm.await(Parent.READY);
    jvm.send(Parent.GO, System.nanoTime());
    return jvm.await("flush").number(2);
  }

  /** Ends the reading once each value has been read by a process that is not behind the others. */
  private static LoadLog stop() {
    jvms.get(0).ask("warm");
    jvms.send("stop");
    return LoadLog.of(jvms, Nodes.PATIENCE);
  }

  private static int epochs() {
    return jvms.ask("evidence").stream().mapToInt(told -> (int) told.number(2)).sum();
  }

  private static Map<String, Long> loadsByValue(List<Loaded> loads) {
    return loads.stream().collect(Collectors.groupingBy(Loaded::key, Collectors.counting()));
  }

  /** How many loads began in each part of the period, and after it. */
  private static long[] buckets(List<Loaded> loads, long begin) {
    long[] buckets = new long[BUCKETS + 1];
    long width = PERIOD.toNanos() / BUCKETS;
    for (Loaded load : loads) {
      buckets[(int) Math.max(0, Math.min(BUCKETS, (load.began() - begin) / width))]++;
    }
    return buckets;
  }

  private static List<Message> generations() {
    return jvms.ask("generations", 60);
  }

  /** Each namespace goes from the generation before to the one after, at once and for good. */
  private static void assertMovedOnce(
      List<Message> before, List<List<Message>> during, List<Message> after) {
    String old = before.get(0).text(0);
    String next = after.get(0).text(0);
    assertThat(next).isNotEqualTo(old);
    for (int jvm = 0; jvm < JVMS; jvm++) {
      for (int i = 0; i < before.get(0).fields().size(); i++) {
        List<String> seen = new ArrayList<>(List.of(before.get(jvm).text(i)));
        for (List<Message> one : during) {
          seen.add(one.get(jvm).text(i));
        }
        seen.add(after.get(jvm).text(i));
        int moved = seen.indexOf(next);
        assertThat(seen.subList(0, moved)).containsOnly(old);
        assertThat(seen.subList(moved, seen.size())).containsOnly(next);
      }
    }
  }

  private static void show(long reads, long[] rolling, long[] spike) {
    Table table = Table.of(
        "loads of " + VALUES + " values by " + JVMS + " processes that read " + reads
            + " times during the rolling flush",
        "from",
        "rolling flush",
        "",
        "flush_all",
        "");
    for (int i = 0; i <= BUCKETS; i++) {
      String from = String.valueOf(PERIOD.multipliedBy(i).dividedBy(BUCKETS).toMillis() / 1e3);
      table.row(from + " s", rolling[i], bar(rolling[i]), spike[i], bar(spike[i]));
    }
    table.show();
  }

  private static String bar(long loads) {
    return "#".repeat((int) (loads * 60 / VALUES));
  }
}
