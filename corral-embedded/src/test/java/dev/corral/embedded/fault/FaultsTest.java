package dev.corral.embedded.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static List<Boolean> strikes(long seed, Fault... injected) {
    Faults faults = new Faults(seed);
    for (Fault fault : injected) {
      faults.inject(fault);
    }
    return IntStream.range(0, 200)
        .mapToObj(i -> faults.strike("get", List.of("k" + i)) != null)
        .toList();
  }

  @Test
  void withTheSameSeedChanceStrikesTheSame() {
    Fault fault = Fault.drop().withProbability(0.3);
    assertThat(strikes(7, fault)).isEqualTo(strikes(7, fault)).isNotEqualTo(strikes(8, fault));
    assertThat(strikes(7, fault)).filteredOn(struck -> struck).hasSizeBetween(40, 80);
    // What another fault leaves to chance changes nothing.
    Fault other = Fault.drop().on("set").withProbability(0.5);
    assertThat(strikes(7, fault, other)).isEqualTo(strikes(7, fault));
  }

  @Test
  void probabilityHasItsEnds() {
    assertThat(strikes(1, Fault.drop().withProbability(0))).doesNotContain(true);
    assertThat(strikes(1, Fault.drop().withProbability(1))).doesNotContain(false);
  }

  @Test
  void itSparesTheFirstAndEndsAfterSoMany() {
    List<Boolean> struck = strikes(1, Fault.drop().sparing(10).times(5));
    assertThat(struck.subList(0, 10)).doesNotContain(true);
    assertThat(struck.subList(10, 15)).doesNotContain(false);
    assertThat(struck.subList(15, 200)).doesNotContain(true);
  }

  @Test
  void onlyWhatItConcernsIsCounted() {
    Faults faults = new Faults(1);
    InjectedFault fault = faults.inject(
        Fault.drop().on("get", "mg").forKeys(key -> key.startsWith("a")).sparing(1));
    assertThat(faults.strike("get", List.of("b"))).isNull();
    assertThat(faults.strike("set", List.of("a"))).isNull();
    assertThat(faults.strike("get", List.of())).isNull();
    assertThat(faults.strike("get", List.of("b", "a"))).isNull();
    assertThat(faults.strike("mg", List.of("a"))).isSameAs(fault);
    assertThat(fault.strikes()).isEqualTo(1);
  }

  @Test
  void manyThreadsStrikeNoMoreThanTold() throws InterruptedException {
    Faults faults = new Faults(1);
    InjectedFault fault = faults.inject(Fault.drop().sparing(100).times(500));
    List<Thread> threads = new ArrayList<>();
    CountDownLatch go = new CountDownLatch(1);
    for (int i = 0; i < 4; i++) {
      Thread thread = new Thread(() -> {
        try {
          go.await();
          for (int n = 0; n < 1000; n++) {
            faults.strike("get", List.of("k"));
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      });
      thread.start();
      threads.add(thread);
    }
    go.countDown();
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(fault.strikes()).isEqualTo(500);
  }

  @Test
  void aHealedFaultStrikesNoMoreAndLetsGo() {
    Faults faults = new Faults(1);
    InjectedFault fault = faults.inject(Fault.stall());
    List<String> told = new ArrayList<>();
    Runnable forgotten = () -> told.add("forgotten");
    fault.whenHealed(() -> told.add("before"));
    fault.whenHealed(forgotten);
    fault.forget(forgotten);
    faults.heal();
    fault.close();
    fault.whenHealed(() -> told.add("after"));
    assertThat(told).containsExactly("before", "after");
    assertThat(faults.isEmpty()).isTrue();
    assertThat(fault.strikes("get", List.of("a"))).isFalse();
    assertThat(fault.fault().kind()).isEqualTo(Fault.Kind.STALL);
  }

  @Test
  @SuppressWarnings("NullAway") // which is the point
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.delay(Duration.ofMillis(-1)));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.delay(null));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().withProbability(1.1));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().withProbability(Double.NaN));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().sparing(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().times(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().forKeys(null));
    assertThatIllegalArgumentException().isThrownBy(() -> Fault.drop().on("get", null));
    assertThatIllegalArgumentException().isThrownBy(() -> new Faults(1).inject(null));
  }
}
