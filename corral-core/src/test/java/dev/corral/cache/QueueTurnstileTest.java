package dev.corral.cache;

import static dev.corral.cache.ScriptedStore.gets;
import static dev.corral.cache.ScriptedStore.marks;
import static dev.corral.cache.TurnstileRig.seconds;
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
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Loads that are handed to a queue, and done by others. */
class QueueTurnstileTest {
  private final TurnstileRig rig = new TurnstileRig();
  private final HandQueue desk = new HandQueue();
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

  @Test
  void aLoadThatWasGivenUpBeforeItWasLetInIsNotHandedIn() {
    Peer limited = rig.peer(o -> o.loadBy(desk, Codec.strings()).maxLoads(1));
    limited.begin("a");
    Cache<String, String> hasty = limited.cache.with(o -> o.hardLoadTimeout(seconds(5)));
    CompletableFuture<String> given = hasty.async().get("b", QueueTurnstileTest::local);
    rig.advance(5.1);
    assertThat(given).isCompletedExceptionally();
    rig.advance(15);
    limited.load();
    assertThat(desk.waiting).as("that of a, which nobody does").hasSize(1);

    limited.begin("c");
    assertThat(desk.waiting).as("and c is let in").hasSize(2);
  }

  @Test
  @Timeout(20)
  void aWorkerDoesNotWaitForALoadThatWaitsForIt() {
    serve();
    asking.cache.enqueueRefresh("a");
    working.wire.before(marks("a"), () -> working.wire.before(gets("a"), () -> asking.begin("a")));
    desk.workOne();
    assertThat(desk.waiting).as("the load of who came between").hasSize(1);
    desk.work();
    asking.load();
    assertThat(asking.cache.peek("a").orNull()).isEqualTo("a1");
  }

  @Test
  @Timeout(20)
  void aWorkerDoesNotWaitToBeLetInByALoadThatWaitsForIt() {
    Peer both = rig.peer(o -> o.loadBy(desk, Codec.strings()).maxLoads(1));
    RefreshQueue.Service unused = both.cache.serve(1, rig::load);
    both.cache.enqueueRefresh("a");
    both.begin("b");
    desk.workOne();
    assertThat(rig.loaded).containsExactly("a");
  }
}
