package dev.corral.it.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Table;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Web servers whose cache has its loads done by workers, on a real memcached and gearmand. */
class CacheQueueIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  @RegisterExtension
  static final Gearmand GEARMAND = new Gearmand();

  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int CALLERS = 50;
  private static final Table FIGURES =
      Table.of("a cache by gearmand, 3 web JVMs, 2 workers", "scene", "asked", "loads", "answered");

  private static final List<Message> LOADED = new ArrayList<>();
  private static Jvms web;
  private static Jvms workers;

  @BeforeAll
  static void startAll() {
    web = start(3);
    workers = start(2);
  }

  private static Jvms start(int count) {
    return Jvms.start(
        count,
        CacheQueueWorker.class,
        MEMCACHED.server().address(),
        GEARMAND.server().address());
  }

  @AfterAll
  static void endAll() {
    try (Jvms first = web;
        Jvms then = workers) {
      first.stop();
      then.stop();
    }
    FIGURES.show();
  }

  /** All of it in an order: a queue with nobody to serve, with workers, and none at all. */
  @Test
  void workersLoadOnceWhatManyProcessesWantAndNobodyDependsOnThem() {
    refreshesCollapseWhileNobodyServes();
    oneWorkerLoadsForAll();
    aDeadJobServerLeavesLoadsToTheCallers();
  }

  private static void refreshesCollapseWhileNobodyServes() {
    List<Message> told = web.ask("refresh", "hot", 334);
    workers.ask("serve", 200);
    Memcached.awaitUntil("the refresh", () -> loads("hot") > 0);
    get("hot");
    FIGURES.row("equal refreshes", count(told), loads("hot"), "-");
    assertThat(count(told)).isEqualTo(3 * 334);
    assertThat(loads("hot")).isOne();
  }

  private static void oneWorkerLoadsForAll() {
    List<Message> told = get("cold");
    FIGURES.row("a cold key", 3 * CALLERS, loads("cold"), count(told));
    assertThat(told.stream().map(one -> one.text(1)).distinct()).hasSize(1);
    assertThat(told.get(0).text(1)).startsWith("cold by").doesNotContain("|");
    assertThat(loads("cold")).isOne();
    assertThat(own("cold")).isZero();
  }

  private static void aDeadJobServerLeavesLoadsToTheCallers() {
    GEARMAND.kill();
    List<Message> told = get("late");
    FIGURES.row("gearmand is dead: own loads", 3 * CALLERS, own("late"), count(told));
    assertThat(told).allMatch(one -> one.text(1).equals("made here"));
    assertThat(own("late")).isOne();
  }

  private static List<Message> get(String key) {
    web.send("get", key, CALLERS);
    web.go();
    return web.await("get", TIME);
  }

  private static long count(List<Message> told) {
    return told.stream().mapToLong(one -> one.number(0)).sum();
  }

  private static long loads(String key) {
    return count(workers, "load", key);
  }

  private static long own(String key) {
    return count(web, "own", key);
  }

  /** How often a key was loaded so far. */
  private static long count(Jvms jvms, String kind, String key) {
    jvms.all().forEach(jvm -> LOADED.addAll(jvm.reports(kind)));
    return LOADED.stream().filter(Message.of(kind, key)::equals).count();
  }
}
