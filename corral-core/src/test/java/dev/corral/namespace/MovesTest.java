package dev.corral.namespace;

import static dev.corral.namespace.NamespaceRig.EVIDENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.namespace.GenerationItems.Drawn;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.store.Placement;
import dev.corral.store.PutOutcome.Refused;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The evidence is on the first server of the list, the generations on the last. */
class MovesTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.processOn("a", "c");
  private final Member other = rig.processOn("a", "c");
  private final Namespace touched = one.user(1);
  private final Namespace untouched = one.user(2);

  private void settle(Member member) {
    Placement settled = rig.await(member.moves.settle());
    assertThat(settled).isEqualTo(member.wire.placement());
    assertThat(member.moves.isSettled(settled)).isTrue();
  }

  private Epoch evidenceAt(String server) {
    Epoch epoch = rig.evidence(server);
    if (epoch == null) {
      throw new AssertionError("there is no evidence at " + server);
    }
    return epoch;
  }

  private static Epoch.Old oldOf(Epoch epoch) {
    Epoch.Old old = epoch.old();
    if (old == null) {
      throw new AssertionError("there is no old half");
    }
    return old;
  }

  @Test
  void withoutAChangeNothingIsAsked() {
    settle(one);
    assertThat(one.wire.sent()).isEmpty();
  }

  @Test
  void theEvidenceIsReadAtItsOldHomeAndSealedThereAndBeginsANewEpochAtTheNewOne() {
    one.invalidate(touched);
    Epoch before = evidenceAt("a");
    one.wire.change("b", "c");
    one.wire.sent();
    settle(one);
    assertThat(one.wire.sent())
        .containsExactly("gets evidence", "gets evidence", "cas evidence", "add evidence");
    Epoch seal = evidenceAt("a");
    assertThat(seal.sealed()).isTrue();
    Epoch after = evidenceAt("b");
    assertThat(after.master()).isGreaterThan(seal.master());
    assertThat(seal.master()).isGreaterThan(before.master());
    assertThat(after.servers()).isEqualTo(one.wire.placement().fingerprint());
    assertThat(after.old())
        .isEqualTo(new Epoch.Old(before.master(), before.filter(), one.now(), 180_000, true));
    assertThat(rig.life("b", EVIDENCE)).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void whoComesLateTakesTheEpochThatItHasSeenAlready() {
    long master = one.generation(untouched);
    one.wire.change("a", "b");
    settle(one);
    Epoch begun = evidenceAt("a");
    assertThat(other.readEvidence()).as("on the old list still").isEqualTo(begun);
    other.wire.change("a", "b");
    settle(other);
    assertThat(evidenceAt("a")).isEqualTo(begun);
    assertThat(one.generation(untouched)).isEqualTo(master);
    assertThat(other.generation(untouched)).isEqualTo(master);
  }

  @Test
  void whoComesLateAndHasInvalidatedOnTheOldListBeginsAnew() {
    assertThat(other.generation(touched)).isPositive();
    one.wire.change("a", "b");
    settle(one);
    one.invalidate(touched);
    long generation = one.generation(touched);
    other.invalidate(touched); // its generation is on the old server
    other.wire.change("a", "b");
    settle(other);
    assertThat(one.generation(touched)).isNotEqualTo(generation);
  }

  @Test
  void whatWasTouchedMovesAtOnceAndTheOthersRoll() {
    long master = one.generation(untouched);
    one.invalidate(touched);
    one.wire.change("b", "c");
    assertThat(one.generation(touched)).isEqualTo(evidenceAt("b").master());
    assertThat(one.generation(untouched)).isEqualTo(master);
    rig.pass(Duration.ofMinutes(3));
    assertThat(one.generation(untouched)).isEqualTo(evidenceAt("b").master());
  }

  @Test
  void whoeverComesLaterUsesWhatTheFirstHasDone() {
    one.readEvidence();
    other.readEvidence();
    one.wire.change("b", "c");
    settle(one);
    other.wire.change("b", "c");
    other.wire.sent();
    settle(other);
    assertThat(other.wire.sent())
        .containsExactly("gets evidence", "gets evidence"); // at both homes
    assertThat(other.ledger.seen()).isEqualTo(evidenceAt("b").master());
  }

  @Test
  void aProcessThatKnewNothingYetUsesWhatIsThereUnderItsList() {
    one.readEvidence();
    one.wire.change("b", "c");
    settle(one);
    Epoch evidence = evidenceAt("b");
    other.wire.change("b", "c");
    settle(other);
    assertThat(evidenceAt("b")).isEqualTo(evidence);
  }

  @Test
  void evidenceThatStaysWhereItIsBeginsANewEpochToo() {
    one.invalidate(touched);
    Epoch before = evidenceAt("a");
    one.wire.change("a", "b");
    one.wire.sent();
    settle(one);
    assertThat(one.wire.sent()).containsExactly("gets evidence", "cas evidence");
    assertThat(oldOf(evidenceAt("a")).master()).isEqualTo(before.master());
    assertThat(oldOf(evidenceAt("a")).moved()).isTrue();
  }

  @Test
  void aChangeBackFindsASealAndNotYesterdaysEvidence() {
    one.readEvidence();
    one.wire.change("b", "c");
    settle(one);
    Epoch there = evidenceAt("b");
    one.wire.change("a", "c");
    settle(one);
    assertThat(evidenceAt("b").sealed()).isTrue();
    assertThat(evidenceAt("a").sealed()).isFalse();
    assertThat(oldOf(evidenceAt("a")).master()).isEqualTo(there.master());
  }

  @Test
  void evidenceAtTheOldHomeThatIsOlderThanWhatWasSeenIsSealedButNotTakenAlong() {
    byte[] yesterdays = one.readEvidence().bytes("___");
    Roll unused = Answers.join(one.flush.begin(Duration.ZERO));
    rig.write("a", EVIDENCE, yesterdays);
    one.wire.change("b", "c");
    settle(one);
    assertThat(evidenceAt("a").sealed()).isTrue();
    assertThat(evidenceAt("b").old()).isNull();
  }

  @Test
  void evidenceAtTheNewHomeUnderAnotherListIsReplacedAndNothingIsTakenAlong() {
    Member elsewhere = rig.processOn("b");
    Epoch there = elsewhere.readEvidence();
    Epoch before = one.readEvidence();
    one.wire.change("b", "c");
    settle(one);
    assertThat(evidenceAt("b").old()).isNull(); // it would not tell of what they have touched
    assertThat(evidenceAt("b").master()).isGreaterThan(Math.max(there.master(), before.master()));
    assertThat(evidenceAt("b").servers()).isEqualTo(one.wire.placement().fingerprint());
  }

  @Test
  void evidenceAtTheNewHomeThatIsNotNewerThanWhatWasSeenIsNotUsed() {
    one.wire.change("b", "c");
    settle(one);
    byte[] yesterdays = evidenceAt("b").bytes("___");
    one.wire.change("a", "c");
    settle(one);
    Epoch today = evidenceAt("a");
    rig.write("b", EVIDENCE, yesterdays); // as if nobody had sealed it
    one.wire.change("b", "c");
    settle(one);
    assertThat(evidenceAt("b").master()).isGreaterThan(today.master());
    assertThat(evidenceAt("b").old()).isNull();
  }

  @Test
  void theOldHalfIsWhatTheStoreSaysAndNotThisProcesssCopy() {
    one.readEvidence();
    other.invalidate(touched); // of which one knows nothing
    one.wire.change("b", "c");
    settle(one);
    assertThat(oldOf(evidenceAt("b")).filter().mayContain(touched.hash())).isTrue();
  }

  @Test
  void anInvalidationBetweenReadAndSealIsTakenAlong() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.before("cas evidence", () -> other.invalidate(touched));
    settle(one);
    assertThat(oldOf(evidenceAt("b")).filter().mayContain(touched.hash())).isTrue();
  }

  @Test
  void anOldHomeThatIsGoneMeansThatAllBeginsAnew() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.down("a");
    settle(one);
    assertThat(evidenceAt("b").old()).isNull();
    assertThat(evidenceAt("a").sealed()).isFalse();
  }

  @Test
  void anOldHomeWithoutEvidenceOrWithGarbageMeansThatAllBeginsAnew() {
    one.readEvidence();
    rig.evict("a", EVIDENCE);
    one.wire.change("b", "c");
    settle(one);
    assertThat(evidenceAt("b").old()).isNull();
    rig.write("b", EVIDENCE, new byte[] {1, 2, 3});
    one.wire.change("c");
    settle(one);
    assertThat(evidenceAt("c").old()).isNull();
  }

  @Test
  void garbageAtTheNewHomeIsReplaced() {
    one.readEvidence();
    rig.write("b", EVIDENCE, new byte[] {1, 2, 3});
    one.wire.change("b", "c");
    settle(one);
    assertThat(oldOf(evidenceAt("b")).moved()).isTrue();
  }

  @Test
  void aNewHomeThatIsDownIsAFaultAndTheNextCallTriesAgain() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.down("b");
    assertThatThrownBy(() -> settle(one)).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> one.generation(touched)).isInstanceOf(UnavailableException.class);
    assertThat(evidenceAt("a").sealed()).isFalse();
    one.wire.up("b");
    settle(one);
    assertThat(evidenceAt("a").sealed()).isTrue();
  }

  @Test
  void aStoreThatThrowsAtOnceIsAFaultAndTheNextCallTriesAgain() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.refuse("gets evidence");
    assertThatThrownBy(() -> settle(one))
        .isInstanceOf(UnavailableException.class)
        .hasMessage("gets evidence is refused");
    settle(one);
    assertThat(evidenceAt("a").sealed()).isTrue();
  }

  @Test
  void othersOptionsAtTheNewHomeAreAFaultAndNothingIsWritten() {
    one.readEvidence();
    rig.write("b", EVIDENCE, Epoch.begin(1, 40, 0).bytes("___"));
    one.wire.change("b", "c");
    one.wire.sent();
    assertThatThrownBy(() -> settle(one)).isInstanceOf(ConfigurationException.class);
    assertThat(one.wire.sent()).containsExactly("gets evidence");
  }

  @Test
  void whoIsOvertakenBeginsAgainFromTheReading() {
    one.readEvidence();
    other.readEvidence();
    one.wire.change("b", "c");
    other.wire.change("b", "c");
    one.wire.before("add evidence", () -> settle(other));
    settle(one);
    Epoch there = evidenceAt("b");
    assertThat(one.ledger.seen()).isEqualTo(there.master()).isEqualTo(other.ledger.seen());
    assertThat(one.wire.sent()).endsWith("add evidence", "gets evidence", "gets evidence");
  }

  @Test
  void whoIsNeverLetThroughGivesUpAndTheNextCallTriesAgain() {
    one.readEvidence();
    one.wire.change("b", "c");
    for (int i = 0; i < 101; i++) {
      one.wire.answer("add evidence", Refused.NOT_STORED);
    }
    CompletableFuture<Placement> settling = one.moves.settle();
    rig.pass(Duration.ofSeconds(2));
    assertThatThrownBy(() -> Answers.join(settling)).isInstanceOf(UnavailableException.class);
    settle(one);
  }

  @Test
  void threadsThatComeAtOnceShareOneMove() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.sent();
    one.wire.hold();
    CompletableFuture<Placement> first = one.moves.settle();
    CompletableFuture<Placement> second = one.moves.settle();
    assertThat(one.wire.sent()).containsExactly("gets evidence");
    one.wire.letGo();
    assertThat(first).isCompletedWithValue(one.wire.placement());
    assertThat(second).isCompletedWithValue(one.wire.placement());
    assertThat(one.wire.sent()).containsExactly("gets evidence", "cas evidence", "add evidence");
  }

  @Test
  void anotherChangeDuringAMoveIsFollowedToo() {
    one.readEvidence();
    one.wire.change("b", "c");
    one.wire.hold();
    CompletableFuture<Placement> first = one.moves.settle();
    CompletableFuture<Placement> waiting = one.moves.settle();
    one.wire.change("c");
    one.wire.letGo();
    assertThat(first).isCompleted();
    assertThat(waiting).isCompletedWithValue(one.wire.placement());
    assertThat(evidenceAt("b").sealed()).isTrue();
    assertThat(evidenceAt("c").sealed()).isFalse();
  }

  @Test
  void aReadOrInvalidationDuringWhichTheServersChangeIsDoneAnew() {
    one.readEvidence();
    one.wire.before("get evidence", () -> one.wire.change("b", "c"));
    assertThat(one.generation(touched)).isEqualTo(oldOf(evidenceAt("b")).master());
    one.wire.before("cas evidence", () -> one.wire.change("a", "b"));
    one.invalidate(touched);
    assertThat(rig.item("b", touched.key())).isNotNull();
    assertThat(one.generation(touched))
        .isEqualTo(
            Drawn.parse(Objects.requireNonNull(rig.item("b", touched.key()))).generation());
  }
}
