package dev.corral.it;

import static dev.corral.it.CacheNode.MINUTE;
import static dev.corral.it.CacheNode.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.CorralException;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a server does, and whatever there is to be found: callers come to an end in time. */
class CacheFaultsIT {
  private static final Duration DEADLINE = Duration.ofMillis(300);
  private static final Duration WAIT = Duration.ofSeconds(1);
  private static final Duration TAKE_OVER = SECOND.plusSeconds(2);
  private static final Table FIGURES = Table.of(
      "a server fails while a caller is at work",
      "the caller",
      "the server",
      "got",
      "after",
      "stored again after");

  /** What a caller finds, or is at. */
  enum State {
    FRESH,
    STALE,
    MISS,
    /** It loads. */
    LOADING,
    /** Another process loads. */
    WAITING
  }

  /** What a server does. */
  enum Failure {
    DIES,
    STALLS,
    TALKS_GARBAGE
  }

  private final Memcached server = Memcached.with();
  private final CountDownLatch word = new CountDownLatch(1);
  private CacheWireTap tap;
  private CacheNode node;
  private CacheNode other;

  @BeforeAll
  static void warmUp() {
    Nodes.warmUp();
  }

  @BeforeEach
  void start() {
    server.start();
    tap = new CacheWireTap(server.address());
    node = CacheNode.on(tap.server(), DEADLINE, o -> o.ttl(MINUTE).computeTime(SECOND));
    other = CacheNode.on(server.server(), o -> o.ttl(MINUTE).computeTime(SECOND));
  }

  @AfterEach
  void end() {
    word.countDown();
    node.close();
    other.close();
    tap.close();
    server.close();
  }

  @AfterAll
  static void showFigures() {
    FIGURES.show();
  }

  static Stream<Arguments> allCases() {
    return Arrays.stream(State.values())
        .flatMap(
            state -> Arrays.stream(Failure.values()).map(failure -> Arguments.of(state, failure)));
  }

  @ParameterizedTest
  @MethodSource("allCases")
  void aCallerIsGivenAValueInTime(State state, Failure failure) {
    if (state == State.FRESH || state == State.STALE) {
      other.cache.put("a", "old");
    }
    if (state == State.STALE) {
      other.cache.expire("a");
    }
    CompletableFuture<String> theirs = null;
    if (state == State.WAITING) {
      theirs = CacheNode.begin(() -> other.cache.get("a", key -> await("theirs")));
      Memcached.awaitUntil("the other to load", () -> other.count(Kind.WON) == 1);
    }
    long began = System.nanoTime();
    Asked<String> call;
    Duration within = DEADLINE;
    if (state == State.LOADING) {
      call = call(state);
      Memcached.awaitUntil("the load", () -> node.count(Kind.WON) == 1);
      begin(failure);
      began = System.nanoTime();
      word.countDown();
    } else if (state == State.WAITING) {
      call = call(state);
      Memcached.awaitUntil("the wait", () -> node.count(Kind.LOST) == 1);
      begin(failure);
      within = WAIT.plus(DEADLINE);
    } else {
      begin(failure);
      began = System.nanoTime();
      call = call(state);
    }
    String value = call.outcome();
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    assertThat(value).isEqualTo("new");
    assertThat(took).isLessThanOrEqualTo(within.plus(Asked.MARGIN));

    end(failure);
    long healed = System.nanoTime();
    word.countDown();
    if (theirs != null) {
      theirs.handle((late, fault) -> late).join();
    }
    Memcached.awaitUntil("it to be stored", () -> isStored());
    Duration again = Duration.ofNanos(System.nanoTime() - healed);
    assertThat(again).isLessThanOrEqualTo(TAKE_OVER.plus(Asked.MARGIN));
    FIGURES.row(state, failure, value, took, again);
  }

  private Asked<String> call(State state) {
    return Asked.of(() -> CacheNode.begin(() -> node.cache
        .with(options -> options.wait(WAIT))
        .get("a", key -> state == State.LOADING ? await("new") : "new")));
  }

  private String await(String value) throws InterruptedException {
    word.await();
    return value;
  }

  /** A caller comes, and afterwards there is a value. */
  private boolean isStored() {
    node.cache.get("a", key -> "newer");
    try {
      return node.cache.peek("a").isFound();
    } catch (CorralException e) {
      return false;
    }
  }

  private void begin(Failure failure) {
    switch (failure) {
      case DIES -> server.kill();
      case STALLS -> server.pause();
      case TALKS_GARBAGE -> tap.garble(true);
    }
  }

  private void end(Failure failure) {
    switch (failure) {
      case DIES -> server.start();
      case STALLS -> server.resume();
      case TALKS_GARBAGE -> tap.garble(false);
    }
  }

  @ParameterizedTest
  @EnumSource(Failure.class)
  void whoChangesSomethingIsToldInTimeThatItMayNotBeDone(Failure failure) {
    node.cache.put("a", "old");
    begin(failure);
    assertTold(Asked.of(() -> node.cache.async().invalidate("a")));
    assertTold(Asked.of(() -> node.cache.async().put("a", "new")));
    assertTold(Asked.of(() -> node.cache.async().expire("a")));
    assertTold(Asked.of(() -> node.cache.async().touch("a")));
    assertTold(Asked.of(() -> node.cache.async().peek("a")));
    assertThatThrownBy(() -> node.cache.invalidate("a")).isInstanceOf(CorralException.class);
    end(failure);
    Memcached.awaitUntil("it to be done", () -> {
      try {
        node.cache.invalidate("a");
        return !node.cache.peek("a").isFound();
      } catch (CorralException e) {
        return false;
      }
    });
  }

  private static void assertTold(Asked<?> change) {
    assertThat(change.endsWithin(DEADLINE.multipliedBy(2)).fault())
        .isInstanceOf(CorralException.class);
  }

  /** With many callers, each process loads once at a time while the server is away. */
  @ParameterizedTest
  @EnumSource(Failure.class)
  void whileTheServerIsAwayOneLoadsForAll(Failure failure) {
    begin(failure);
    CompletableFuture<?>[] callers = Stream.generate(
            () -> CacheNode.begin(() -> node.cache.get("a", key -> await("new"))))
        .limit(64)
        .toArray(CompletableFuture<?>[]::new);
    Memcached.awaitUntil("all to have missed", () -> node.count(Kind.MISS) == 64);
    word.countDown();
    try {
      CompletableFuture.allOf(callers).join();
    } catch (CompletionException e) {
      throw new AssertionError("a caller failed", e);
    }
    assertThat(node.count(Kind.LOADED)).isEqualTo(1);
    end(failure);
  }
}
