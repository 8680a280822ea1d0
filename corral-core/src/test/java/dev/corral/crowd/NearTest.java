package dev.corral.crowd;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.codec.Lookup;
import dev.corral.key.Key;
import dev.corral.time.SteppedTimer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class NearTest {
  private static final Key WIRE = Key.raw("key");
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Lookup<String> OLD = Lookup.found("old");

  private final SteppedTimer time = new SteppedTimer();
  private Runnable meanwhile = () -> {};
  private final Near<String> near = new Near<>(10, MINUTE, () -> {
    Runnable once = meanwhile;
    meanwhile = () -> {};
    once.run();
    return time.nanos();
  });

  private void offer(long version) {
    near.offer("key", WIRE, version, OLD, MINUTE.toNanos());
  }

  @Test
  void aCopyIsTakenOfWhatALookupBrought() {
    offer(near.version(WIRE));
    assertThat(near.get("key", MINUTE)).isEqualTo(OLD);
    assertThat(near.get("other", MINUTE)).isNull();
  }

  @Test
  void itIsServedWhileItIsFreshAndYoungEnough() {
    near.offer("key", WIRE, near.version(WIRE), OLD, Duration.ofSeconds(10).toNanos());
    time.advance(Duration.ofSeconds(5).minusNanos(1));
    assertThat(near.get("key", Duration.ofSeconds(5))).isEqualTo(OLD);
    time.advance(Duration.ofNanos(1));
    assertThat(near.get("key", Duration.ofSeconds(5))).isNull();
    assertThat(near.get("key", MINUTE)).isEqualTo(OLD);
    time.advance(Duration.ofSeconds(5));
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void whatIsFreshForEverIsCopiedToo() {
    near.offer("key", WIRE, near.version(WIRE), OLD, Long.MAX_VALUE);
    assertThat(near.get("key", MINUTE)).isEqualTo(OLD);
  }

  @Test
  void whatIsFreshNoMoreIsNotCopied() {
    near.offer("key", WIRE, near.version(WIRE), OLD, 0);
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void withoutEntriesNothingIsCopied() {
    Near<String> none = new Near<>(0, Duration.ZERO, time);
    none.offer("key", WIRE, none.version(WIRE), OLD, 1);
    none.changed("key", WIRE);
    assertThat(none.get("key", MINUTE)).isNull();
  }

  @Test
  void whatWasLookedUpBeforeAChangeIsNotCopiedAfterIt() {
    long version = near.version(WIRE);
    near.changed("key", WIRE);
    offer(version);
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void aChangeRemovesTheCopyThatIsThere() {
    offer(near.version(WIRE));
    near.changed("key", WIRE);
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void whatWasLookedUpDuringAChangeIsGoneWhenTheChangeHasEnded() {
    near.changed("key", WIRE);
    offer(near.version(WIRE)); // the store still had the old value
    near.changed("key", WIRE);
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void aChangeThatOvertakesTheOfferOfACopyPreventsIt() {
    long version = near.version(WIRE);
    meanwhile = () -> near.changed("key", WIRE);
    offer(version);
    assertThat(near.get("key", MINUTE)).isNull();
  }

  @Test
  void aLateOfferDoesNotReplaceANewerCopy() {
    long version = near.version(WIRE);
    near.changed("key", WIRE);
    near.offer("key", WIRE, near.version(WIRE), Lookup.found("new"), MINUTE.toNanos());
    offer(version);
    assertThat(near.get("key", MINUTE)).isEqualTo(Lookup.found("new"));
  }
}
