package dev.corral.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.key.Key;
import dev.corral.keyspace.LastModified;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.AtomicCacheEvent.Kind;
import dev.corral.metric.Latencies;
import dev.corral.store.Item;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A model class's collections, and 64 callers in 4 processes. */
class KeyspaceIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  private static final int JVMS = 4;
  private static final int THREADS = 16;
  private static final String ACTIVE = "activeids";
  private static final String INACTIVE = "inactiveids";
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration GENERATION = Duration.ofMillis(200);
  private static final Duration LOCK = Duration.ofSeconds(30);
  private static final Duration SHORT_LOCK = Duration.ofSeconds(3);
  private static final Table FIGURES = Table.of(
      "keyspaces, 4 JVMs x 16 threads",
      "scene",
      "calls",
      "expiries",
      "generations",
      "at once",
      "p50",
      "p99",
      "max",
      "last known",
      "waited");

  private static HotKeyMoment moment;
  private static Jvms jvms;
  private static Corral corral;

  @BeforeAll
  static void startAll() {
    moment = HotKeyMoment.create();
    jvms = start(JVMS);
    corral = Corral.on(
        MemcachedStore.open(Nodes.list(MEMCACHED), options -> options.deadline(Nodes.PATIENCE)));
  }

  private static Jvms start(int count) {
    return Jvms.start(count, KeyspaceWorker.class, MEMCACHED.server().address(), moment.path());
  }

  @AfterAll
  static void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
      moment.close();
      corral.close();
    }
    FIGURES.show();
  }

  @BeforeEach
  void acceptWhatIsGeneratedFromNowOn() {
    moment.set(System.nanoTime());
  }

  @Test
  void eachExpiryIsFollowedByOneGenerationAndAllOthersAreGivenTheLastKnownValue() {
    int expiries = 4;
    LoadLog log = expireDuring("hot", expiries, Duration.ofMillis(700), GENERATION);
    assertThat(log.calls("fetch").percentile(99)).isLessThan(GENERATION);
  }

  /** Here many have found the old value missing when the new one is there already. */
  @Test
  void eachExpiryIsFollowedByOneGenerationThoughThatIsQuick() {
    expireDuring("quick", 20, Duration.ofMillis(50), Duration.ofMillis(1));
  }

  /** Expires the class time and again, but not before the last expiry was generated for. */
  private static LoadLog expireDuring(
      String name, int expiries, Duration period, Duration generation) {
    openWarm(name);
    LastModified lastModified = corral.keyspace(name).lastModified();
    Duration time = period.multipliedBy(expiries).plus(SECOND);
    long begin = beginCrowd(time, generation, ACTIVE);
    long notBefore = moment.get();
    for (long turn = 1; turn <= expiries; turn++) {
      long due = begin + period.multipliedBy(turn).toNanos();
      Memcached.awaitUntil(
          "the next turn", () -> System.nanoTime() - due >= 0 && isGenerated(name));
      long before = System.nanoTime();
      lastModified.expire();
      // From now on the last known value is at least as new as the expiry before.
      moment.set(notBefore);
      notBefore = before;
    }
    LoadLog log = endCrowd();
    add("expired every " + period.toMillis() + " ms", expiries, log, ACTIVE);
    assertThat(log.loads()).as("generations").hasSize(expiries);
    assertThat(log.mostAtOnce(ACTIVE)).isOne();
    assertThat(sum(Kind.GENERATED_BY_ME)).isEqualTo(expiries);
    assertThat(sum(Kind.LAST_KNOWN_PRESENT)).isPositive();
    assertThat(sum(Kind.LAST_KNOWN_NOT_PRESENT) + sum(Kind.WAIT_RUN))
        .as("waits")
        .isZero();
    assertThat(sum(Kind.STORE_ERROR)).isZero();
    return log;
  }

  @Test
  void atAColdStartOneGeneratesAndTheOthersWait() {
    open("cold", LOCK);
    beginCrowd(Duration.ZERO, GENERATION, ACTIVE);
    LoadLog log = endCrowd();
    add("cold start", 0, log, ACTIVE);
    assertThat(log.loads()).hasSize(1);
    assertThat(log.calls("fetch").count()).isEqualTo(JVMS * THREADS);
    assertThat(sum(Kind.WAIT_GIVE_UP) + sum(Kind.STORE_ERROR)).isZero();
  }

  @Test
  void siblingsExpireTogetherAndNotOneAnother() {
    open("siblings", LOCK);
    beginCrowd(GENERATION.multipliedBy(3), GENERATION, ACTIVE, INACTIVE);
    LoadLog before = endCrowd();
    add("two siblings", 0, before, ACTIVE);
    assertThat(before.of(ACTIVE)).hasSize(1);
    assertThat(before.of(INACTIVE)).hasSize(1);

    open("siblings", LOCK);
    corral.keyspace("siblings").lastModified().expire();
    beginCrowd(GENERATION.multipliedBy(3), GENERATION, ACTIVE, INACTIVE);
    LoadLog after = endCrowd();
    add("two siblings, expired", 1, after, ACTIVE);
    assertThat(after.of(ACTIVE)).hasSize(1);
    assertThat(after.of(INACTIVE)).hasSize(1);
    assertThat(sum(Kind.WAIT_RUN)).isZero();
  }

  @Test
  void whoIsKilledWhileItGeneratesIsReplacedWhenTheLockEnds() {
    try (Jvms mortals = start(3)) {
      mortals.ask("open", "mortal", SHORT_LOCK.toMillis());
      Jvm first = mortals.get(0);
      first.send("fetch", ACTIVE, 0);
      first.await("generating");
      String old = first.await("got").text(0);
      corral.keyspace("mortal").lastModified().expire();
      long locked = System.nanoTime();
      first.send("fetch", ACTIVE, 60_000);
      first.await("generating");
      first.kill();

      mortals.send("crowd", 4, SHORT_LOCK.plusMillis(500).toMillis(), 0, ACTIVE);
      mortals.go();
      LoadLog log = LoadLog.of(mortals, Nodes.PATIENCE);

      assertThat(log.loads()).hasSize(3);
      assertThat(log.loads().get(0).value()).isEqualTo(old);
      assertThat(log.loads().get(1).isOpen()).isTrue();
      Duration after = Duration.ofNanos(log.loads().get(2).began() - locked);
      assertThat(after)
          .isBetween(SHORT_LOCK.minus(SECOND), SHORT_LOCK.plus(SECOND).plus(Asked.MARGIN));
      assertThat(mortals.await("crowd"))
          .as("callers that were given nothing")
          .allMatch(told -> told.number(0) == 0);
      List<Message> stats = mortals.ask("stats");
      FIGURES.row(
          "kill -9: taken over after " + after.toMillis() + " ms",
          log.calls("fetch").count(),
          1,
          log.loads().size() - 1,
          1,
          log.calls("fetch").percentile(50),
          log.calls("fetch").percentile(99),
          log.calls("fetch").max(),
          sum(stats, Kind.LAST_KNOWN_PRESENT),
          sum(stats, Kind.WAIT_RUN));
      mortals.stop();
    }
  }

  private static void open(String name, Duration lock) {
    jvms.ask("open", name, lock.toMillis());
  }

  /** As {@link #open}, with a value that has been generated before any of it is counted. */
  private static void openWarm(String name) {
    open(name, LOCK);
    jvms.get(0).send("fetch", ACTIVE, 0);
    jvms.get(0).await("generating");
    jvms.get(0).await("got");
    beginCrowd(Duration.ZERO, Duration.ZERO, ACTIVE);
    assertThat(endCrowd().loads()).hasSize(1);
    open(name, LOCK);
  }

  /** Whether the last known value is that of the last modified time. */
  private static boolean isGenerated(String name) {
    return text(Key.of(name, "lmt")).equals(text(Key.of(name, ACTIVE, "lkk")));
  }

  private static String text(Key key) {
    return new String(((Item) corral.store().get(key).join()).value(), UTF_8);
  }

  private static long beginCrowd(Duration time, Duration generation, String... children) {
    Object[] fields = new Object[3 + children.length];
    fields[0] = THREADS;
    fields[1] = time.toMillis();
    fields[2] = generation.toMillis();
    System.arraycopy(children, 0, fields, 3, children.length);
    jvms.send("crowd", fields);
    return jvms.go();
  }

  private static LoadLog endCrowd() {
    LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE.multipliedBy(2));
    assertThat(jvms.await("crowd"))
        .as("callers that were given nothing, and too old a value")
        .allMatch(told -> told.number(0) == 0 && told.number(1) == 0);
    return log;
  }

  /** How often something happened in all processes since the cache was opened. */
  private static long sum(Kind kind) {
    return sum(jvms.ask("stats"), kind);
  }

  private static long sum(List<Message> stats, Kind kind) {
    return stats.stream().mapToLong(told -> KeyspaceWorker.count(told, kind)).sum();
  }

  private static void add(String scene, int expiries, LoadLog log, String child) {
    Latencies calls = log.calls("fetch");
    FIGURES.row(
        scene,
        calls.count(),
        expiries,
        log.loads().size(),
        log.mostAtOnce(child),
        calls.percentile(50),
        calls.percentile(99),
        calls.max(),
        sum(Kind.LAST_KNOWN_PRESENT),
        sum(Kind.WAIT_RUN));
  }
}
