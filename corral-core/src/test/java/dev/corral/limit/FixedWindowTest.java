package dev.corral.limit;

import static dev.corral.limit.LimiterRig.SECOND;
import static dev.corral.limit.LimiterRig.assertAllowed;
import static dev.corral.limit.LimiterRig.assertDenied;
import static dev.corral.limit.LimiterRig.drain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.RejectedException;
import dev.corral.fault.UnavailableException;
import dev.corral.key.Key;
import dev.corral.store.Get;
import dev.corral.store.Item;
import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class FixedWindowTest {
  private static final Key ADA = Key.of("corral-limit", "login", "fixed", "ada");
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final LimiterRig rig = new LimiterRig();
  private final Limiter<String> limiter = rig.limiter(o -> o.fixedWindow(5, MINUTE));

  @Test
  void soManyAreAllowedAndNoMoreUntilTheWindowEnds() {
    for (int left = 4; left >= 0; left--) {
      assertAllowed(limiter.tryAcquire("ada"), left);
    }
    rig.pass(SECOND.multipliedBy(10));
    assertDenied(limiter.tryAcquire("ada"), 0, SECOND.multipliedBy(51));
    rig.pass(SECOND.multipliedBy(51).minusNanos(1));
    assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
    rig.pass(Duration.ofNanos(1));
    assertAllowed(limiter.tryAcquire("ada"), 4);
  }

  @Test
  void eachKeyHasAWindowOfItsOwnThatBeginsWithItsFirstRequest() {
    drain(limiter);
    rig.pass(MINUTE);
    assertAllowed(limiter.tryAcquire("bob", 5), 0);
    assertDenied(limiter.tryAcquire("ada"), 0, SECOND);
    assertDenied(limiter.tryAcquire("bob"), 0, SECOND.multipliedBy(61));
  }

  @Test
  void aWindowIsNeverShorterThanItShouldBeThoughTheServerEndsItemsEarly() {
    rig.pass(Duration.ofMillis(999));
    drain(limiter);
    rig.pass(MINUTE);
    assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
    rig.pass(Duration.ofMillis(1));
    assertThat(limiter.tryAcquire("ada").isAllowed()).isTrue();
  }

  @Test
  void aRequestForMoreThanIsLeftIsDeniedAndUsesItUp() {
    assertAllowed(limiter.tryAcquire("ada", 3), 2);
    assertDenied(limiter.tryAcquire("ada", 3), 0, SECOND.multipliedBy(61));
    assertDenied(limiter.tryAcquire("ada"), 0, SECOND.multipliedBy(61));
  }

  @Test
  void requestsThatAreDeniedDoNotProlongTheWindow() {
    for (int i = 0; i < 61; i++) {
      limiter.tryAcquire("ada");
      rig.pass(SECOND);
    }
    assertAllowed(limiter.tryAcquire("ada"), 4);
  }

  @Test
  void allowingIsOneRequestAndDenyingIsTwo() {
    limiter.tryAcquire("ada", 5);
    assertThat(rig.store.asked()).containsExactly("add");
    limiter.tryAcquire("ada");
    assertThat(rig.store.asked()).containsExactly("add", "get");
  }

  @Test
  void theItemIsNeverThereWithoutAnEnd() {
    limiter.tryAcquire("ada");
    Item item = (Item) rig.memory.execute(Get.of(ADA).withDetails()).join();
    assertThat(item.remaining()).isEqualTo(SECOND.multipliedBy(61));
  }

  @Test
  void aWindowThatEndsBeforeItsEndIsAskedForMayBeTriedAgainAtOnce() {
    drain(limiter);
    rig.store.before("get", rig.memory::clear);
    assertDenied(limiter.tryAcquire("ada"), 0, Duration.ZERO);
  }

  @Test
  void whoIsDeniedStaysDeniedThoughNobodyTellsForHowLong() {
    drain(limiter);
    rig.store.fail("get", new UnavailableException("down"));
    assertDenied(limiter.tryAcquire("ada"), 0, SECOND.multipliedBy(61));
  }

  @Test
  void anItemWithoutAnEndIsTakenForAWholeWindow() {
    rig.memory.set(ADA, new byte[] {'9'}, Ttl.NEVER).join();
    assertDenied(limiter.tryAcquire("ada"), 0, SECOND.multipliedBy(61));
  }

  @Test
  void aCountBeyondAllNumbersIsDenied() {
    rig.put(ADA, "9223372036854775807");
    assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
    rig.put(ADA, "18446744073709551614");
    assertThat(limiter.tryAcquire("ada").isAllowed()).isFalse();
  }

  @Test
  void anItemThatIsNoNumberIsNamedAndHarmsNoOther() {
    rig.put(ADA, "no number");
    assertThatThrownBy(() -> limiter.tryAcquire("ada"))
        .isInstanceOf(RejectedException.class)
        .hasMessage("the item " + ADA + " was not written by a limiter; delete it");
    assertAllowed(limiter.tryAcquire("bob"), 4);
  }

  @Test
  void clocksDoNotMatter() {
    Limiter<String> early = rig.limiter(Duration.ofDays(-1), o -> o.fixedWindow(5, MINUTE));
    Limiter<String> late = rig.limiter(Duration.ofDays(1), o -> o.fixedWindow(5, MINUTE));
    assertAllowed(early.tryAcquire("ada", 2), 3);
    assertAllowed(late.tryAcquire("ada", 2), 1);
    assertThat(drain(early)).isEqualTo(1);
  }

  @Test
  void aLostItemBeginsANewWindow() {
    drain(limiter);
    rig.memory.clear();
    assertAllowed(limiter.tryAcquire("ada"), 4);
  }
}
