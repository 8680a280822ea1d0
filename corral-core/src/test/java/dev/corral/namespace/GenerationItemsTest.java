package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.future.Answers;
import dev.corral.namespace.GenerationItems.Drawn;
import dev.corral.namespace.NamespaceRig.Member;
import dev.corral.store.PutOutcome.Refused;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GenerationItemsTest {
  private static final long MASTER = 100;

  private final NamespaceRig rig = new NamespaceRig();
  private final Member one = rig.process();
  private final Member other = rig.process();
  private final Namespace user = one.user(1);

  private long read(Member member) {
    return Answers.join(member.items.read(member.wire.placement(), user)).generation();
  }

  private long renew(Member member) {
    return Answers.join(member.items.renew(member.wire.placement(), user, MASTER));
  }

  private void write(Member member) {
    boolean unused = Answers.join(member.items.write(member.wire.placement(), user));
  }

  /** As if drawn under the master just before it. */
  private void store(long generation) {
    rig.write("a", user.key(), new Drawn(generation, generation - 1).bytes());
  }

  private long stored() {
    byte[] item = rig.item("a", user.key());
    return item == null ? 0 : Drawn.parse(item).generation();
  }

  @Test
  void anItemHasTheseBytesInEveryVersionForItIsStored() {
    Drawn drawn = new Drawn(3670016000000000000L, 1);
    assertThat(drawn.bytes()).asString().isEqualTo("Mu6EG4AAAAA" + "AAAAAAAAAAE");
    assertThat(Drawn.parse(drawn.bytes())).isEqualTo(drawn);
  }

  @Test
  void anItemCountsUnderTheMasterThatItsDrawerHadSeenAndUnderOlderOnes() {
    Drawn drawn = new Drawn(900, MASTER);
    assertThat(drawn.countsUnder(MASTER - 1)).isTrue();
    assertThat(drawn.countsUnder(MASTER)).isTrue();
    assertThat(drawn.countsUnder(MASTER + 1)).isFalse();
    assertThat(Drawn.NONE.countsUnder(0)).isFalse();
  }

  @Test
  void whatWasDrawnUnderAnOlderMasterIsReplacedThoughItIsNewerThanTheOneInForce() {
    rig.write("a", user.key(), new Drawn(MASTER + 50, MASTER - 1).bytes());
    assertThat(renew(one)).isEqualTo(stored()).isNotEqualTo(MASTER + 50);
  }

  @Test
  void anItemIsReadInOneQuestionThatGivesItAnotherSevenDays() {
    store(200);
    assertThat(read(one)).isEqualTo(200);
    assertThat(one.wire.sent()).containsExactly("get user:1");
    assertThat(rig.life("a", user.key())).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void oneThatIsGoneOrGarbageIsNone() {
    assertThat(read(one)).isZero();
    rig.write("a", user.key(), new byte[] {1, 2, 3});
    assertThat(read(one)).isZero();
    rig.write("a", user.key(), new byte[0]);
    assertThat(read(one)).isZero();
  }

  @Test
  void whatWasReadIsLessThanAllThatIsDrawnLater() {
    store(9L << 59);
    assertThat(read(one)).isEqualTo(9L << 59);
    assertThat(one.generations.next()).isGreaterThan(9L << 59);
  }

  @Test
  void oneThatIsGoneIsMadeAnew() {
    long renewed = renew(one);
    assertThat(one.wire.sent()).containsExactly("gets user:1", "add user:1");
    assertThat(renewed).isEqualTo(stored()).isGreaterThan(MASTER);
    assertThat(rig.life("a", user.key())).isEqualTo(Duration.ofDays(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "garbage", "AAAAAAAAAAA"})
  void garbageIsReplaced(String garbage) {
    rig.write("a", user.key(), garbage.getBytes(StandardCharsets.ISO_8859_1));
    assertThat(renew(one)).isEqualTo(stored()).isGreaterThan(MASTER);
    assertThat(one.wire.sent()).containsExactly("gets user:1", "cas user:1");
  }

  @Test
  void oneThatIsNotNewerThanTheMasterIsReplaced() {
    store(MASTER);
    assertThat(renew(one)).isEqualTo(stored()).isGreaterThan(MASTER);
  }

  @Test
  void oneThatIsNewerByNowIsUsed() {
    store(MASTER + 1);
    assertThat(renew(one)).isEqualTo(MASTER + 1);
    assertThat(one.wire.sent()).containsExactly("gets user:1");
  }

  @Test
  void whoLosesTheRaceUsesWhatTheWinnerWrote() {
    one.wire.before("add user:1", () -> renew(other));
    assertThat(renew(one)).isEqualTo(stored()).isEqualTo(renew(other));
    store(MASTER);
    one.wire.before("cas user:1", () -> renew(other));
    assertThat(renew(one)).isEqualTo(stored()).isEqualTo(renew(other));
  }

  @Test
  void anInvalidationBetweenReadAndReplacementIsNotOverwritten() {
    store(MASTER);
    Epoch inForce = Epoch.begin(MASTER, 80, 0);
    other.ledger.saw(inForce, inForce.bytes("___"), 0);
    one.wire.before("cas user:1", () -> write(other));
    long renewed = renew(one);
    assertThat(renewed).isEqualTo(stored());
    assertThat(one.wire.sent()).containsExactly("gets user:1", "cas user:1", "gets user:1");
  }

  @Test
  void whoNeverWinsGivesUpInTheEnd() {
    for (int i = 0; i < 200; i++) {
      one.wire.answer("add user:1", Refused.NOT_STORED);
    }
    CompletableFuture<Long> renewed = one.items.renew(one.wire.placement(), user, MASTER);
    rig.pass(Duration.ofSeconds(2));
    assertThatThrownBy(() -> Answers.join(renewed)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void aServerWithoutCasIsRefused() {
    store(MASTER);
    one.wire.withoutCas = true;
    assertThatThrownBy(() -> renew(one))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "namespaces need CAS, which the server of ___counter:user:1 is run without (-C)");
    assertThat(stored()).isEqualTo(MASTER);
  }

  @Test
  void aWriteReplacesWhateverThereIs() {
    store(200);
    write(one);
    long first = stored();
    write(other);
    assertThat(stored()).isGreaterThan(200).isNotEqualTo(first);
    assertThat(one.wire.sent()).containsExactly("set user:1");
    assertThat(rig.life("a", user.key())).isEqualTo(Duration.ofDays(7));
  }

  @Test
  void aWriteThatIsNotDoneIsAFault() {
    one.wire.answer("set user:1", Refused.NOT_STORED);
    assertThatThrownBy(() -> write(one)).isInstanceOf(RejectedException.class);
    one.wire.lose("set user:1");
    assertThatThrownBy(() -> write(one)).isInstanceOf(UnavailableException.class);
  }

  @Test
  void whoReadsStrictlyTrustsNothing() {
    write(one);
    read(one);
    assertThat(one.items.trusted(user).generation()).isZero();
  }

  @Test
  void whoReadsRelaxedTrustsWhatItHasSeenForAWhile() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    assertThat(relaxed.items.trusted(user).generation()).isZero();
    read(relaxed);
    assertThat(relaxed.items.trusted(user).generation()).isZero();
    store(200);
    read(relaxed);
    rig.pass(Duration.ofSeconds(10));
    assertThat(relaxed.items.trusted(user).generation()).isEqualTo(200);
    rig.pass(Duration.ofNanos(1));
    assertThat(relaxed.items.trusted(user).generation()).isZero();
    long renewed = renew(relaxed);
    assertThat(relaxed.items.trusted(user).generation()).isEqualTo(renewed);
  }

  @Test
  void itsOwnWriteIsTrustedThoughAReadThatWasSentBeforeIsAnsweredLater() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    store(200);
    relaxed.wire.hold();
    CompletableFuture<Drawn> late = relaxed.items.read(relaxed.wire.placement(), user);
    CompletableFuture<Boolean> write = relaxed.items.write(relaxed.wire.placement(), user);
    rig.pass(Duration.ofMillis(1));
    relaxed.wire.releaseLast();
    assertThat(write).isCompleted();
    store(200); // which is what the read finds, as if it had been answered before the write
    relaxed.wire.letGo();
    assertThat(late).isCompletedWithValue(new Drawn(200, 199));
    assertThat(relaxed.items.trusted(user).generation()).isGreaterThan(200);
  }

  @Test
  void ofTwoRepliesTheLaterQuestionsIsKept() {
    Member relaxed = rig.process(options -> options.relaxed(Duration.ofSeconds(10)));
    store(200);
    relaxed.wire.hold();
    CompletableFuture<Drawn> early = relaxed.items.read(relaxed.wire.placement(), user);
    rig.pass(Duration.ofMillis(1));
    CompletableFuture<Drawn> late = relaxed.items.read(relaxed.wire.placement(), user);
    store(300);
    relaxed.wire.releaseLast();
    store(200);
    relaxed.wire.letGo();
    assertThat(early).isCompletedWithValue(new Drawn(200, 199));
    assertThat(late).isCompletedWithValue(new Drawn(300, 299));
    assertThat(relaxed.items.trusted(user).generation()).isEqualTo(300);
  }
}
