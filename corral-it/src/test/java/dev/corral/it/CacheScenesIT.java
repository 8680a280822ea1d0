package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.CacheWorker.Client;
import dev.corral.memcached.MemcachedStore;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.metric.Latencies;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** One hot key and 512 callers in 8 processes, beside the same callers without Corral. */
class CacheScenesIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");

  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with("-c", "2048");

  private static final int JVMS = 8;
  private static final int THREADS = 64;
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration HOT_TIME = Duration.ofSeconds(IS_LONG ? 30 : 8);
  private static final Duration LOAD = Duration.ofMillis(300);
  private static final Duration NO_TIME = Duration.ZERO;

  /** 512 threads on two cores: one may wait a second for its turn, and is not dead. */
  private static final Duration COMPUTE_TIME = Duration.ofSeconds(5);

  private static final Table FIGURES = Table.of(
      "one hot key, 8 JVMs x 64 threads",
      "scene",
      "client",
      "calls",
      "loads",
      "at once",
      "p50",
      "p99",
      "max",
      "stale",
      "waited");

  private static HotKeyMoment moment;
  private static Jvms jvms;

  @BeforeAll
  static void startAll() {
    moment = HotKeyMoment.create();
    jvms = Jvms.start(JVMS, CacheWorker.class, MEMCACHED.server().address(), moment.path());
  }

  @AfterAll
  static void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
      moment.close();
    }
    FIGURES.show();
  }

  @BeforeEach
  void acceptWhatIsLoadedFromNowOn() {
    moment.set(System.nanoTime());
  }

  @Test
  void aHotKeyIsLoadedOnceASecondAndNobodyWaits() {
    openWarm("hot", SECOND, COMPUTE_TIME, Client.CORRAL);
    LoadLog corral = crowd(Client.CORRAL, THREADS, HOT_TIME, LOAD);
    add("ttl 1 s", "corral", corral);
    assertThat(List.of(sum(Kind.STORE_ERROR), sum(Kind.STOLEN), sum(Kind.FENCED)))
        .as("store errors, stolen and fenced loads, of " + corral.loads())
        .containsOnly(0L);
    assertThat(corral.loads()).hasSizeLessThanOrEqualTo((int) HOT_TIME.toSeconds() + 1);
    assertThat(corral.mostAtOnce(CacheWorker.KEY))
        .as("how many ran at once of " + corral.loads())
        .isEqualTo(1);
    assertThat(sum(Kind.MISS)).as("callers that found nothing").isZero();
    assertThat(sum(Kind.LOST)).as("callers that waited").isZero();
    assertThat(sum(Kind.STALE)).isPositive();
    assertThat(corral.calls("get").percentile(99)).isLessThan(LOAD);

    open("naive", SECOND, COMPUTE_TIME, Client.CORRAL);
    LoadLog naive = crowd(Client.NAIVE, THREADS, HOT_TIME, LOAD);
    add("ttl 1 s", "naive", naive);
    assertThat(naive.loads().size()).isGreaterThan(10 * corral.loads().size());
    assertThat(naive.calls("get").max()).isGreaterThanOrEqualTo(LOAD);
  }

  @Test
  void whatAScopeHasInvalidatedIsLoadedOnceAndNeverServed() throws Exception {
    int invalidations = 0;
    LoadLog log;
    try (MemcachedStore store =
        MemcachedStore.open(Nodes.list(MEMCACHED), options -> options.deadline(Nodes.PATIENCE))) {
      CacheGeneration scope = new CacheGeneration(store, "scoped");
      scope.invalidate();
      openWarm("scoped", SECOND, COMPUTE_TIME, Client.SCOPED);
      long begin = beginCrowd(Client.SCOPED, THREADS, HOT_TIME, LOAD);
      for (long second = 1; second < HOT_TIME.toSeconds(); second++) { // with readers after each
        long due = begin + SECOND.multipliedBy(second).toNanos();
        Memcached.awaitUntil("the next second", () -> System.nanoTime() - due >= 0);
        long before = System.nanoTime();
        scope.invalidate();
        moment.set(before);
        invalidations++;
      }
      log = endCrowd();
    }
    add("scope invalidated each second", "corral", log);
    // Each is followed by one load, and expiry by one; a load that began before it is for nothing.
    assertThat(log.loads().size())
        .isBetween(invalidations, invalidations + (int) HOT_TIME.toSeconds() + 1);
    assertThat(sum(Kind.STORE_ERROR) + sum(Kind.STOLEN) + sum(Kind.FELL_BACK)).isZero();
  }

  @Test
  void aLoadThatTakesLongerThanItShouldIsTheOnlyOne() {
    openWarm("long", Duration.ofSeconds(60), SECOND, Client.CORRAL);
    jvms.get(0).ask("expire");
    LoadLog log = crowd(Client.CORRAL, 8, Duration.ofMillis(3_500), Duration.ofMillis(2_500));
    add("load of 2.5 x computeTime", "corral", log);
    assertThat(log.loads()).hasSize(1);
    assertThat(sum(Kind.LOADED)).isEqualTo(1);
    assertThat(sum(Kind.FENCED) + sum(Kind.STOLEN) + sum(Kind.LOST)).isZero();
    assertThat(jvms.get(0).ask("peek").text(0)).isEqualTo(log.loads().get(0).value());
  }

  @Test
  void aColdStartIsOneLoad() {
    open("cold", Duration.ofSeconds(60), COMPUTE_TIME, Client.CORRAL);
    LoadLog corral = crowd(Client.CORRAL, THREADS, NO_TIME, LOAD);
    add("cold start", "corral", corral);
    assertThat(corral.loads()).hasSize(1);
    assertThat(corral.calls("get").count()).isEqualTo(JVMS * THREADS);
    assertThat(sum(Kind.FELL_BACK) + sum(Kind.STOLEN) + sum(Kind.STORE_ERROR)).isZero();

    open("cold", Duration.ofSeconds(60), COMPUTE_TIME, Client.CORRAL);
    LoadLog naive = crowd(Client.NAIVE, THREADS, NO_TIME, LOAD);
    add("cold start", "naive", naive);
    assertThat(naive.loads().size()).isGreaterThan(JVMS * THREADS / 2);
  }

  private static void open(String name, Duration ttl, Duration computeTime, Client client) {
    Duration staleFor = Duration.ofSeconds(5);
    jvms.ask("open", name, ttl.toMillis(), computeTime.toMillis(), staleFor.toMillis(), client);
  }

  /** As {@link #open}, with a value that has been loaded before any of it is counted. */
  private static void openWarm(String name, Duration ttl, Duration computeTime, Client client) {
    open(name, ttl, computeTime, client);
    jvms.get(0).send("get", 0);
    jvms.get(0).await("got");
    jvms.send("finish");
    assertThat(LoadLog.of(jvms, Nodes.PATIENCE).loads()).hasSize(1);
    open(name, ttl, computeTime, client);
  }

  private static LoadLog crowd(Client client, int threads, Duration time, Duration load) {
    beginCrowd(client, threads, time, load);
    return endCrowd();
  }

  private static long beginCrowd(Client client, int threads, Duration time, Duration load) {
    jvms.send("crowd", client, threads, time.toMillis(), load.toMillis());
    return jvms.go();
  }

  private static LoadLog endCrowd() {
    LoadLog log = LoadLog.of(jvms, HOT_TIME.plus(Nodes.PATIENCE));
    assertThat(jvms.await("crowd"))
        .as("values that were older than what had been invalidated")
        .allMatch(told -> told.number(0) == 0);
    return log;
  }

  /** How often something happened in all processes since the cache was opened. */
  private static long sum(Kind kind) {
    List<Message> told = jvms.ask("stats");
    return told.stream().mapToLong(stats -> CacheWorker.count(stats, kind)).sum();
  }

  private static void add(String scene, String client, LoadLog log) {
    Latencies calls = log.calls("get");
    boolean isNaive = client.equals("naive");
    FIGURES.row(
        scene,
        client,
        calls.count(),
        log.loads().size(),
        log.mostAtOnce(CacheWorker.KEY),
        calls.percentile(50),
        calls.percentile(99),
        calls.max(),
        isNaive ? "-" : String.valueOf(sum(Kind.STALE)),
        isNaive ? "-" : String.valueOf(sum(Kind.WAITED)));
  }
}
