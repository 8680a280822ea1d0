package dev.corral.namespace;

import static dev.corral.namespace.NamespaceRig.EVIDENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.DeadlineExceededException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.site.Site;
import dev.corral.store.MemoryStore;
import dev.corral.store.Operation;
import dev.corral.store.Put;
import dev.corral.store.PutOutcome.Refused;
import dev.corral.store.Store;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class InvalidationsTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.process();
  private final Member other = rig.process();
  private final Namespace first = one.user(1);
  private final Namespace second = one.user(2);

  private static CompletableFuture<Boolean> invalidating(Member member, Namespace... which) {
    return member.invalidations.invalidate(List.of(which));
  }

  @Test
  void theGenerationIsWrittenFirstAndThenTheBitsByCas() {
    one.readEvidence();
    assertThat(one.wire.flights(() -> invalidating(one, first)))
        .containsExactly(List.of("set user:1"), List.of("gets evidence"), List.of("cas evidence"));
  }

  @Test
  void whenItHasReturnedEverybodySeesAnotherGeneration() {
    long before = other.generation(first);
    long untouched = other.generation(second);
    one.invalidate(first);
    long after = other.generation(first);
    assertThat(after).isGreaterThan(before).isEqualTo(one.generation(first));
    assertThat(other.generation(second)).isEqualTo(untouched);
    one.invalidate(first);
    assertThat(other.generation(first)).isGreaterThan(after).isEqualTo(one.generation(first));
  }

  @Test
  void theBitsAreReadFromTheStoreThoughThisProcessKnowsThemToBeSet() {
    one.invalidate(first);
    one.wire.sent();
    one.invalidate(first);
    assertThat(one.wire.sent()).containsExactly("set user:1", "gets evidence");
    rig.evict("a", EVIDENCE);
    one.invalidate(first);
    assertThat(rig.evidence("a")).matches(e -> e.filter().mayContain(first.hash()));
  }

  @Test
  void severalNamespacesAreThreeFlightsAndOneWriteOfTheEvidence() {
    one.readEvidence();
    List<List<String>> flights = one.wire.flights(() -> invalidating(one, first, second));
    assertThat(flights).hasSize(3);
    assertThat(flights.get(0)).containsExactlyInAnyOrder("set user:1", "set user:2");
    assertThat(flights.subList(1, 3))
        .containsExactly(List.of("gets evidence"), List.of("cas evidence"));
    assertThat(other.generation(first)).isNotEqualTo(other.generation(second));
  }

  @Test
  void manyNamespacesAreInvalidatedWhicheverIsWrittenLast() {
    one.readEvidence();
    Namespace[] many = IntStream.range(0, 5000).mapToObj(one::user).toArray(Namespace[]::new);
    one.wire.hold();
    CompletableFuture<Boolean> done = invalidating(one, many);
    while (one.wire.waiting() > 1) {
      one.wire.releaseLast();
    }
    one.wire.letGo();
    assertThat(done).isCompletedWithValue(true);
  }

  @Test
  void aNamespaceThatIsNamedTwiceIsInvalidatedOnce() {
    one.readEvidence();
    one.wire.sent();
    one.invalidate(first, one.user(1));
    assertThat(one.wire.sent()).containsOnlyOnce("set user:1");
  }

  @Test
  void noNamespacesAreNothingToDo() {
    one.readEvidence();
    one.wire.sent();
    one.invalidate();
    assertThat(one.wire.sent()).isEmpty();
  }

  @Test
  void whoComesDuringAWriteJoinsTheNextWhichBeginsAfterItsGeneration() {
    one.readEvidence();
    one.wire.hold();
    CompletableFuture<Boolean> leader = invalidating(one, first);
    one.wire.release(); // the generation; the evidence is asked for
    one.wire.sent();
    CompletableFuture<Boolean> second = invalidating(one, one.user(2));
    CompletableFuture<Boolean> third = invalidating(one, one.user(3));
    assertThat(one.wire.sent()).containsExactly("set user:2", "set user:3");
    one.wire.release(); // the evidence, and both generations
    one.wire.release(); // the first write
    assertThat(leader).isCompleted();
    assertThat(second).isNotDone();
    assertThat(third).isNotDone();
    one.wire.letGo();
    assertThat(second).isCompleted();
    assertThat(third).isCompleted();
    assertThat(one.wire.sent()).containsExactly("cas evidence", "gets evidence", "cas evidence");
    assertThat(rig.evidence("a"))
        .matches(e -> IntStream.range(1, 4)
            .allMatch(i -> e.filter().mayContain(one.user(i).hash())));
  }

  @Test
  void aWriteThatFailsFailsThoseWhoJoinedItAndNobodyElse() {
    one.readEvidence();
    one.wire.hold();
    CompletableFuture<Boolean> leader = invalidating(one, first);
    one.wire.release();
    CompletableFuture<Boolean> joined = invalidating(one, second);
    one.wire.lose("gets evidence");
    one.wire.letGo();
    assertThatThrownBy(() -> Answers.join(leader)).isInstanceOf(UnavailableException.class);
    assertThat(joined).isCompleted();
    one.invalidate(first);
  }

  @Test
  void aStoreThatThrowsAtOnceFailsOneInvalidationAndNotTheNext() {
    one.readEvidence();
    one.wire.refuse("gets evidence");
    assertThatThrownBy(() -> one.invalidate(first))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("[user=1]; gets evidence is refused");
    one.wire.sent();
    one.invalidate(first);
    assertThat(one.wire.sent()).endsWith("gets evidence", "cas evidence");
  }

  @Test
  void aNamespaceWhoseServerIsDownIsNamedAndTheOthersAreInvalidated() {
    long before = other.generation(second);
    one.readEvidence();
    one.wire.lose("set user:1");
    assertThatThrownBy(() -> one.invalidate(first, second))
        .isInstanceOf(UnavailableException.class)
        .hasMessage("could not be invalidated: [user=1]; no answer to set user:1")
        .hasCauseInstanceOf(UnavailableException.class);
    assertThat(other.generation(second)).isGreaterThan(before);
    assertThat(rig.item("a", first.key())).isNull();
  }

  @Test
  void aGenerationThatIsRefusedStaysARefusal() {
    one.readEvidence();
    one.wire.answer("set user:1", Refused.NOT_STORED);
    assertThatThrownBy(() -> one.invalidate(first))
        .isInstanceOf(RejectedException.class)
        .hasMessageContaining("counter:user:1");
  }

  @Test
  void evidenceThatCannotBeWrittenIsAFaultThatNamesTheNamespaces() {
    one.readEvidence();
    one.wire.lose("cas evidence");
    assertThatThrownBy(() -> one.invalidate(first, second))
        .isInstanceOf(UnavailableException.class)
        .hasMessageStartingWith("could not be invalidated: [user=1, user=2]; ");
  }

  @Test
  void duringAFlushBothHalvesAreTold() {
    Roll roll = Answers.join(one.flush.begin(Duration.ofSeconds(100)));
    long before = other.generation(first);
    one.invalidate(first);
    long after = other.generation(first);
    assertThat(after).isGreaterThan(before);
    rig.pass(roll.period());
    assertThat(other.generation(first)).isEqualTo(after);
  }

  @Test
  void theOldHalfOfAFlushThatIsOverIsDroppedByTheNextWrite() {
    Roll roll = Answers.join(one.flush.begin(Duration.ofSeconds(100)));
    rig.pass(roll.period());
    assertThat(rig.evidence("a")).extracting(Epoch::old).isNotNull();
    one.invalidate(first);
    assertThat(rig.evidence("a")).extracting(Epoch::old).isNull();
  }

  @Test
  void withoutEvidenceTheGenerationIsAll() {
    Member off = rig.process(options -> options.evidence(false));
    off.readEvidence();
    off.wire.sent();
    long before = off.generation(first);
    off.invalidate(first);
    assertThat(off.wire.sent()).doesNotContain("gets evidence", "cas evidence");
    assertThat(off.generation(first)).isGreaterThan(before);
  }

  static Stream<Arguments> differing() {
    UnaryOperator<NamespaceOptions> size = options -> options.evidenceBytes(40);
    UnaryOperator<NamespaceOptions> off = options -> options.evidence(false);
    UnaryOperator<NamespaceOptions> prefix = options -> options.prefix("abc");
    return Stream.of(
        Arguments.of("evidence of 80 bytes, here 40 bytes", size),
        Arguments.of("evidence of 80 bytes, here no bytes (off)", off),
        Arguments.of("the prefix '___', here 'abc'", prefix));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("differing")
  void aProcessWithOtherOptionsIsToldSoAndWritesNothing(
      String difference, UnaryOperator<NamespaceOptions> options) {
    one.invalidate(first);
    Member differing = rig.process(options);
    Namespace user = differing.user(1);
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> differing.invalidate(user))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("all processes must have the same options for namespaces, but others have "
              + difference);
    }
    assertThatThrownBy(() -> differing.generation(user)).isInstanceOf(ConfigurationException.class);
    assertThatThrownBy(() -> Answers.join(differing.flush.begin(Duration.ZERO)))
        .isInstanceOf(ConfigurationException.class);
    assertThat(differing.wire.sent()).containsOnly("gets evidence");
  }

  @Test
  void aServerWithoutCasIsFoundOutBeforeAGenerationIsWritten() {
    one.readEvidence();
    Member bare = rig.process();
    bare.wire.withoutCas = true;
    assertThatThrownBy(() -> bare.invalidate(first))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("(-C)");
    assertThat(bare.wire.sent()).containsOnly("gets evidence");
  }

  @Test
  void faultsThatComeOnSeveralThreadsAreAllNamed() {
    int count = 400;
    try (Site site = Site.on(new FailingAtOnce(count))) {
      Namespaces namespaces = Namespaces.on(site, options -> options);
      for (int round = 0; round < 100; round++) {
        List<Namespace> users = IntStream.range(0, count)
            .mapToObj(i -> namespaces.namespace("user", i))
            .toList();
        assertThatThrownBy(() -> namespaces.invalidateAll(users))
            .isInstanceOf(UnavailableException.class)
            .message()
            .satisfies(message -> assertThat(message.split("user=")).hasSize(count + 1));
      }
    }
  }

  /** Fails all plain sets when so many have come, on two threads at once. */
  private static final class FailingAtOnce implements Store {
    private final MemoryStore store = MemoryStore.create();
    private final List<CompletableFuture<?>> waiting = new ArrayList<>();
    private final int count;

    FailingAtOnce(int count) {
      this.count = count;
    }

    @Override
    public <R> CompletableFuture<R> execute(Operation<R> operation) {
      if (!(operation instanceof Put put) || put.mode() != Put.Mode.SET || put.cas() != null) {
        return store.execute(operation);
      }
      CompletableFuture<R> outcome = new CompletableFuture<>();
      waiting.add(outcome);
      if (waiting.size() == count) {
        List<CompletableFuture<?>> all = List.copyOf(waiting);
        waiting.clear();
        CountDownLatch together = new CountDownLatch(2);
        for (List<CompletableFuture<?>> half :
            List.of(all.subList(0, count / 2), all.subList(count / 2, count))) {
          CompletableFuture<?> unused = CompletableFuture.runAsync(() -> {
            together.countDown();
            while (together.getCount() > 0) {
              Thread.onSpinWait();
            }
            half.forEach(one -> one.completeExceptionally(new DeadlineExceededException("late")));
          });
        }
      }
      return outcome;
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
