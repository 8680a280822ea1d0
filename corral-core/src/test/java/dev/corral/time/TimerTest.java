package dev.corral.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TimerTest {
  private static final Duration LONG = Duration.ofHours(1);

  private final Timer timer = Timer.system();

  @Test
  void aTaskRunsWhenItsTimeHasComeOnAThreadOfTheCommonPool() throws Exception {
    CompletableFuture<Thread> ranOn = new CompletableFuture<>();
    CompletableFuture<Long> at = new CompletableFuture<>();
    long asked = System.nanoTime();
    timer.after(Duration.ofMillis(20), () -> {
      at.complete(System.nanoTime());
      ranOn.complete(Thread.currentThread());
    });
    assertThat(at.get() - asked).isGreaterThanOrEqualTo(Duration.ofMillis(20).toNanos());
    assertThat(ranOn.get().isDaemon()).isTrue();
  }

  @Test
  void whatIsDueAtOnceOrBeforeRunsAtOnce() throws Exception {
    CountDownLatch ran = new CountDownLatch(2);
    timer.after(Duration.ZERO, ran::countDown);
    timer.after(LONG.negated(), ran::countDown);
    assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void tasksRunInTheOrderOfTheirTimes() throws Exception {
    CompletableFuture<String> first = new CompletableFuture<>();
    timer.after(LONG, () -> first.complete("late"));
    timer.after(Duration.ofMillis(1), () -> first.complete("early"));
    assertThat(first.get()).isEqualTo("early");
  }

  @Test
  void aCancelledTaskDoesNotRun() throws Exception {
    AtomicBoolean ran = new AtomicBoolean();
    CountDownLatch later = new CountDownLatch(1);
    Timer.Alarm alarm = timer.after(Duration.ofMillis(10), () -> ran.set(true));
    alarm.cancel();
    timer.after(Duration.ofMillis(30), later::countDown);
    assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(ran).isFalse();
    alarm.cancel();
  }

  @Test
  void aTaskThatThrowsHoldsUpNoOther() throws Exception {
    CountDownLatch ran = new CountDownLatch(1);
    timer.after(Duration.ZERO, () -> {
      throw new IllegalStateException("no");
    });
    timer.after(Duration.ofMillis(1), ran::countDown);
    assertThat(ran.await(20, TimeUnit.SECONDS)).isTrue();
  }
}
