package dev.corral.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SamplerTest {
  private static final Duration SHORT = Duration.ofMillis(20);

  /** CPU time comes in steps of 10 ms: on a busy machine it may stand still in a short sample. */
  private static final Duration SOME = Duration.ofMillis(200);

  private static final Duration LONG = Duration.ofHours(1);

  /** Two operations a step, and one more that is in flight at the end. */
  private static class Pairs implements Loop {
    final AtomicInteger steps = new AtomicInteger();
    private final boolean isOneCallEach;
    volatile boolean isDrained;

    Pairs(boolean isOneCallEach) {
      this.isOneCallEach = isOneCallEach;
    }

    @Override
    public int step() throws Exception {
      steps.incrementAndGet();
      return 2;
    }

    @Override
    public int drain() {
      isDrained = true;
      return 1;
    }

    @Override
    public boolean isOneCallEach() {
      return isOneCallEach;
    }
  }

  @Test
  void whatAllCallersHaveDoneIsAddedUp() throws Exception {
    Pairs one = new Pairs(true);
    Pairs other = new Pairs(true);
    Measurement measured = Sampler.sample(List.of(one, other), SOME, Callers.platform());
    int steps = one.steps.get() + other.steps.get();
    assertThat(measured.operations()).isEqualTo(2L * steps + 2);
    assertThat(measured.latencies().count()).isEqualTo(steps);
    assertThat(measured.seconds()).isGreaterThanOrEqualTo(0.2);
    assertThat(measured.perSecond()).isEqualTo(measured.operations() / measured.seconds());
    assertThat(measured.cpuSeconds()).isPositive();
    assertThat(measured.cpuMicrosEach())
        .isEqualTo(measured.cpuSeconds() * 1e6 / measured.operations());
    assertThat(measured.busyThreads()).containsKey("caller");
  }

  @Test
  void whatCallersAllocateIsCounted() throws Exception {
    Measurement measured = Sampler.sample(
        List.of(new Pairs(false) {
          @Override
          public int step() throws Exception {
            byte[] garbage = new byte[100_000];
            return super.step() + garbage[0];
          }
        }),
        SHORT,
        Callers.platform());
    assertThat(measured.bytesEach()).isGreaterThan(40_000);
    assertThat(measured.gcMillis()).isNotNegative();
  }

  @Test
  void thereAreNoLatenciesWhereCallsOverlap() throws Exception {
    Measurement measured = Sampler.sample(List.of(new Pairs(false)), SHORT, Callers.platform());
    assertThat(measured.operations()).isPositive();
    assertThat(measured.latencies().count()).isZero();
  }

  @Test
  void aCallerThatFailsEndsTheSampleForAll() {
    Pairs well = new Pairs(true);
    Loop ill = () -> {
      throw new IOException("no");
    };
    assertThatThrownBy(() -> Sampler.sample(List.of(well, ill), LONG, Callers.platform()))
        .isInstanceOf(ExecutionException.class)
        .hasRootCauseMessage("no");
    assertThat(well.isDrained).isTrue();
  }

  @Test
  void whoIsInterruptedStopsAllCallersFirst() {
    Thread sampler = Thread.currentThread();
    Pairs interrupting = new Pairs(false) {
      @Override
      public int step() {
        if (steps.getAndIncrement() == 0) {
          sampler.interrupt();
        }
        return 1;
      }
    };
    assertThatThrownBy(() -> Sampler.sample(List.of(interrupting), LONG, Callers.platform()))
        .isInstanceOf(InterruptedException.class);
    assertThat(interrupting.isDrained).isTrue();
  }

  @Test
  void virtualThreadsAreThereFromJava21On() throws Exception {
    assertThat(Callers.virtual().isPresent()).isEqualTo(Runtime.version().feature() >= 21);
    if (Callers.virtual().isPresent()) {
      assertThat(
              Sampler.sample(List.of(new Pairs(true)), SHORT, Callers.virtual().get())
                  .operations())
          .isPositive();
    }
  }
}
