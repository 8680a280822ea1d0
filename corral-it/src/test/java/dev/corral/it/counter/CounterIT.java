package dev.corral.it.counter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Jvms;
import dev.corral.it.Memcached;
import dev.corral.it.Message;
import dev.corral.it.Nodes;
import dev.corral.it.Table;
import dev.corral.it.database.PostgreSql;
import dev.corral.key.Key;
import dev.corral.memcached.MemcachedStore;
import dev.corral.store.Delete;
import dev.corral.store.DeleteOutcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * 32 writers in 4 processes, and a memcached that forgets. To half of the posts comments are only
 * added, so that each number is the count of a moment; from the others some are removed too.
 */
class CounterIT {
  @RegisterExtension
  static final Memcached MEMCACHED = Memcached.with();

  @RegisterExtension
  static final PostgreSql DATABASE = new PostgreSql();

  private static final int JVMS = 4;
  private static final int THREADS = 8;
  private static final Duration SCENE =
      Duration.ofSeconds(Boolean.getBoolean("corral.long") ? 60 : 2);
  private static final int POSTS = 40;

  /** How many posts' numbers are evicted, and how often. */
  private static final int AT_ONCE = 4;

  private static final Duration BETWEEN_EVICTIONS = Duration.ofMillis(5);
  private static final Table FIGURES = Table.of(
      "counters, 4 JVMs x 8 writers, PostgreSQL",
      "counted by",
      "scene",
      "evictions",
      "updates",
      "reads",
      "wrong",
      "posts wrong when quiet");

  private static Jvms jvms;
  private static MemcachedStore store;

  /** Each scene has its own. */
  private static long nextPost;

  @BeforeAll
  static void startAll() throws SQLException {
    try (Connection connection = DriverManager.getConnection(DATABASE.url())) {
      Comments.create(connection);
    }
    jvms = Jvms.start(JVMS, CounterWorker.class, MEMCACHED.server().address(), DATABASE.url());
    store = MemcachedStore.open(Nodes.list(MEMCACHED), options -> options);
    Nodes.awaitConnected(store);
  }

  @AfterAll
  static void endAll() {
    try {
      jvms.stop();
    } finally {
      jvms.close();
      store.close();
    }
    FIGURES.show();
  }

  @Test
  void everyNumberIsRightThoughItemsAreEvicted() throws SQLException {
    assertRight(new Scene("counter", "evictions", () -> {}));
  }

  @Test
  void everyNumberIsRightThoughTheServerIsRestarted() throws SQLException {
    assertRight(new Scene("counter", "evictions, restarts", MEMCACHED::restart));
  }

  @Test
  void everyNumberIsRightThoughTheServerStandsStill() throws SQLException {
    assertRight(new Scene("counter", "evictions, pauses", () -> {
      long end = System.nanoTime() + Duration.ofMillis(700).toNanos();
      MEMCACHED.pause();
      Memcached.awaitUntil("the end of the pause", () -> System.nanoTime() - end >= 0);
      MEMCACHED.resume();
    }));
  }

  @Test
  void theCheckFindsTheNaive() throws SQLException {
    Scene scene = new Scene("naive", "evictions", () -> {});
    scene.play();
    assertThat(scene.wrong).as("wrong numbers").isPositive();
  }

  private static void assertRight(Scene scene) throws SQLException {
    scene.play();
    assertThat(scene.wrong).as("wrong numbers").isZero();
    assertThat(scene.wrongWhenQuiet).as("wrong numbers when quiet").isZero();
  }

  /** A time of writing and reading, and the quiet after it. */
  private static final class Scene {
    private final String counting;
    private final String name;
    private final Runnable trouble;
    private final long firstPost = nextPost;
    private final long beyond = nextPost += POSTS;
    long wrong;
    long wrongWhenQuiet;

    /** @param trouble comes after a third and after two thirds of the time */
    Scene(String counting, String name, Runnable trouble) {
      this.counting = counting;
      this.name = name;
      this.trouble = trouble;
    }

    void play() throws SQLException {
      jvms.send("crowd", counting, THREADS, SCENE.toMillis(), firstPost, beyond);
      long begin = jvms.go();
      int evictions = 0;
      for (int third = 1; third <= 2; third++) {
        evictions += evictUntil(begin + third * SCENE.toNanos() / 3);
        trouble.run();
      }
      // From now on numbers stay, so that those that are there in the end are made of many
      // additions.
      jvms.await("crowd", SCENE.plus(Duration.ofSeconds(30)));
      List<Message> logs = new ArrayList<>();
      jvms.all().forEach(jvm -> logs.addAll(jvm.reports("log")));
      Collection<CounterLog> posts = CounterLog.of(logs);
      wrong = posts.stream().mapToLong(CounterLog::wrong).sum();
      wrongWhenQuiet = wrongWhenQuiet();
      FIGURES.row(
          counting,
          name,
          evictions,
          posts.stream().mapToInt(CounterLog::updates).sum(),
          posts.stream().mapToInt(CounterLog::reads).sum(),
          wrong,
          wrongWhenQuiet);
    }

    private int evictUntil(long end) {
      int evictions = 0;
      while (System.nanoTime() - end < 0) {
        long next = System.nanoTime() + BETWEEN_EVICTIONS.toNanos();
        Memcached.awaitUntil("the next eviction", () -> System.nanoTime() - next >= 0);
        List<Delete> some = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          long post = ThreadLocalRandom.current().nextLong(firstPost, beyond);
          some.add(Delete.of(
              counting.equals("naive")
                  ? Key.of("naive", post)
                  : Key.of("corral-count", "comments", post)));
        }
        evictions += evict(some);
      }
      return evictions;
    }

    /** How many were there; none if the server, which was restarted, is not there yet. */
    private static int evict(List<Delete> some) {
      int evicted = 0;
      for (CompletableFuture<DeleteOutcome> reply : store.executeAll(some)) {
        DeleteOutcome outcome =
            reply.exceptionally(fault -> DeleteOutcome.NOT_FOUND).join();
        evicted += outcome == DeleteOutcome.DELETED ? 1 : 0;
      }
      return evicted;
    }

    /** How many posts there are of which a process reads another number than the database has. */
    private long wrongWhenQuiet() throws SQLException {
      List<Message> answers = jvms.ask("get", counting, firstPost, beyond);
      long posts = 0;
      try (Connection connection = DriverManager.getConnection(DATABASE.url())) {
        Comments comments = new Comments(connection);
        for (int i = 0; i < POSTS; i++) {
          int index = i;
          long rows = comments.count(firstPost + i);
          posts += answers.stream().allMatch(answer -> answer.number(index) == rows) ? 0 : 1;
        }
      }
      return posts;
    }
  }
}
