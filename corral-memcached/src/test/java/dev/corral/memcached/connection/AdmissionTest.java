package dev.corral.memcached.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.memcached.request.Caller;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final long LONG = TimeUnit.HOURS.toNanos(1);

  private final Admission admission = new Admission(2, 100);

  @Test
  void soManyRequestsGetInAndNoMore() {
    assertThat(admission.tryEnter(0)).isTrue();
    assertThat(admission.tryEnter(0)).isTrue();
    assertThat(admission.tryEnter(0)).isFalse();
    assertThat(admission.requests()).isEqualTo(2);

    admission.leave(1, 0);

    assertThat(admission.tryEnter(0)).isTrue();
  }

  @Test
  void soManyBytesGetInAndNoMore() {
    assertThat(admission.tryEnter(60)).isTrue();
    assertThat(admission.tryEnter(41)).isFalse();
    assertThat(admission).hasToString("1 requests and 60 bytes are in flight");
    assertThat(admission.tryEnter(40)).isTrue();

    admission.leave(2, 100);

    assertThat(admission).hasToString("0 requests and 0 bytes are in flight");
  }

  @Test
  void aSingleLargeRequestGetsInWhereNoOtherBytesAre() {
    assertThat(admission.tryEnter(1000)).isTrue();
    assertThat(admission.tryEnter(1)).isFalse();
    assertThat(admission.tryEnter(0)).isTrue();
  }

  @Test
  void someGetInAnyway() {
    IntStream.range(0, 5).forEach(i -> admission.enterAnyway(50));

    assertThat(admission).hasToString("5 requests and 250 bytes are in flight");
  }

  @Test
  void onceItIsOpenAllGetIn() {
    admission.enterAnyway(100);
    admission.enterAnyway(100);

    admission.open();

    assertThat(admission.tryEnter(100)).isTrue();
    assertThat(admission.enter(100, 0)).isTrue();
  }

  @Test
  void whoMayWaitGetsInWhenThereIsRoom() throws Exception {
    assertThat(admission.enter(100, 0)).isTrue();
    Caller<Boolean> caller = Caller.of(() -> admission.enter(1, LONG)).untilItWaits();

    admission.leave(1, 100);

    assertThat(caller.result()).isTrue();
    assertThat(admission.requests()).isOne();
  }

  @Test
  void whoMayWaitNoLongerIsTurnedAway() {
    admission.enterAnyway(100);

    assertThat(admission.enter(1, 0)).isFalse();
    assertThat(admission.enter(1, -5)).isFalse();
    assertThat(admission.enter(1, 1)).isFalse();

    assertThat(admission).hasToString("1 requests and 100 bytes are in flight");
  }

  @Test
  void anInterruptTurnsAwayAndIsToldOf() throws Exception {
    admission.enterAnyway(100);
    Caller<Boolean> caller = Caller.of(() -> admission.enter(1, LONG)).untilItWaits();

    caller.interrupt();

    assertThat(caller.result()).isFalse();
    assertThat(caller.isInterruptedAfter()).isTrue();
  }

  @Test
  void thoseWhoWaitAreWokenByRoomAndNotByEachOther() throws Exception {
    admission.enterAnyway(100);
    Caller<Boolean> first = Caller.of(() -> admission.enter(50, LONG)).untilItWaits();
    Caller<Boolean> second = Caller.of(() -> admission.enter(50, LONG)).untilItWaits();

    long before = waits(first) + waits(second);
    // Each of these fails for want of room, and takes as long as many a wake-up.
    for (int i = 0; i < 1000; i++) {
      first.untilItWaits();
      second.untilItWaits();
    }
    assertThat(waits(first) + waits(second) - before).as("waits begun anew").isLessThan(10);

    admission.leave(1, 100);
    assertThat(first.result()).isTrue();
    assertThat(second.result()).isTrue();
  }

  private static long waits(Caller<?> caller) {
    return ManagementFactory.getThreadMXBean()
        .getThreadInfo(caller.thread().getId())
        .getWaitedCount();
  }
}
