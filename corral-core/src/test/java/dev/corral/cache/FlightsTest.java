package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Lookup;
import dev.corral.key.Key;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FlightsTest {
  private final Crowd crowd = new Crowd();
  private final Flights<String, String> flights = new Flights<>();
  private final Key key = crowd.wire("a");
  private final Caller<String, String> caller = crowd.caller("a", 10);
  private final Caller<String, String> other = crowd.caller("a", 20);

  @AfterEach
  void nothingIsLeft() {
    assertThat(flights.isEmpty()).isTrue();
  }

  @Test
  void aLoadIsJoinedByThoseWhoSawItsClaimAndStamp() {
    Flight<String, String> flight = crowd.claimed("a", 1);
    flights.start(flight);
    assertThat(flights.join(key, crowd.claim(1), 7, List.of(caller))).isTrue();
    assertThat(flights.join(key, crowd.claim(1), 8, List.of(other))).isFalse();
    assertThat(flights.join(key, crowd.claim(2), 7, List.of(other))).isFalse();
    assertThat(flights.join(crowd.wire("b"), crowd.claim(1), 7, List.of(other))).isFalse();
    assertThat(flights.callers(flight)).containsExactly(caller);
    assertThat(flights.land(flight)).containsExactly(caller);
  }

  @Test
  void aClaimOfTheSameNumberFromAnotherLifeOfTheServerIsAnother() {
    Flight<String, String> flight = crowd.claimed("a", 1);
    flights.start(flight);
    assertThat(flights.join(key, new Crowd().claim(1), 7, List.of(caller))).isFalse();
    assertThat(flights.land(flight)).isEmpty();
  }

  @Test
  void nobodyJoinsALoadThatHasLanded() {
    Flight<String, String> flight = crowd.claimed("a", 1);
    flights.start(flight);
    assertThat(flights.holds(key, crowd.claim(1))).isTrue();
    flights.land(flight);
    assertThat(flights.holds(key, crowd.claim(1))).isFalse();
    assertThat(flights.join(key, crowd.claim(1), 7, List.of(caller))).isFalse();
  }

  @Test
  void loadsOfOneKeyUnderDifferentClaimsRunSideBySide() {
    Flight<String, String> old = crowd.claimed("a", 1);
    Flight<String, String> young = crowd.claimed("a", 2);
    flights.start(old);
    flights.start(young);
    flights.join(key, crowd.claim(2), 7, List.of(caller));
    assertThat(flights.land(old)).isEmpty();
    assertThat(flights.land(young)).containsExactly(caller);
  }

  @Test
  void aBareLoadIsBegunOnceForAllWhoCameBeforeItBegan() {
    Flight<String, String> bare = crowd.bare("a");
    assertThat(flights.joinBare(caller, bare, false)).isTrue();
    assertThat(flights.joinBare(other, crowd.bare("a"), false)).isFalse();
    flights.begin(bare, 30);
    Caller<String, String> justInTime = crowd.caller("a", 30);
    assertThat(flights.joinBare(justInTime, crowd.bare("a"), false)).isFalse();
    assertThat(flights.land(bare)).containsExactly(caller, other, justInTime);
    assertThat(flights.takeNext(key)).isEmpty();
  }

  @Test
  void whoCameAfterABareLoadBeganHasTheNextOne() {
    Flight<String, String> bare = crowd.bare("a");
    flights.joinBare(caller, bare, false);
    flights.begin(bare, 19);
    assertThat(flights.joinBare(other, crowd.bare("a"), false)).isFalse();
    assertThat(flights.land(bare)).containsExactly(caller);
    assertThat(flights.takeNext(key)).containsExactly(other);
  }

  @Test
  void whoHasGivenUpHasNoNextOne() {
    Flight<String, String> bare = crowd.bare("a");
    flights.joinBare(caller, bare, false);
    flights.begin(bare, 19);
    flights.joinBare(other, crowd.bare("a"), false);
    other.fail(new IllegalStateException("enough"));
    flights.land(bare);
    assertThat(flights.takeNext(key)).isEmpty();
  }

  @Test
  void whileTheStoreIsDownAnybodyJoinsABareLoad() {
    Flight<String, String> bare = crowd.bare("a");
    flights.joinBare(caller, bare, true);
    flights.begin(bare, 19);
    assertThat(flights.joinBare(other, crowd.bare("a"), true)).isFalse();
    assertThat(flights.land(bare)).containsExactly(caller, other);
  }

  @Test
  void aClaimedLoadAndABareOneOfAKeyDoNotMix() {
    Flight<String, String> claimed = crowd.claimed("a", 1);
    Flight<String, String> bare = crowd.bare("a");
    flights.start(claimed);
    assertThat(flights.joinBare(caller, bare, true)).isTrue();
    assertThat(flights.land(claimed)).isEmpty();
    assertThat(flights.land(bare)).containsExactly(caller);
  }

  @Test
  void oneOfThoseWhoWaitPolls() {
    assertThat(flights.await(key, List.of(caller))).isTrue();
    assertThat(flights.await(key, List.of(other))).isFalse();
    assertThat(flights.takeWaiting(key)).containsExactly(caller, other);
    assertThat(flights.continuePolling(key)).isFalse();
  }

  @Test
  void whoComesWhileAPollIsOutWaitsForTheNext() {
    flights.await(key, List.of(caller));
    assertThat(flights.takeWaiting(key)).containsExactly(caller);
    assertThat(flights.await(key, List.of(other))).isFalse();
    assertThat(flights.continuePolling(key)).isTrue();
    assertThat(flights.takeWaiting(key)).containsExactly(other);
    assertThat(flights.continuePolling(key)).isFalse();
    assertThat(flights.await(key, List.of(caller))).isTrue();
    flights.takeWaiting(key);
    flights.continuePolling(key);
  }

  @Test
  void nobodyPollsForThoseWhoHaveGivenUp() {
    flights.await(key, List.of(caller, other));
    caller.give(Lookup.absent());
    assertThat(flights.takeWaiting(key)).containsExactly(other);
    assertThat(flights.continuePolling(key)).isFalse();
  }
}
