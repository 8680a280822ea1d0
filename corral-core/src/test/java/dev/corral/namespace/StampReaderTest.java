package dev.corral.namespace;

import static dev.corral.namespace.NamespaceRig.EVIDENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.namespace.GenerationItems.Drawn;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.scope.Stamp;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StampReaderTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member strict = rig.process();
  private final Namespace user = strict.user(1);

  private static NamespaceOptions relaxed(NamespaceOptions options) {
    return options.relaxed(Duration.ofSeconds(10));
  }

  private static Stamp stamp(Member member, boolean strictly, Namespace... namespaces) {
    return Answers.join(member.reader.read(List.of(namespaces), strictly));
  }

  private static List<List<String>> flights(
      Member member, boolean strictly, Namespace... namespaces) {
    return member.wire.flights(() -> member.reader.read(List.of(namespaces), strictly));
  }

  private long storedGeneration() {
    return Drawn.parse(Objects.requireNonNull(rig.item("a", user.key()))).generation();
  }

  @ParameterizedTest(name = "{0}, {1} namespaces, {2}: {3}")
  @CsvSource(
      delimiter = '|',
      value = {
        "strict  | 1 | untouched | get evidence",
        "strict  | 3 | untouched | get evidence",
        "strict  | 1 | touched   | get user:1,get evidence",
        "strict  | 3 | touched   | get user:1,get user:2,get user:3,get evidence",
        "relaxed | 1 | untouched | ",
        "relaxed | 3 | untouched | ",
        "relaxed | 1 | touched   | ",
        "relaxed | 3 | touched   | ",
        "off     | 1 | untouched | get user:1",
        "off     | 3 | untouched | get user:1,get user:2,get user:3",
        "off     | 1 | touched   | get user:1",
        "off     | 3 | touched   | get user:1,get user:2,get user:3",
      })
  void onceAProcessKnowsTheEvidenceAReadIsOneFlight(
      String mode, int count, String state, String flight) {
    Member member = rig.process(
        switch (mode) {
          case "relaxed" -> StampReaderTest::relaxed;
          case "off" -> options -> options.evidence(false);
          default -> options -> options;
        });
    Namespace[] users =
        IntStream.rangeClosed(1, count).mapToObj(member::user).toArray(Namespace[]::new);
    if (state.equals("touched")) {
      member.invalidate(users);
    }
    stamp(member, false, users);
    assertThat(flights(member, false, users))
        .isEqualTo(flight == null ? List.of() : List.of(List.of(flight.split(","))));
  }

  @Test
  void theFirstReadOfAProcessTakesMoreFlights() {
    strict.invalidate(user);
    Member fresh = rig.process();
    assertThat(flights(fresh, false, user))
        .containsExactly(List.of("gets evidence"), List.of("get user:1"));
    assertThat(flights(fresh, false, user)).containsExactly(List.of("get user:1", "get evidence"));
  }

  @Test
  void aNewlySetBitCostsOneMoreFlightOnce() {
    Member other = rig.process();
    strict.generation(user);
    other.invalidate(user);
    assertThat(flights(strict, false, user))
        .containsExactly(List.of("get evidence"), List.of("get user:1"));
    assertThat(flights(strict, false, user)).containsExactly(List.of("get user:1", "get evidence"));
  }

  @Test
  void aGenerationThatNeedNotBeAskedForDoesNoHarmWhenItCannotBe() {
    strict.invalidate(user);
    Roll unused = Answers.join(rig.process().flush.begin(Duration.ZERO));
    strict.wire.lose("get user:1");
    assertThat(strict.generation(user)).isEqualTo(strict.readEvidence().master());
  }

  @Test
  void strictReadsGiveBothItemsAnotherSevenDays() {
    strict.invalidate(user);
    rig.pass(Duration.ofDays(6));
    stamp(strict, false, user);
    assertThat(rig.life("a", EVIDENCE)).isEqualTo(Duration.ofDays(7));
    assertThat(rig.life("a", user.key())).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void aGenerationThatIsLostIsMadeAnewAndIsNeitherTheOldOneNorTheMaster() {
    strict.invalidate(user);
    long lost = strict.generation(user);
    rig.evict("a", user.key());
    long anew = strict.generation(user);
    assertThat(anew).isGreaterThan(lost).isEqualTo(storedGeneration());
    assertThat(rig.process().generation(user)).isEqualTo(anew);
  }

  @Test
  void garbageInBothPlacesCountsAsGone() {
    strict.invalidate(user);
    long before = strict.generation(user);
    rig.write("a", user.key(), new byte[] {1});
    long renewed = strict.generation(user);
    assertThat(renewed).isGreaterThan(before);
    rig.write("a", EVIDENCE, new byte[] {1});
    assertThat(strict.generation(user)).isGreaterThan(renewed);
    strict.invalidate(user);
    rig.write("a", user.key(), new byte[] {1});
    rig.write("a", EVIDENCE, new byte[] {1});
    assertThat(strict.generation(user)).isEqualTo(rig.process().generation(user));
  }

  @Test
  void whatCannotBeReadIsAFault() {
    strict.invalidate(user);
    strict.wire.lose("get user:1");
    assertThatThrownBy(() -> stamp(strict, false, user)).isInstanceOf(UnavailableException.class);
    strict.wire.lose("get evidence");
    assertThatThrownBy(() -> stamp(strict, false, user)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void aRelaxedReadAsksAgainWhenItsCopyIsTooOld() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    stamp(relaxed, false, user);
    rig.pass(Duration.ofSeconds(10));
    assertThat(flights(relaxed, false, user)).isEmpty();
    rig.pass(Duration.ofNanos(1));
    assertThat(flights(relaxed, false, user)).containsExactly(List.of("get evidence"));
    rig.pass(Duration.ofSeconds(10));
    assertThat(flights(relaxed, false, user)).isEmpty();
  }

  @Test
  void aRelaxedReadIsStrictWhereThatIsAskedFor() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    stamp(relaxed, false, user);
    strict.invalidate(user);
    assertThat(flights(relaxed, true, user))
        .containsExactly(List.of("get evidence"), List.of("get user:1"));
    assertThat(flights(relaxed, true, user)).containsExactly(List.of("get user:1", "get evidence"));
    assertThat(flights(relaxed, false, user)).isEmpty();
  }

  @Test
  void othersInvalidationsAreSeenByRelaxedReadersAfterAWhileAndItsOwnAtOnce() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    long before = relaxed.view(false, user).generation(0);
    strict.invalidate(user);
    assertThat(relaxed.view(false, user).generation(0)).isEqualTo(before);
    rig.pass(Duration.ofSeconds(11));
    assertThat(relaxed.view(false, user).generation(0)).isEqualTo(storedGeneration());
    relaxed.invalidate(user);
    assertThat(relaxed.view(false, user).generation(0)).isEqualTo(storedGeneration());
    relaxed.invalidate(user);
    assertThat(relaxed.view(false, user).generation(0)).isEqualTo(storedGeneration());
  }

  @Test
  void whatWasAskedForIsNoAssumption() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    assertThat(stamp(relaxed, false, user).isAssumed()).isFalse();
    assertThat(stamp(relaxed, false, user).isAssumed()).isTrue();
    assertThat(stamp(relaxed, true, user).isAssumed()).isFalse();
    assertThat(stamp(strict, false, user).isAssumed()).isFalse();
    assertThat(stamp(strict, false, user).isAssumed()).isFalse();
  }

  @Test
  void aGenerationThatIsOnlyTrustedIsAnAssumptionThoughTheEvidenceWasReadJustNow() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    strict.invalidate(user);
    relaxed.readEvidence();
    rig.pass(Duration.ofSeconds(5));
    stamp(relaxed, false, user); // asks for the generation, but not for the evidence
    rig.pass(Duration.ofSeconds(6));
    strict.invalidate(user);
    Stamp stamp = stamp(relaxed, false, user);
    assertThat(relaxed.wire.sent()).endsWith("get evidence");
    assertThat(stamp.value()).isNotEqualTo(stamp(strict, true, user).value());
    assertThat(stamp.isAssumed()).isTrue();
    assertThat(stamp(relaxed, true, user).isAssumed()).isFalse();
  }

  @Test
  void withoutEvidenceTooWhatIsTrustedIsAnAssumptionAndWhatWasReadIsNone() {
    Member relaxed = rig.process(options -> relaxed(options).evidence(false));
    assertThat(stamp(relaxed, false, user).isAssumed()).isFalse();
    assertThat(stamp(relaxed, false, user).isAssumed()).isTrue();
    rig.pass(Duration.ofMinutes(1));
    assertThat(stamp(relaxed, false, user).isAssumed()).isFalse();
    assertThat(flights(relaxed, false, user)).isEmpty();
    assertThat(stamp(relaxed, false, user).isAssumed()).isTrue();
  }

  @Test
  void withoutEvidenceEachProcessSeesOthersInvalidations() {
    Member one = rig.process(options -> options.evidence(false));
    Member other = rig.process(options -> options.evidence(false));
    long before = one.generation(user);
    assertThat(other.generation(user)).isEqualTo(before);
    other.invalidate(user);
    assertThat(one.generation(user)).isGreaterThan(before).isEqualTo(storedGeneration());
    rig.evict("a", user.key());
    rig.evict("a", EVIDENCE);
    assertThat(rig.process(options -> options.evidence(false)).generation(user))
        .isEqualTo(one.generation(user));
  }

  @Test
  void aTrustedGenerationThatIsNotNewerThanTheMasterIsLookedUp() {
    Member relaxed = rig.process(StampReaderTest::relaxed);
    relaxed.invalidate(user);
    Roll unused = Answers.join(strict.flush.begin(Duration.ZERO));
    strict.invalidate(user);
    relaxed.readEvidence();
    relaxed.wire.sent();
    assertThat(relaxed.view(false, user).generation(0)).isEqualTo(storedGeneration());
    assertThat(relaxed.wire.sent()).containsExactly("gets user:1");
  }

  @Test
  void processesAgreeOnTheStampOfSeveralNamespaces() {
    Member other = rig.process();
    other.invalidate(strict.user(2));
    Namespace[] users = {strict.user(1), strict.user(2), strict.user(3)};
    assertThat(stamp(strict, false, users).value())
        .isEqualTo(stamp(other, true, users).value());
  }

  @Test
  void hostsWhoseClocksDifferAcceptOneAnothersValuesDuringAFlush() {
    Member ahead = rig.process();
    ahead.skew = Duration.ofSeconds(30);
    Roll roll = Answers.join(strict.flush.begin(Duration.ofMinutes(1)));
    Namespace[] users = {strict.user(1), strict.user(2), strict.user(3)};
    for (int second = 0; second < roll.period().toSeconds() + 2; second++) {
      assertThat(stamp(strict, false, users).accepts(stamp(ahead, false, users).value()))
          .isTrue();
      rig.pass(Duration.ofSeconds(1));
    }
  }

  private static Supplier<CompletableFuture<Stamp>> ask(Member member, Namespace namespace) {
    return member.reader.ask(List.of(namespace), false);
  }

  @ParameterizedTest(name = "{0}, {1}: {2} requests")
  @CsvSource({
    "strict, untouched, 1",
    "strict, touched, 2",
    "relaxed, untouched, 0",
    "relaxed, touched, 0",
    "off, untouched, 1",
    "off, touched, 1",
  })
  void whoWaitsHasItAllSentAtOnceAndGoesOnByItself(String mode, String state, int requests) {
    Member member = rig.process(
        switch (mode) {
          case "relaxed" -> StampReaderTest::relaxed;
          case "off" -> options -> options.evidence(false);
          default -> options -> options;
        });
    Namespace one = member.user(1);
    if (state.equals("touched")) {
      member.invalidate(one);
    }
    Stamp stamp = stamp(member, false, one);
    member.wire.hold();
    Supplier<CompletableFuture<Stamp>> asked = ask(member, one);
    assertThat(member.wire.waiting()).isEqualTo(requests);
    member.wire.release();
    assertThat(asked.get().join().value()).isEqualTo(stamp.value());
  }

  @Test
  void whoWaitsIsServedByAProcessThatKnowsNothingYetToo() {
    strict.invalidate(user);
    Stamp stamp = stamp(strict, false, user);
    assertThat(ask(rig.process(), user).get().join().value()).isEqualTo(stamp.value());
  }

  @Test
  void whoWaitsGoesOnByItselfInAProcessThatKnowsNothingYetToo() {
    strict.invalidate(user);
    Member fresh = rig.process();
    List<Thread> asking = new ArrayList<>();
    fresh.wire.before("get user:1", () -> asking.add(Thread.currentThread()));
    fresh.wire.hold();
    Supplier<CompletableFuture<Stamp>> asked = ask(fresh, user);
    Thread waiting = Thread.currentThread();
    new Thread(() -> {
          while (waiting.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
          }
          fresh.wire.letGo();
        })
        .start();

    Stamp stamp = asked.get().join();

    assertThat(stamp.value()).isEqualTo(stamp(strict, false, user).value());
    assertThat(asking).containsExactly(waiting);
  }

  @Test
  void whoWaitsSeesWhatOthersHaveInvalidated() {
    Stamp stamp = stamp(strict, false, user);
    rig.process().invalidate(user);
    assertThat(ask(strict, user).get().join().accepts(stamp.value())).isFalse();
  }

  @Test
  void whoWaitsIsToldThatTheEvidenceCannotBeRead() {
    Stamp unused = stamp(strict, false, user);
    strict.wire.lose("get evidence");
    CompletableFuture<Stamp> lost = ask(strict, user).get();
    assertThatThrownBy(() -> Answers.join(lost)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void whoWaitsHasTheEvidenceTakenAlongWhenTheServersChange() {
    Member moving = rig.processOn("a");
    Stamp stamp = stamp(moving, false, moving.user(1));
    moving.invalidate(moving.user(1));
    moving.wire.change("b");
    assertThat(ask(moving, moving.user(1)).get().join().accepts(stamp.value())).isFalse();
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whoWaitsCanAskForMoreBeforeAGenerationHasComeThatItMustKnow() {
    strict.invalidate(user);
    Member relaxed = rig.process(StampReaderTest::relaxed);
    relaxed.readEvidence();
    relaxed.wire.hold();
    Supplier<CompletableFuture<Stamp>> asked = ask(relaxed, user);
    assertThat(relaxed.wire.waiting()).isEqualTo(1);
    relaxed.wire.release();
    Stamp stamp = asked.get().join();
    assertThat(stamp.value()).isEqualTo(stamp(strict, false, user).value());
    assertThat(stamp.isAssumed()).isTrue();
  }

  @Test
  @Timeout(value = 10, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whoWaitsDoesNotWaitForAGenerationThatNeedNotBeAskedFor() {
    strict.invalidate(user);
    Member other = rig.process();
    Roll unused = Answers.join(other.flush.begin(Duration.ZERO));
    strict.wire.hold();
    Supplier<CompletableFuture<Stamp>> asked = ask(strict, user);
    assertThat(strict.wire.waiting()).isEqualTo(2);
    strict.wire.releaseLast();
    assertThat(asked.get().join().value()).isEqualTo(stamp(other, false, user).value());
  }
}
