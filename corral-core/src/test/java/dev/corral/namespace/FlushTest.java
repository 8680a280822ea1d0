package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.hash.Hash64;
import dev.corral.namespace.NamespaceRig.Member;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FlushTest {
  private static final Duration PERIOD = Duration.ofMinutes(3);

  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.process();
  private final Member other = rig.process();

  private static Roll begin(Member member, Duration period) {
    return Answers.join(member.flush.begin(period));
  }

  private List<Namespace> users(int count) {
    return IntStream.range(0, count).mapToObj(one::user).toList();
  }

  /** Touches so many at once that the evidence is muddled, without a flush. */
  private static void muddle(Member member) {
    List<Long> hashes = LongStream.range(0, 500).map(i -> Hash64.mix(i)).boxed().toList();
    Epoch unused = Answers.join(member.ledger.change(
        member.wire.placement(), epoch -> epoch.touched(hashes, member.now())));
  }

  @Test
  void aFlushIsOneWrite() {
    Epoch before = one.readEvidence();
    one.wire.sent();
    Roll roll = begin(one, PERIOD);
    assertThat(one.wire.sent()).containsExactly("gets evidence", "cas evidence");
    assertThat(roll).isEqualTo(new Roll(NamespaceRig.START, PERIOD));
    Epoch after = one.readEvidence();
    assertThat(after.master()).isGreaterThan(before.master());
    assertThat(after.old())
        .isEqualTo(new Epoch.Old(before.master(), before.filter(), one.now(), 180_000, false));
  }

  @Test
  void overThePeriodEachNamespaceMovesOnce() {
    long before = one.readEvidence().master();
    begin(one, PERIOD);
    long after = one.readEvidence().master();
    List<Namespace> users = users(300);
    int moved = 0;
    for (int second = 0; second < 180; second += 20) {
      int now =
          (int) users.stream().filter(user -> one.generation(user) == after).count();
      assertThat(now).isBetween(moved, 300);
      assertThat(now).isCloseTo(300 * second / 180, offset(30));
      assertThat(users).allMatch(user -> List.of(before, after).contains(one.generation(user)));
      moved = now;
      rig.pass(Duration.ofSeconds(20));
    }
    assertThat(users).allMatch(user -> one.generation(user) == after);
  }

  @Test
  void aFlushDuringAnotherReturnsTheOneThatRuns() {
    Roll first = begin(one, PERIOD);
    rig.pass(Duration.ofMinutes(1));
    long master = one.readEvidence().master();
    assertThat(begin(other, Duration.ofSeconds(5))).isEqualTo(first);
    assertThat(begin(other, Duration.ZERO)).isEqualTo(first);
    assertThat(one.readEvidence().master()).isEqualTo(master);
  }

  @Test
  void ofTwoThatBeginAtOnceOneRuns() {
    one.readEvidence();
    one.wire.before("cas evidence", () -> begin(other, PERIOD));
    rig.pass(Duration.ofSeconds(1));
    Roll mine = begin(one, Duration.ofSeconds(5));
    assertThat(mine).isEqualTo(begin(other, PERIOD));
    assertThat(mine.period()).isEqualTo(PERIOD);
  }

  @Test
  void afterAFlushAnotherBegins() {
    begin(one, PERIOD);
    long first = one.readEvidence().master();
    rig.pass(PERIOD);
    Roll second = begin(other, PERIOD);
    assertThat(second.start()).isEqualTo(NamespaceRig.START.plus(PERIOD));
    assertThat(one.readEvidence().old()).extracting(Epoch.Old::master).isEqualTo(first);
  }

  @Test
  void aFlushAtOnceLeavesNoOldHalf() {
    one.invalidate(one.user(1));
    Roll roll = begin(one, Duration.ZERO);
    assertThat(roll).isEqualTo(new Roll(NamespaceRig.START, Duration.ZERO));
    assertThat(one.readEvidence().old()).isNull();
    assertThat(users(20))
        .allMatch(user -> one.generation(user) == one.readEvidence().master());
  }

  @Test
  void aFlushThatCannotBeBegunIsAFault() {
    one.wire.down("a");
    assertThatThrownBy(() -> begin(one, PERIOD)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void whoReadsMuddledEvidenceBeginsAFlushBehindTheReadersBack() {
    muddle(one);
    Epoch muddled = one.readEvidence();
    View view = one.view(true, one.user(1000));
    assertThat(view).isNotNull();
    Epoch after = one.readEvidence();
    assertThat(after.old()).extracting(Epoch.Old::master).isEqualTo(muddled.master());
    assertThat(after.filter()).isEqualTo(Filter.empty(80));
    assertThat(after.old()).extracting(Epoch.Old::period).isEqualTo(180_000L);
  }

  @Test
  void ofAllWhoReadMuddledEvidenceOneBeginsTheFlush() {
    muddle(one);
    one.readEvidence();
    one.wire.before("cas evidence", () -> other.view(true, one.user(1)));
    one.view(true, one.user(1));
    Epoch after = one.readEvidence();
    assertThat(after).isEqualTo(other.readEvidence());
    one.view(true, one.user(1));
    other.view(true, one.user(2));
    assertThat(one.readEvidence()).isEqualTo(after);
  }

  @Test
  void whileAThreadBeginsTheFlushTheOthersDoNot() {
    muddle(one);
    Epoch muddled = one.readEvidence();
    one.wire.sent();
    one.wire.hold();
    one.flush.whenMuddled(muddled);
    one.flush.whenMuddled(muddled);
    assertThat(one.wire.sent()).containsExactly("gets evidence");
    one.wire.letGo();
    one.wire.sent();
    one.flush.whenMuddled(muddled); // late news: it has been done
    assertThat(one.wire.sent()).containsExactly("gets evidence");
  }

  @Test
  void aFlushThatCouldNotBeBegunIsTriedAgainByTheNextReader() {
    muddle(one);
    Epoch muddled = one.readEvidence();
    one.wire.lose("gets evidence");
    assertThat(one.view(true, one.user(1000))).isNotNull();
    assertThat(one.readEvidence()).isEqualTo(muddled);
    assertThat(one.view(true, one.user(1000))).isNotNull();
    assertThat(one.readEvidence().master()).isGreaterThan(muddled.master());
  }

  @Test
  void soItIsIfTheStoreThrowsAtOnce() {
    muddle(one);
    Epoch muddled = one.readEvidence();
    one.wire.refuse("gets evidence");
    one.flush.whenMuddled(muddled);
    one.flush.whenMuddled(muddled);
    assertThat(one.readEvidence().master()).isGreaterThan(muddled.master());
  }

  @Test
  void anInvalidationThatMuddlesTheEvidenceBeginsTheFlushInTheSameWrite() {
    Member small = new NamespaceRig().process(options -> options.evidenceBytes(1));
    int count = 0;
    while (small.readEvidence().old() == null) {
      small.wire.sent();
      small.invalidate(small.user(++count));
      assertThat(small.wire.sent()).containsOnlyOnce("gets evidence");
    }
    Epoch after = small.readEvidence();
    assertThat(after.filter().touched()).isZero();
    Namespace last = small.user(count);
    long generation = small.generation(last);
    assertThat(after.old())
        .extracting(old -> old.filter().mayContain(last.hash()))
        .isEqualTo(true);
    assertThat(generation).isNotEqualTo(Objects.requireNonNull(after.old()).master());
  }

  @Test
  void whereThatIsSwitchedOffMuddledEvidenceStays() {
    Member patient = rig.process(options -> options.resetWhenMuddled(0));
    muddle(patient);
    Epoch muddled = patient.readEvidence();
    patient.view(true, patient.user(1));
    patient.invalidate(patient.user(1));
    assertThat(patient.readEvidence().master()).isEqualTo(muddled.master());
  }
}
