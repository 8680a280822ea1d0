package dev.corral.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.CacheWorker.Client;
import dev.corral.it.LoadLog.Loaded;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** The process that was chosen to load dies, stands still, or loses its server meanwhile. */
class CacheTakeOverIT {
  private static final Duration TTL = Duration.ofSeconds(60);
  private static final Duration COMPUTE_TIME = Duration.ofSeconds(1);
  private static final Duration TAKE_OVER = COMPUTE_TIME.plusSeconds(2);
  private static final Table FIGURES = Table.of(
      "the process that loads is lost", "scene", "taken over after", "loads", "fenced", "stolen");

  private final Memcached memcached = Memcached.with();
  private HotKeyMoment moment;
  private Jvms jvms;

  @BeforeEach
  void startAll() {
    memcached.start();
    moment = HotKeyMoment.create();
    moment.set(System.nanoTime());
    jvms = Jvms.start(3, CacheWorker.class, memcached.server().address(), moment.path());
    jvms.ask("open", "c", TTL.toMillis(), COMPUTE_TIME.toMillis(), 0, Client.CORRAL);
  }

  @AfterEach
  void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
      moment.close();
      memcached.close();
    }
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  /** Killed at once, and later, when it has given signs of life. */
  @RepeatedTest(3)
  void aKilledOneIsReplaced(RepetitionInfo repetition) {
    Duration life =
        COMPUTE_TIME.multipliedBy(3L * (repetition.getCurrentRepetition() - 1)).dividedBy(4);
    Jvm winner = beginLoad(Duration.ofSeconds(9));
    othersAsk();
    idle(life);
    winner.kill();
    long killed = System.nanoTime();

    String value = awaitOthers();

    jvms.send("finish");
    LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE);
    assertThat(log.loads()).hasSize(2);
    assertThat(log.loads().get(0).isOpen()).isTrue();
    Loaded second = log.loads().get(1);
    assertThat(second.value()).isEqualTo(value);
    Duration after = Duration.ofNanos(second.began() - killed);
    assertThat(after).isLessThanOrEqualTo(TAKE_OVER.plus(Asked.MARGIN));
    assertThat(sum(Kind.STOLEN)).isEqualTo(1);
    FIGURES.row("kill -9 after " + life.toMillis() + " ms", after, 2, sum(Kind.FENCED), 1);
  }

  @Test
  void aPausedOneIsReplacedAndCannotStoreWhenItGoesOn() {
    Jvm winner = beginLoad(Duration.ofSeconds(2));
    othersAsk();
    winner.pause();
    long paused = System.nanoTime();
    String value = awaitOthers();
    winner.resume();
    String late = winner.await("got").text(0);

    jvms.send("finish");
    LoadLog log = LoadLog.of(jvms, Nodes.PATIENCE);
    assertThat(log.loads()).extracting(Loaded::value).containsExactly(late, value);
    Duration after = Duration.ofNanos(log.loads().get(1).began() - paused);
    assertThat(after).isLessThanOrEqualTo(TAKE_OVER.plus(Asked.MARGIN));
    assertThat(count(winner, Kind.FENCED)).isEqualTo(1);
    assertThat(jvms.ask("peek")).extracting(peeked -> peeked.text(0)).containsOnly(value);
    FIGURES.row("SIGSTOP, then SIGCONT", after, 2, sum(Kind.FENCED), sum(Kind.STOLEN));
  }

  /**
   * The new server counts from the beginning, so that the new winner can have the old one's CAS.
   */
  @Test
  void whatBeganBeforeTheServerWasRestartedIsNotStored() {
    Jvm winner = beginLoad(Duration.ofMillis(1_500));
    memcached.restart();
    jvms.ask("connect");
    long restarted = System.nanoTime();
    Jvm next = jvms.get(1);
    next.send("get", 2_500);
    next.await("loading");
    Duration after = Duration.ofNanos(System.nanoTime() - restarted);
    String old = winner.await("got").text(0);
    assertThat(count(winner, Kind.LOADED)).isEqualTo(1);
    assertThat(count(winner, Kind.FENCED)).isEqualTo(1);
    assertThat(jvms.get(2).ask("peek").text(0)).isEqualTo("none");

    String value = next.await("got").text(0);

    assertThat(value).isNotEqualTo(old);
    assertThat(count(next, Kind.FENCED)).isZero();
    assertThat(jvms.ask("peek")).extracting(peeked -> peeked.text(0)).containsOnly(value);
    FIGURES.row("server restarted", after, 2, sum(Kind.FENCED), sum(Kind.STOLEN));
  }

  /** Has the first process load, and returns when it does. */
  private Jvm beginLoad(Duration time) {
    Jvm winner = jvms.get(0);
    winner.send("get", time.toMillis());
    winner.await("loading");
    return winner;
  }

  private void othersAsk() {
    jvms.get(1).send("get", 100);
    jvms.get(2).send("get", 100);
  }

  /** The value that both of the others have got, which is the same. */
  private String awaitOthers() {
    String value = jvms.get(1).await("got").text(0);
    assertThat(jvms.get(2).await("got").text(0)).isEqualTo(value);
    return value;
  }

  private static void idle(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    Memcached.awaitUntil("time to pass", () -> System.nanoTime() - end >= 0);
  }

  private static long count(Jvm jvm, Kind kind) {
    return CacheWorker.count(jvm.ask("stats"), kind);
  }

  private long sum(Kind kind) {
    List<Message> told = jvms.ask("stats");
    return told.stream().mapToLong(stats -> CacheWorker.count(stats, kind)).sum();
  }
}
