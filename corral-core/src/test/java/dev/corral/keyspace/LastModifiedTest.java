package dev.corral.keyspace;

import static dev.corral.keyspace.KeyspaceRig.LMT;
import static dev.corral.keyspace.KeyspaceRig.number;
import static dev.corral.keyspace.KeyspaceRig.text;
import static dev.corral.keyspace.KeyspaceRig.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.keyspace.KeyspaceRig.Kind;
import dev.corral.scope.Stamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LastModifiedTest {
  private static final long START = KeyspaceRig.START.toEpochMilli() * 1000;

  private KeyspaceRig rig = new KeyspaceRig();

  private LastModified lastModified() {
    return rig.process().foos().lastModified();
  }

  @Test
  void itIsMillisecondsAndThreeRandomDigitsInTheKeyStore() {
    lastModified().expire();
    assertThat(text(rig.keys, LMT)).hasSize(16);
    assertThat(number(rig.keys, LMT)).isBetween(START, START + 999);
    assertThat(text(rig.values, LMT)).isNull();
    assertThat(lastModified().time()).isEqualTo(KeyspaceRig.START);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void twoExpiriesOfOneMillisecondDiffer(Kind kind) {
    rig = new KeyspaceRig(kind);
    LastModified one = lastModified();
    LastModified other = lastModified();
    long last = 0;
    for (int i = 0; i < 1000; i++) {
      (i % 2 == 0 ? one : other).expire();
      assertThat(number(rig.keys, LMT)).isGreaterThan(last);
      last = number(rig.keys, LMT);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void aClockThatStepsBackMovesItForwardsAllTheSame(Kind kind) {
    rig = new KeyspaceRig(kind);
    lastModified().expire();
    long before = number(rig.keys, LMT);
    rig.clockError = Duration.ofHours(-1);
    lastModified().expire();
    assertThat(number(rig.keys, LMT)).isEqualTo(before + 1);
  }

  @Test
  void theTimeOfAnExpiryCanBeGiven() {
    Instant at = KeyspaceRig.START.plusSeconds(60);
    LastModified lastModified = lastModified();
    lastModified.expire(at);
    assertThat(lastModified.time()).isEqualTo(at);
  }

  @Test
  void anExpiryThatWasLongAgoExpiresAllTheSame() {
    LastModified lastModified = lastModified();
    lastModified.expire();
    long before = number(rig.keys, LMT);
    lastModified.expire(Instant.EPOCH);
    assertThat(number(rig.keys, LMT)).isEqualTo(before + 1);
  }

  @Test
  void anExpiryAtATimeIsNotDoneByAnEarlierOneOfAnother() {
    LastModified other = lastModified();
    LastModified lastModified = lastModified();
    lastModified.expire();
    Instant at = KeyspaceRig.START.plusSeconds(60);
    rig.keys.before("set " + LMT, other::expire);
    lastModified.expire(at);
    assertThat(lastModified.time()).isEqualTo(at);
  }

  @Test
  void aTimeThatIsNoneOfOursIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lastModified().expire(Instant.EPOCH.minusMillis(1)))
        .withMessage("at must be from 1970 to 9999, but is 1969-12-31T23:59:59.999Z");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> lastModified().expire(Instant.parse("+10000-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneThatIsMissingIsMade(Kind kind) {
    rig = new KeyspaceRig(kind);
    assertThat(lastModified().time()).isEqualTo(KeyspaceRig.START);
    assertThat(number(rig.keys, LMT)).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void ofTwoWhoMakeItTheLoserUsesTheWinners(Kind kind) {
    rig = new KeyspaceRig(kind);
    LastModified other = lastModified();
    List<Long> theirs = new ArrayList<>();
    rig.keys.before("add " + LMT, () -> theirs.add(other.number().join()));
    assertThat(lastModified().number().join()).isEqualTo(theirs.get(0));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneThatWasLostIsMadeAnewAndIsAboveTheLost(Kind kind) {
    rig = new KeyspaceRig(kind);
    LastModified lastModified = lastModified();
    lastModified.expire();
    long lost = number(rig.keys, LMT);
    rig.clockError = Duration.ofHours(-1);
    rig.keys.memory.delete(Key.raw(LMT)).join();
    assertThat(lastModified.number().join()).isEqualTo(lost + 1);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void oneThatIsLowerThanWasSeenIsReplacedNotBelieved(Kind kind) {
    rig = new KeyspaceRig(kind);
    LastModified lastModified = lastModified();
    long old = lastModified.number().join();
    lastModified.expire();
    long seen = number(rig.keys, LMT);
    rig.clockError = Duration.ofHours(-1);

    write(rig.keys, LMT, old); // a server that was restored, say

    long replaced = lastModified.number().join();
    assertThat(replaced).isGreaterThan(seen).isEqualTo(number(rig.keys, LMT));
    assertThat(lastModified().number().join()).isEqualTo(replaced);
  }

  @Test
  void whoeverIsFirstToReplaceItReplacesItForAll() {
    LastModified one = lastModified();
    LastModified other = lastModified();
    one.expire();
    other.number().join();
    write(rig.keys, LMT, 17);
    rig.keys.before("set " + LMT, () -> other.number().join());
    assertThat(one.number().join()).isEqualTo(other.number().join());
  }

  @Test
  void anAnswerThatWasUnderWayWhenAHigherOneWasSeenIsNotReplaced() {
    LastModified lastModified = lastModified();
    long old = lastModified.number().join();
    CompletableFuture<?> gate = rig.keys.withhold("get " + LMT);
    CompletableFuture<Long> slow = lastModified.number();
    lastModified.expire();
    long seen = number(rig.keys, LMT);
    gate.complete(null);
    assertThat(slow.join()).isEqualTo(old);
    assertThat(number(rig.keys, LMT)).isEqualTo(seen);
    assertThat(lastModified.lastSeen()).isEqualTo(seen);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void whatIsNoNumberIsReplaced(Kind kind) {
    rig = new KeyspaceRig(kind);
    for (String damaged : List.of("", "no", "-5", "0", "99999999999999999999")) {
      write(rig.keys, LMT, damaged);
      assertThat(lastModified().time()).isEqualTo(KeyspaceRig.START);
      assertThat(number(rig.keys, LMT)).isGreaterThanOrEqualTo(START);
    }
  }

  @Test
  void anExpiryOfAnothersMeanwhileIsAsGoodAsOnesOwn() {
    LastModified one = lastModified();
    LastModified other = lastModified();
    one.expire();
    long before = number(rig.keys, LMT);
    List<Long> theirs = new ArrayList<>();
    rig.keys.before("set " + LMT, () -> {
      other.expire();
      theirs.add(number(rig.keys, LMT));
    });
    one.expire();
    assertThat(number(rig.keys, LMT)).isEqualTo(theirs.get(0)).isGreaterThan(before);
  }

  @Test
  void anItemThatAlwaysMovesEndsInAFault() {
    lastModified().expire();
    for (int i = 0; i < 16; i++) {
      rig.keys.before("set " + LMT, () -> write(rig.keys, LMT, "no number"));
    }
    assertThatThrownBy(() -> lastModified().expire())
        .isInstanceOf(UnavailableException.class)
        .hasMessage(LMT + " was not changed: it moved after each of 16 reads");
  }

  @Test
  void anExpiryThatWasNotConfirmedIsAFault() {
    rig.keys.isDown = true;
    assertThatThrownBy(() -> lastModified().expire()).isInstanceOf(UnavailableException.class);
    assertThatThrownBy(() -> lastModified().time()).isInstanceOf(UnavailableException.class);
  }

  @Test
  void itIsAskedForOnItsOwnServerAndOnNoSubstitute() {
    lastModified().expire();
    lastModified().time();
    assertThat(rig.keys.asked).isNotEmpty().allMatch(asked -> asked.startsWith("home "));
  }

  @Test
  void anExpiryIsTwoRoundTripsAndAReadIsOne() {
    LastModified lastModified = lastModified();
    lastModified.expire();
    rig.keys.asked.clear();
    lastModified.expire();
    assertThat(rig.keys.asked).containsExactly("home get " + LMT, "home set " + LMT);
    rig.keys.asked.clear();
    lastModified.time();
    assertThat(rig.keys.asked).containsExactly("home get " + LMT);
  }

  @Test
  void asAScopeItsStampIsItsNumber() {
    LastModified lastModified = lastModified();
    assertThat(lastModified.name()).isEqualTo(LMT).isEqualTo(lastModified.toString());
    Stamp stamp = lastModified.read(true).join();
    assertThat(stamp.value()).isEqualTo(number(rig.keys, LMT));
    lastModified.expire();
    assertThat(lastModified.read(false).join().accepts(stamp.value())).isFalse();
  }

  @Test
  void aSitesPrefixIsInTheKeyAndNotInTheName() {
    Keyspace foos = Keyspace.on(rig.site().prefix("shop"), KeyspaceRig.FOOS);
    foos.lastModified().expire();
    assertThat(foos.lastModified().name()).isEqualTo(LMT);
    assertThat(number(rig.keys, "shop:" + LMT)).isPositive();
  }
}
