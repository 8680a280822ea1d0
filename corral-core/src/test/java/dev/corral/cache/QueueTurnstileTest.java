package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.cache.TurnstileRig.Peer;
import dev.corral.cache.TurnstileRig.TestScope;
import dev.corral.codec.Codec;
import dev.corral.codec.CorruptValueException;
import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Keys;
import dev.corral.load.LoadException;
import dev.corral.load.LoadTimeoutException;
import dev.corral.metric.CacheEvent.Kind;
import dev.corral.queue.Job;
import dev.corral.queue.RefreshQueue;
import dev.corral.queue.Work;
import dev.corral.site.Site;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Loads that are handed to a queue, and done by others. */
class QueueTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final Desk desk = new Desk();
  private final Peer asking = rig.peer(o -> o.loadBy(desk, Codec.strings()));
  private final Peer working = rig.peer(o -> o.loadBy(desk, Codec.strings()));

  private static String local(String key) {
    return "local " + key;
  }

  private CompletableFuture<String> ask(String key) {
    return asking.cache.async().get(key, QueueTurnstileTest::local);
  }

  private void serve() {
    RefreshQueue.Service unused = working.cache.serve(1, rig::load);
  }

  @Test
  void aLoadIsDoneByWhoeverServesTheCache() {
    serve();
    CompletableFuture<String> value = ask("a");
    assertThat(asking.tasks).as("no thread waits for it").isEmpty();
    desk.work();
    asking.load();
    assertThat(value).isCompletedWithValue("a1");
    assertThat(asking.cache.peek("a").orNull()).isEqualTo("a1");
  }

  @Test
  void theThreadOfABlockedCallerTakesTheResultIn() {
    serve();
    desk.atOnce = true;
    assertThat(asking.cache.get("a", QueueTurnstileTest::local)).isEqualTo("a1");
    assertThat(asking.tasks).isEmpty();
  }

  @Test
  void othersAreGivenTheOldValueMeanwhile() {
    serve();
    asking.cache.put("a", "old");
    rig.advance(11);
    assertThat(ask("a")).isCompletedWithValue("old");
    assertThat(rig.peer().get("a")).isCompletedWithValue("old");
    desk.work();
    asking.load();
    assertThat(ask("a")).isCompletedWithValue("a1");
  }

  @Test
  void eachKeyOfManyIsAJobOfItsOwn() {
    serve();
    CompletableFuture<Map<String, String>> values =
        asking.cache.async().getAll(List.of("a", "b", "c"), keys -> Map.of());
    assertThat(desk.waiting).hasSize(3);
    desk.work();
    asking.load();
    assertThat(values).isCompletedWithValue(Map.of("a", "a1", "b", "b2", "c", "c3"));
  }

  @Test
  void refreshesBehindTheCallersBacksAreJobsToo() {
    serve();
    asking.cache.put("a", "old a");
    asking.cache.put("b", "old b");
    rig.advance(11);
    assertThat(asking.cache.async().getAll(List.of("a", "b"), keys -> Map.of()))
        .isCompletedWithValue(Map.of("a", "old a", "b", "old b"));
    desk.work();
    asking.load();
    assertThat(rig.loaded).containsExactly("a", "b");
    assertThat(asking.cache.peek("b").orNull()).isEqualTo("b2");
  }

  @Test
  void whatIsLoadedIsNotStoredIfTheKeyWasInvalidatedMeanwhile() {
    serve();
    CompletableFuture<String> before = ask("a");
    rig.peer().cache.invalidate("a");
    CompletableFuture<String> after = ask("a");
    assertThat(desk.waiting).as("the load from before is not joined").hasSize(2);
    desk.workOne();
    asking.load();
    assertThat(before).isCompletedWithValue("a1");
    assertThat(after).isNotDone();
    assertThat(asking.cache.peek("a").orNull()).isNull();
    desk.work();
    asking.load();
    assertThat(after).isCompletedWithValue("a2");
    assertThat(asking.cache.peek("a").orNull()).isEqualTo("a2");
  }

  @Test
  void aLoadThatTakesLongGivesSignsOfLife() {
    serve();
    CompletableFuture<String> value = ask("a");
    CompletableFuture<String> other = rig.peer().get("a");
    rig.advance(6);
    assertThat(other).isNotDone();
    desk.work();
    asking.load();
    assertThat(value).isCompletedWithValue("a1");
    rig.advance(1);
    assertThat(other).isCompletedWithValue("a1");
    assertThat(rig.loaded).hasSize(1);
  }

  @Test
  void withoutAnAnswerItIsGivenUpLikeAnyLoad() {
    CompletableFuture<String> value = ask("a");
    rig.advance(20.1);
    assertThatThrownBy(value::join).hasCauseInstanceOf(LoadTimeoutException.class);
    serve();
    desk.work();
    asking.load();
    assertThat(asking.cache.peek("a").orNull()).as("too late to be stored").isNull();
  }

  @Test
  void aQueueThatCannotBeReachedLeavesTheLoadToTheCaller() {
    desk.fault = new UnavailableException("down");
    CompletableFuture<String> value = ask("a");
    asking.load();
    assertThat(value).isCompletedWithValue("local a");
    assertThat(asking.cache.peek("a").orNull()).isEqualTo("local a");
  }

  @Test
  void aQueueThatThrowsFailsTheLoad() {
    desk.fault = new IllegalStateException("broken");
    CompletableFuture<String> value = ask("a");
    asking.load();
    assertThatThrownBy(value::join).hasRootCauseMessage("broken");
  }

  @Test
  void whatTheWorkersLoaderThrowsIsTold() {
    RefreshQueue.Service unused = working.cache.serve(1, key -> {
      throw new IllegalStateException("no " + key);
    });
    CompletableFuture<String> value = ask("a");
    desk.work();
    asking.load();
    assertThatThrownBy(value::join)
        .hasCauseInstanceOf(LoadException.class)
        .hasMessageContaining("no a");
    assertThat(asking.count(Kind.LOAD_FAILED)).isEqualTo(1);
  }

  @Test
  void thatThereIsNoValueIsTold() {
    RefreshQueue.Service unused = working.cache.serve(1, key -> null);
    CompletableFuture<String> value = ask("a");
    desk.work();
    asking.load();
    assertThat(value).isCompletedWithValue(null);
  }

  @Test
  void nonsenseFromAWorkerIsNoValue() {
    desk.answer = job -> new byte[] {'?'};
    CompletableFuture<String> value = ask("a");
    desk.work();
    asking.load();
    assertThatThrownBy(value::join).hasCauseInstanceOf(CorruptValueException.class);
    desk.answer = job -> new byte[0];
    CompletableFuture<String> empty = ask("b");
    desk.work();
    asking.load();
    assertThatThrownBy(empty::join).hasCauseInstanceOf(CorruptValueException.class);
  }

  @Test
  void aWorkerRefusesJobsThatAreNone() {
    serve();
    Work work = desk.works.values().iterator().next();
    assertThatThrownBy(() -> work.run(Job.of("c", "1", new byte[0])))
        .isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> work.run(Job.of("c", "1", new byte[] {'?', 'a'})))
        .isInstanceOf(CorruptValueException.class)
        .hasMessageContaining("c/1");
  }

  @Test
  void aCallCanLoadForItselfAllTheSame() {
    assertThat(asking.cache.with(CacheOptions::loadHere).get("a", QueueTurnstileTest::local))
        .isEqualTo("local a");
    assertThat(desk.waiting).isEmpty();
  }

  @Test
  void aCallCanUseAQueueThoughItsCacheDoesNot() {
    serve();
    desk.atOnce = true;
    Cache<String, String> cache = rig.peer().cache.with(o -> o.loadBy(desk, Codec.strings()));
    assertThat(cache.get("a", QueueTurnstileTest::local)).isEqualTo("a1");
  }

  @Test
  void equalRefreshesCollapse() {
    serve();
    asking.cache.put("a", "old");
    for (int i = 0; i < 1000; i++) {
      asking.cache.enqueueRefresh("a");
    }
    asking.cache.enqueueRefresh("b");
    assertThat(desk.waiting).hasSize(2);
    desk.work();
    assertThat(rig.loaded).containsExactly("a", "b");
    assertThat(asking.cache.peek("a").orNull()).isEqualTo("a1");
  }

  @Test
  void aRefreshStoresNothingThatIsOlderThanAnInvalidation() {
    RefreshQueue.Service unused = working.cache.serve(1, key -> {
      asking.cache.invalidate(key);
      return "old";
    });
    asking.cache.enqueueRefresh("a");
    desk.work();
    assertThat(asking.cache.peek("a").orNull()).isNull();
  }

  @Test
  void aRefreshThatIsNotTakenOverFails() {
    desk.fault = new UnavailableException("down");
    assertThatThrownBy(() -> asking.cache.enqueueRefresh("a")).isSameAs(desk.fault);
    assertThat(asking.cache.async().enqueueRefresh("a")).isCompletedExceptionally();
  }

  @Test
  void scopesStayWithWhoHandsIn() {
    serve();
    TestScope scope = new TestScope();
    CompletableFuture<String> value =
        asking.cache.async().in(scope).get("a", QueueTurnstileTest::local);
    desk.work();
    asking.load();
    assertThat(value).isCompletedWithValue("a1");
    assertThatThrownBy(() -> asking.cache.in(scope).enqueueRefresh("a"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("scopes");
    assertThatThrownBy(() -> asking.cache.in(scope).serve(1, rig::load))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  @SuppressWarnings("NullAway") // that null is refused is the point
  void withoutAQueueThereIsNothingToServe() {
    Cache<String, String> cache = rig.peer().cache;
    assertThatThrownBy(() -> cache.serve(1, rig::load))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("loadBy");
    assertThatThrownBy(() -> cache.enqueueRefresh("a")).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> cache.with(o -> o.loadBy(null, Codec.strings())))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("queue");
  }

  @Test
  void aFunctionsNameIsVisibleWhateverTheCachesIs() {
    Cache<String, String> cache = Cache.on(
        Site.on(rig.store),
        "Grüße an alle " + "x".repeat(300),
        Keys.strings(),
        Codec.strings(),
        o -> TurnstileRig.DEFAULTS.apply(o).loadBy(desk, Codec.strings()));
    RefreshQueue.Service unused = cache.serve(1, rig::load);
    assertThat(desk.works.keySet()).allMatch(name -> name.matches("[!-~]{1,200}"));
  }

  /** A queue whose jobs wait until the test has them done. */
  private static final class Desk implements RefreshQueue {
    final Map<String, Work> works = new HashMap<>();
    final Queue<Job> waiting = new ArrayDeque<>();
    private final Map<Job, List<CompletableFuture<byte[]>>> results = new HashMap<>();
    boolean atOnce;

    @Nullable
    RuntimeException fault;

    @Nullable
    Function<Job, byte[]> answer;

    @Override
    public CompletableFuture<@Nullable Void> submit(Job job) {
      CompletableFuture<byte[]> unused = call(job);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<byte[]> call(Job job) {
      if (fault != null) {
        throw fault;
      }
      if (!results.containsKey(job)) {
        waiting.add(job);
      }
      CompletableFuture<byte[]> result = new CompletableFuture<>();
      results.computeIfAbsent(job, unused -> new ArrayList<>()).add(result);
      if (atOnce) {
        work();
      }
      return result;
    }

    void work() {
      while (!waiting.isEmpty()) {
        workOne();
      }
    }

    void workOne() {
      Job job = waiting.remove();
      List<CompletableFuture<byte[]>> those = Objects.requireNonNull(results.remove(job));
      try {
        byte[] done = answer == null
            ? Objects.requireNonNull(works.get(job.function())).run(job)
            : answer.apply(job);
        those.forEach(result -> result.complete(done));
      } catch (Exception e) {
        those.forEach(
            result -> result.completeExceptionally(new LoadException("failed: " + e.getMessage())));
      }
    }

    @Override
    public Service serve(String function, int atOnce, Work work) {
      works.put(function, work);
      return () -> works.remove(function);
    }

    @Override
    public void close() {}
  }
}
