package dev.corral.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadedTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);

  @Test
  void anAnswerLivesForAsLongAsTheCacheSaysUnlessItHasATtlOfItsOwn() {
    assertThat(Loaded.of("v").ttl()).isNull();
    assertThat(Loaded.unchanged().ttl()).isNull();
    assertThat(Loaded.absent().ttl()).isNull();
    assertThat(Loaded.of("v").withTtl(MINUTE)).isEqualTo(new Loaded.Value<>("v", Ttl.of(MINUTE)));
    assertThat(Loaded.unchanged().withTtl(MINUTE))
        .isEqualTo(new Loaded.Unchanged<>(Ttl.of(MINUTE)));
    assertThat(Loaded.absent().withTtl(MINUTE)).isEqualTo(new Loaded.Absent<>(Ttl.of(MINUTE)));
  }

  @Test
  void nullIsAbsentToWhoAsksForThat() {
    assertThat(Loaded.ofNullable(null)).isEqualTo(Loaded.absent());
    assertThat(Loaded.ofNullable("")).isEqualTo(Loaded.of(""));
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  void nullIsNoValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Loaded.of(null))
        .withMessage("value must not be null: what is not there is absent");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Loaded.of("v").withTtl(null))
        .withMessage("ttl must not be null");
  }

  @Test
  void aTtlOfItsOwnMustBePositive() {
    assertThatIllegalArgumentException().isThrownBy(() -> Loaded.of("v").withTtl(Duration.ZERO));
  }

  @Test
  void theExceptionsOfLoadsSayWhatWentWrongAndWhy() {
    IllegalStateException cause = new IllegalStateException("no");
    assertThat(new LoadException("loading a failed", cause))
        .hasMessage("loading a failed")
        .hasCause(cause);
    assertThat(new LoadException("loading a failed")).hasNoCause();
    assertThat(new LoadTimeoutException("too long")).isInstanceOf(LoadException.class);
  }
}
