package dev.corral.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CounterOptionsTest {
  private final CounterRig rig = new CounterRig();

  @Test
  void allThatIsWrongIsNamedAtOnce() {
    assertThatThrownBy(
            () -> rig.counter(o -> o.ttl(Duration.ZERO).jitter(1.5).loadTime(Duration.ofDays(2))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("counter rows: ttl must be more than zero and at most 365 days, but is"
            + " 0s; jitter must be from 0 to 1, but is 1.5;"
            + " loadTime must be 1 ms to 1 day, but is 48h");
    assertThatThrownBy(() -> rig.counter(
            o -> o.ttl(Duration.ofDays(366)).jitter(Double.NaN).loadTime(Duration.ZERO)))
        .hasMessageContainingAll("ttl", "jitter", "loadTime");
    assertThatThrownBy(() ->
            rig.counter(o -> o.ttl(Duration.ofDays(-1)).jitter(-1).loadTime(Duration.ofDays(-1))))
        .hasMessageContainingAll("ttl", "jitter", "loadTime");
  }

  @Test
  void theLimitsThemselvesAreGood() {
    rig.counter(o -> o.ttl(Duration.ofDays(365)).jitter(1).loadTime(Duration.ofDays(1)))
        .update(1L, 1, () -> {});
    rig.counter(o -> o.ttl(Duration.ofNanos(1)).jitter(0).loadTime(Duration.ofMillis(1)))
        .update(1L, 1, () -> {});
  }

  @Test
  void aChangeLeavesTheOthersAsTheyAre() {
    CounterOptions defaults = new CounterOptions();
    CounterOptions changed = defaults.loadTime(Duration.ofSeconds(3)).jitter(0);

    assertThat(changed.loadTime()).isEqualTo(Duration.ofSeconds(3));
    assertThat(changed.longestLife()).isEqualTo(Duration.ofSeconds(605));
    assertThat(defaults.loadTime()).isEqualTo(Duration.ofSeconds(10));
    assertThat(defaults.longestLife()).isEqualTo(Duration.ofSeconds(672));
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  @Test
  void nullIsRefusedAtOnce() {
    CounterOptions options = new CounterOptions();
    assertThatIllegalArgumentException().isThrownBy(() -> options.ttl(null));
    assertThatIllegalArgumentException().isThrownBy(() -> options.loadTime(null));
  }
}
