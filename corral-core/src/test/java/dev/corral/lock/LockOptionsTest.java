package dev.corral.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.lock.LockRig.Kind;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LockOptionsTest {
  @Test
  void allThatIsWrongIsNamedAtOnce() {
    LockRig rig = new LockRig(Kind.BASIC);

    assertThatThrownBy(() -> rig.lock(options -> options
            .ttl(Duration.ofSeconds(1))
            .fenced(true)
            .pauses(Duration.ofHours(2), Duration.ofMillis(0))))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("lock lock:report: ttl must be more than 1s and at most 30 days, but is 1s;"
            + " fencing numbers need a store that counts, and a basic store does not;"
            + " the least pause must be 0.001s to 1h, but is 2h;"
            + " the most pause must be 0.001s to 1h, but is 0s;"
            + " the most pause must not be less than the least, but they are 0s and 2h");
  }

  @Test
  void theLimitsThemselvesAreGood() {
    LockRig rig = new LockRig();

    rig.lock(options -> options
        .ttl(Duration.ofSeconds(1).plusNanos(1))
        .pauses(Duration.ofMillis(1), Duration.ofMillis(1)));
    rig.lock(options ->
        options.ttl(Duration.ofDays(30)).pauses(Duration.ofHours(1), Duration.ofHours(1)));
    assertThatThrownBy(() -> rig.lock(options -> options.ttl(Duration.ofDays(30).plusNanos(1))))
        .isInstanceOf(ConfigurationException.class);
  }

  @Test
  void aChangeLeavesTheOthersAsTheyAre() {
    LockOptions defaults = LockOptions.defaults();
    LockOptions changed = defaults.ttl(Duration.ofSeconds(7)).fenced(true);

    assertThat(changed.ttl().toSeconds()).isEqualTo(7);
    assertThat(changed.isFenced()).isTrue();
    assertThat(changed.ticker()).isSameAs(defaults.ticker());
    assertThat(defaults.ttl().toSeconds()).isEqualTo(30);
    assertThat(defaults.isFenced()).isFalse();
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  static List<UnaryOperator<LockOptions>> nulls() {
    return List.of(
        options -> options.ttl(null),
        options -> options.pauses(null, Duration.ofSeconds(1)),
        options -> options.pauses(Duration.ofSeconds(1), null),
        options -> options.timer(null),
        options -> options.ticker(null),
        options -> options.clock(null),
        options -> options.random(null));
  }

  @ParameterizedTest
  @MethodSource("nulls")
  void nullIsRefusedAtOnce(UnaryOperator<LockOptions> change) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> change.apply(LockOptions.defaults()))
        .withMessageEndingWith("must not be null");
  }
}
