package dev.corral.dashboard.sample;

import static dev.corral.dashboard.sample.Told.at;
import static dev.corral.dashboard.sample.Told.number;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.Corral;
import dev.corral.namespace.Namespaces;
import dev.corral.store.BasicStore;
import dev.corral.store.MemoryStore;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is told of a store without servers. Those of memcached: {@link SampledServersTest}. */
class SamplerTest {
  private record Message(String topic, Object data) {}

  private final SteppedTime time = new SteppedTime();
  private final Queue<Runnable> asked = new ArrayDeque<>();
  private final List<Message> told = new ArrayList<>();
  private final Corral corral = Corral.open("memory:");
  private final FakeSubject subject = new FakeSubject(corral.store());
  private final AtomicBoolean ended = new AtomicBoolean();
  private final Sampler sampler = sampler(subject);

  private Sampler sampler(FakeSubject of) {
    return new Sampler(
        of,
        (topic, data) -> told.add(new Message(topic, data)),
        new Pace(time, time, time, asked::add, () -> ended.set(true)));
  }

  @AfterEach
  void close() {
    sampler.close();
    corral.close();
  }

  /** What was last told of a topic; null if nothing. */
  private @Nullable Object last(String topic) {
    return told.stream()
        .filter(message -> message.topic().equals(topic))
        .map(Message::data)
        .reduce((before, after) -> after)
        .orElse(null);
  }

  private long count(String topic) {
    return told.stream().filter(message -> message.topic().equals(topic)).count();
  }

  private void pass(double seconds) {
    time.advance(Duration.ofMillis(Math.round(1000 * seconds)));
  }

  private void answer() {
    while (!asked.isEmpty()) {
      asked.remove().run();
    }
  }

  @Test
  void whatItIsAboutIsToldFirst() {
    sampler.start();

    assertThat(told.get(0).topic()).isEqualTo("about");
    assertThat(told.get(0).data())
        .isEqualTo(Map.of(
            "title",
            "title",
            "version",
            Version.number(),
            "store",
            "memory",
            "counts",
            true,
            "story",
            false,
            "tickMillis",
            1000L,
            "historySeconds",
            300L));
    assertThat(Version.number()).matches("[0-9]+\\.[0-9]+\\.[0-9]+.*");
    assertThat(last("ring")).isNull();
  }

  @Test
  void thatIsToldAgainOnlyWhenItChanges() {
    sampler.start();
    pass(3);
    assertThat(count("about")).isEqualTo(1);

    subject.title = "other";
    pass(1);
    assertThat(count("about")).isEqualTo(2);
    assertThat(at(last("about"), "title")).isEqualTo("other");
  }

  @Test
  void aStoreOfAnotherKindIsCalledSoAndHasNoNamespacesIfItHasNoCas() {
    BasicStore other = (BasicStore) Proxy.newProxyInstance(
        BasicStore.class.getClassLoader(),
        new Class<?>[] {BasicStore.class},
        (proxy, method, arguments) -> null);
    Sampler one = sampler(new FakeSubject(other));
    one.start();
    pass(1);
    one.close();

    assertThat(at(last("about"), "store")).isEqualTo("other");
    assertThat(at(last("tick"), "caches", 0, "name")).isEqualTo("user");
    assertThat(at(last("tick"), "namespaces")).isNull();
  }

  @Test
  void aTickComesEachSecondWithTheRatesSinceTheOneBefore() {
    sampler.start();
    pass(0.8);
    assertThat(count("tick")).isEqualTo(1);
    assertThat(at(last("tick"), "seconds")).isEqualTo(0.8);
    assertThat(at(last("tick"), "at"))
        .isEqualTo(SteppedTime.START.plusMillis(800).toEpochMilli());

    subject.stats = Optional.of(FakeSubject.hits(120));
    pass(1);
    assertThat(count("tick")).isEqualTo(2);
    assertThat(at(last("tick"), "seconds")).isEqualTo(1.0);
    assertThat(at(last("tick"), "caches", 0, "name")).isEqualTo("user");
    assertThat(at(last("tick"), "caches", 0, "hit")).isEqualTo(120.0);
    assertThat(at(last("tick"), "servers")).isEqualTo(List.of());
    assertThat(at(last("tick"), "trips", "count")).isEqualTo(0L);

    pass(1);
    assertThat(at(last("tick"), "caches", 0, "hit")).isEqualTo(0.0);
  }

  @Test
  void whatNamespacesHaveCountedIsToldByField() {
    sampler.start();
    subject.stats = Optional.of(FakeSubject.hits(8));
    pass(0.8);

    assertThat(at(last("tick"), "namespaces", "reads")).isEqualTo(10.0);
    assertThat(at(last("tick"), "namespaces", "evidence")).isNull();
    assertThat(at(last("tick"), "namespaces", "fault")).isNull();
    assertThat(at(last("tick"), "namespaces", "invalidations"))
        .isEqualTo(List.of(Map.of("field", "userId", "rate", 10.0, "total", 8L)));
  }

  @Test
  void whereNothingIsCountedNothingIsTold() {
    subject.stats = Optional.empty();
    sampler.start();
    pass(1);

    assertThat(at(last("about"), "counts")).isEqualTo(false);
    assertThat(at(last("tick"), "caches")).isNull();
    assertThat(at(last("tick"), "namespaces")).isNull();
  }

  @Test
  void countsThatAppearLateBeginWithNothing() {
    subject.stats = Optional.empty();
    sampler.start();
    pass(1);
    subject.stats = Optional.of(FakeSubject.hits(1_000_000));
    pass(1);

    assertThat(at(last("about"), "counts")).isEqualTo(true);
    assertThat(at(last("tick"), "caches", 0, "hit")).isEqualTo(0.0);
  }

  @Test
  void theEvidenceIsReadWhileSomebodyLooks() {
    Namespaces namespaces = corral.namespaces();
    subject.namespaces = Optional.of(namespaces);
    sampler.start();
    pass(1);
    assertThat(asked).isEmpty();

    sampler.viewersAre(1);
    pass(0);
    answer();
    pass(0.8);
    assertThat(at(last("tick"), "namespaces", "evidence")).isNull();
    assertThat(at(last("tick"), "namespaces", "fault")).isNull();

    namespaces.namespace("userId", 1).invalidate();
    namespaces.rollingFlush(Duration.ofDays(7));
    namespaces.namespace("userId", 2).invalidate();
    pass(0.2);
    answer();
    pass(0.8);
    Object evidence = at(last("tick"), "namespaces", "evidence");
    assertThat(at(evidence, "bits")).isEqualTo(namespaces.evidence().bits());
    assertThat(at(evidence, "touchedBits")).isEqualTo(namespaces.evidence().touchedBits());
    assertThat((Double) at(evidence, "fill")).isPositive();
    assertThat((Double) at(evidence, "quality")).isBetween(0.9, 1.0);
    assertThat((Double) at(evidence, "touched")).isBetween(0.9, 1.1);
    assertThat(at(evidence, "epoch")).isEqualTo(namespaces.evidence().epoch().toString());
    assertThat(number(evidence, "flush", "end") - number(evidence, "flush", "start"))
        .isEqualTo((double) Duration.ofDays(7).toMillis());
    assertThat((Double) at(evidence, "flush", "progress")).isBetween(0.0, 1.0);

    sampler.viewersAre(0);
    pass(1);
    assertThat(at(last("tick"), "namespaces", "evidence")).isNull();
    assertThat(asked).isEmpty();
  }

  @Test
  void whoeverComesFirstNeedNotWaitForTheNextSecond() {
    subject.namespaces = Optional.of(corral.namespaces());
    sampler.start();
    pass(1.1);
    sampler.viewersAre(1);
    pass(0);
    assertThat(asked).hasSize(1);

    answer();
    sampler.viewersAre(2);
    pass(0);
    assertThat(asked).isEmpty();
  }

  @Test
  void evidenceThatDoesNotComeHoldsNoTickUp() {
    subject.namespaces = Optional.of(corral.namespaces());
    sampler.start();
    sampler.viewersAre(1);
    pass(3);

    assertThat(count("tick")).isEqualTo(3);
    assertThat(at(last("tick"), "namespaces", "fault")).isEqualTo("no answer within 750 ms");
    assertThat(asked).hasSize(1);
  }

  @Test
  void evidenceThatCannotBeReadSaysWhy() {
    subject.namespaces = Optional.of(corral.namespaces());
    corral.close();
    sampler.start();
    sampler.viewersAre(1);
    pass(0);
    answer();
    pass(1);

    assertThat(at(last("tick"), "namespaces", "fault")).isInstanceOf(String.class);
  }

  @Test
  void namespacesThatAreGoneHaveNoEvidence() {
    subject.namespaces = Optional.of(corral.namespaces());
    corral.namespace("userId", 1).invalidate();
    sampler.start();
    sampler.viewersAre(1);
    pass(0);
    answer();
    pass(0.8);
    assertThat(at(last("tick"), "namespaces", "evidence")).isNotNull();

    subject.namespaces = Optional.empty();
    pass(1);
    assertThat(at(last("tick"), "namespaces", "evidence")).isNull();
  }

  @Test
  void theLastTicksCanBeAskedFor() throws Exception {
    sampler.start();
    pass(299.8);
    assertThat(ticks()).hasSize(300);
    pass(2);

    assertThat(ticks()).hasSize(300);
    assertThat(at(ticks().get(0), "at"))
        .isEqualTo(SteppedTime.START.plusMillis(2800).toEpochMilli());
    assertThat(at(ticks().get(299), "at")).isEqualTo(at(last("tick"), "at"));
  }

  @Test
  void ofThePastThereIsWhatIsDrawnOfIt() throws Exception {
    sampler.start();
    subject.stats = Optional.of(FakeSubject.hits(8));
    pass(1);
    assertThat(ticks().get(0))
        .isEqualTo(Map.of(
            "at",
            SteppedTime.START.plusMillis(800).toEpochMilli(),
            "seconds",
            0.8,
            "caches",
            Objects.requireNonNull(at(last("tick"), "caches")),
            "servers",
            List.of(),
            "trips",
            Map.of("count", 0L, "p50", 0.0, "p99", 0.0)));

    pass(1);
    assertThat((List<?>) at(last("tick"), "caches")).hasSize(1);
    assertThat(at(ticks().get(1), "caches")).as("nobody asked").isEqualTo(List.of());

    subject.stats = Optional.empty();
    pass(1);
    assertThat(at(ticks().get(2), "caches")).isNull();
  }

  private List<?> ticks() throws Exception {
    Object answer = Objects.requireNonNull(sampler.questions().get("history")).ask(Map.of());
    return (List<?>) Objects.requireNonNull(at(answer, "ticks"));
  }

  @Test
  void aStoryIsPassedOn() {
    subject.story = Map.of("phase", "playing");
    sampler.start();

    assertThat(last("story")).isEqualTo(Map.of("phase", "playing"));
    assertThat(at(last("about"), "story")).isEqualTo(true);
  }

  @Test
  void theSubjectIsToldHowManyLook() {
    sampler.start();
    sampler.viewersAre(3);
    assertThat(subject.viewers).isEqualTo(3);
  }

  @Test
  void aSubjectThatFailsIsLookedAtAgain() {
    List<Integer> failures = new ArrayList<>(List.of(1, 2));
    FakeSubject failing = new FakeSubject(MemoryStore.create());
    Sampler one = new Sampler(
        failing,
        (topic, data) -> {
          if (topic.equals("tick") && !failures.isEmpty()) {
            failures.remove(0);
            if (failures.isEmpty()) {
              throw new IllegalStateException("for once");
            }
            throw new AssertionError("an error, too");
          }
          told.add(new Message(topic, data));
        },
        new Pace(time, time, time, asked::add, () -> {}));
    one.start();
    pass(3);

    assertThat(count("tick")).isEqualTo(1);
    one.close();
  }

  @Test
  void aMachineThatSleptDoesNotCatchUp() {
    sampler.start();
    pass(0.9);
    time.sleep(Duration.ofSeconds(60));
    pass(0.5);

    assertThat(count("tick")).isEqualTo(2);
    assertThat((Double) at(last("tick"), "seconds")).isBetween(59.0, 61.0);
  }

  @Test
  void whenItIsClosedNothingIsToldAnyMore() {
    sampler.start();
    pass(0.9);
    sampler.close();
    sampler.viewersAre(1);
    pass(5);

    assertThat(ended).isTrue();
    assertThat(count("tick")).isEqualTo(1);
    assertThat(asked).isEmpty();
  }

  @Test
  void itsOwnThreadsTickInRealTimeAndEnd() throws Exception {
    CountDownLatch ticked = new CountDownLatch(1);
    CompletableFuture<Thread> thread = new CompletableFuture<>();
    try (Sampler own = new Sampler(subject, (topic, data) -> {
      if (topic.equals("tick")) {
        thread.complete(Thread.currentThread());
        ticked.countDown();
      }
    })) {
      own.start();
      assertThat(ticked.await(20, TimeUnit.SECONDS)).isTrue();
      assertThat(thread.join().isDaemon()).isTrue();
    }
    thread.join().join(20_000);
    assertThat(thread.join().isAlive()).isFalse();
  }
}
