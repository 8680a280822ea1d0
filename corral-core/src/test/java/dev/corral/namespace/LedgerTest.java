package dev.corral.namespace;

import static dev.corral.namespace.NamespaceRig.EVIDENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.store.PutOutcome.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LedgerTest {
  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.process();
  private final Member other = rig.process();

  private static CompletableFuture<Epoch> change(Member member, UnaryOperator<Epoch> change) {
    return member.ledger.change(member.wire.placement(), change);
  }

  private static Epoch touch(Member member, long hash) {
    return Answers.join(change(member, epoch -> epoch.touched(List.of(hash), member.now())));
  }

  private static Ledger.Copy copyOf(Member member) {
    Ledger.Copy copy = member.ledger.copy();
    if (copy == null) {
      throw new AssertionError("there is no copy");
    }
    return copy;
  }

  @Test
  void whereThereIsNoEvidenceItIsBegun() {
    Epoch begun = one.readEvidence();
    assertThat(one.wire.sent()).containsExactly("gets evidence", "add evidence", "gets evidence");
    assertThat(begun).isEqualTo(rig.evidence("a"));
    assertThat(begun.filter()).isEqualTo(Filter.empty(80));
    assertThat(begun.old()).isNull();
    assertThat(new Generation(begun.master()).born()).isEqualTo(NamespaceRig.START);
    assertThat(begun.servers()).isEqualTo(one.wire.placement().fingerprint());
    assertThat(rig.life("a", EVIDENCE)).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void whereThereIsEvidenceItIsUsed() {
    Epoch begun = one.readEvidence();
    assertThat(other.readEvidence()).isEqualTo(begun);
    assertThat(other.wire.sent()).containsExactly("gets evidence");
    assertThat(other.ledger.seen()).isEqualTo(begun.master());
  }

  @Test
  void ofTwoWhoBeginItAtOnceBothUseWhatIsStored() {
    one.wire.before("add evidence", other::readEvidence);
    assertThat(one.readEvidence()).isEqualTo(other.readEvidence()).isEqualTo(rig.evidence("a"));
  }

  @Test
  void aReadIsOneQuestionAndGivesTheItemAnotherSevenDays() {
    one.readEvidence();
    rig.pass(Duration.ofDays(6));
    one.wire.sent();
    Epoch epoch = one.readEvidence();
    assertThat(one.wire.sent()).containsExactly("get evidence");
    assertThat(rig.life("a", EVIDENCE)).isEqualTo(Duration.ofDays(7));
    rig.pass(Duration.ofDays(7));
    assertThat(one.readEvidence().master()).isGreaterThan(epoch.master());
  }

  @Test
  void whatOthersHaveWrittenIsSeenByTheNextRead() {
    one.readEvidence();
    touch(other, 3);
    assertThat(one.readEvidence()).isEqualTo(rig.evidence("a"));
    assertThat(one.readEvidence().filter().mayContain(3)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "e", "\1\2\3"})
  void evidenceThatCannotBeReadIsBegunAnew(String garbage) {
    Epoch before = one.readEvidence();
    byte[] bytes = garbage.getBytes(StandardCharsets.ISO_8859_1);
    rig.write("a", EVIDENCE, bytes);
    assertThat(one.readEvidence().master()).isGreaterThan(before.master());
    rig.write("a", EVIDENCE, bytes);
    assertThat(rig.process().readEvidence()).isEqualTo(rig.evidence("a"));
  }

  @Test
  void sealedEvidenceIsBegunAnew() {
    Epoch seal = one.readEvidence().seal(one.generations.next());
    rig.write("a", EVIDENCE, seal.bytes("___"));
    assertThat(one.readEvidence().master()).isGreaterThan(seal.master());
    rig.write("a", EVIDENCE, seal.bytes("___"));
    assertThat(rig.process().readEvidence().master()).isGreaterThan(seal.master());
  }

  @Test
  void evidenceOlderThanWhatWasSeenIsReplacedAndNotBelieved() {
    byte[] yesterdays = one.readEvidence().bytes("___");
    Epoch seen = Answers.join(change(one, epoch -> epoch.next(9L << 42, 0, 0, false, 0)));
    rig.write("a", EVIDENCE, yesterdays);
    Epoch anew = one.readEvidence();
    assertThat(anew.master()).isGreaterThan(seen.master());
    assertThat(anew).isEqualTo(rig.evidence("a"));
    assertThat(rig.process().readEvidence()).isEqualTo(anew);
  }

  @Test
  void anAnswerThatCameLateWasRightWhenItWasGiven() {
    Epoch first = one.readEvidence();
    one.wire.hold();
    CompletableFuture<Epoch> late = one.ledger.read(one.wire.placement());
    one.ledger.saw(first.next(first.master() + 1, 0, 0, false, 0), new byte[0], 0);
    one.wire.letGo();
    assertThat(late).isCompletedWithValue(first);
    assertThat(copyOf(one).epoch().master()).isEqualTo(first.master() + 1);
  }

  @Test
  void aChangeIsWrittenByCas() {
    one.readEvidence();
    one.wire.sent();
    Epoch changed = touch(one, 3);
    assertThat(one.wire.sent()).containsExactly("gets evidence", "cas evidence");
    assertThat(changed).isEqualTo(rig.evidence("a")).isEqualTo(copyOf(one).epoch());
    assertThat(rig.life("a", EVIDENCE)).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void aChangeThatChangesNothingWritesNothingButWasRead() {
    touch(other, 3);
    one.readEvidence();
    one.wire.sent();
    touch(one, 3);
    assertThat(one.wire.sent()).containsExactly("gets evidence");
  }

  @Test
  void aChangeIsMadeToWhatIsThereNotToWhatThisProcessKnows() {
    touch(one, 3);
    rig.evict("a", EVIDENCE);
    assertThat(touch(one, 3)).isEqualTo(rig.evidence("a"));
    assertThat(rig.evidence("a")).extracting(Epoch::filter).matches(f -> f.mayContain(3));
  }

  @Test
  void noneOfTwoChangesAtOnceIsLost() {
    one.readEvidence();
    one.wire.before("cas evidence", () -> touch(other, 4));
    Epoch changed = touch(one, 3);
    assertThat(changed.filter().mayContain(3)).isTrue();
    assertThat(changed.filter().mayContain(4)).isTrue();
    assertThat(changed).isEqualTo(rig.evidence("a"));
  }

  @Test
  void aChangeSurvivesThatTheEvidenceIsLostMeanwhile() {
    one.readEvidence();
    one.wire.before("cas evidence", () -> rig.evict("a", EVIDENCE));
    assertThat(touch(one, 3)).isEqualTo(rig.evidence("a"));
    assertThat(copyOf(one).epoch().filter().mayContain(3)).isTrue();
  }

  @Test
  void whoIsNotLetThroughPausesAndGivesUpInTheEnd() {
    one.readEvidence();
    for (int i = 0; i < 200; i++) {
      one.wire.answer("cas evidence", Refused.EXISTS);
    }
    CompletableFuture<Epoch> change = change(one, epoch -> epoch.touched(List.of(3L), 0));
    assertThat(change).isNotDone();
    rig.pass(Duration.ofMillis(5));
    assertThat(change).isNotDone();
    rig.pass(Duration.ofSeconds(1));
    assertThatThrownBy(() -> Answers.join(change))
        .isInstanceOf(UnavailableException.class)
        .hasMessage("others changed corral-evidence 100 times while it was to be changed");
  }

  @Test
  void whoIsNotLetThroughAFewTimesPausesForAMoment() {
    one.readEvidence();
    for (int i = 0; i < 6; i++) {
      one.wire.answer("cas evidence", Refused.EXISTS);
    }
    CompletableFuture<Epoch> change = change(one, epoch -> epoch.touched(List.of(3L), 0));
    assertThat(change).isNotDone();
    rig.pass(Duration.ofMillis(30));
    assertThat(change).isCompletedWithValue(copyOf(one).epoch());
  }

  @Test
  void aServerThatIsDownIsAFaultAndNothingIsMadeUp() {
    one.readEvidence();
    one.wire.down("a");
    assertThatThrownBy(one::readEvidence).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> touch(one, 3)).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> {
          other.wire.down("a");
          other.readEvidence();
        })
        .isInstanceOf(UnavailableException.class);
  }

  @Test
  void aServerWithoutCasIsRefused() {
    one.wire.withoutCas = true;
    assertThatThrownBy(one::readEvidence)
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("namespaces need CAS, which the server of corral-evidence is run without (-C)");
  }

  @Test
  void othersOptionsAreAFaultAndNothingIsWritten() {
    one.readEvidence();
    Member differing = rig.process(options -> options.evidenceBytes(40));
    assertThatThrownBy(differing::readEvidence)
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("evidence of 80 bytes, here 40 bytes");
    assertThatThrownBy(() -> touch(differing, 3)).isInstanceOf(ConfigurationException.class);
    assertThat(differing.wire.sent()).containsOnly("gets evidence");
    assertThat(differing.ledger.copy()).isNull();
  }

  @Test
  void theCopyTakesOverWhatRepliesSayInAnyOrder() {
    Epoch begun = one.readEvidence();
    Epoch early = begun.touched(List.of(3L), 0);
    Epoch late = early.touched(List.of(4L), 0);
    one.ledger.saw(late, late.bytes("___"), 20);
    one.ledger.saw(early, early.bytes("___"), 10);
    assertThat(copyOf(one).epoch()).isEqualTo(late);
    Epoch next = late.next(late.master() + 1, 0, 0, false, 0);
    one.ledger.saw(next, next.bytes("___"), 30);
    one.ledger.saw(late, late.bytes("___"), 40);
    assertThat(copyOf(one).epoch()).isEqualTo(next);
    assertThat(one.ledger.seen()).isEqualTo(next.master());
  }

  @Test
  void aCopyIsAsYoungAsTheLatestReplyThatItHolds() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(1)));
    Epoch begun = relaxed.readEvidence();
    relaxed.ledger.saw(begun, begun.bytes("___"), 70);
    relaxed.ledger.saw(begun, begun.bytes("___"), 60);
    assertThat(copyOf(relaxed).asked()).isEqualTo(70);
    Epoch touched = begun.touched(List.of(3L), 0);
    relaxed.ledger.saw(touched, touched.bytes("___"), 50);
    assertThat(copyOf(relaxed).asked()).isEqualTo(70);
    assertThat(copyOf(relaxed).epoch()).isEqualTo(touched);
  }

  @Test
  void emptyBytesAreNeverTakenForTheCopy() {
    Epoch begun = one.readEvidence();
    Epoch some = begun.touched(List.of(3L), 0);
    Epoch others = begun.touched(List.of(4L), 0);
    one.ledger.saw(some, some.bytes("___"), 1);
    one.ledger.saw(others, others.bytes("___"), 2); // of which the two together have no bytes
    assertThat(one.ledger.parse(new byte[0])).isNull();
    assertThat(one.ledger.parse(some.bytes("___"))).isEqualTo(some);
  }

  @Test
  void mastersOnlyGoForwardThoughTheClockGoesBack() {
    one.skew = Duration.ofDays(-3);
    other.skew = Duration.ofDays(3);
    Epoch ahead = other.readEvidence();
    one.readEvidence();
    rig.evict("a", EVIDENCE);
    assertThat(one.readEvidence().master()).isGreaterThan(ahead.master());
  }
}
