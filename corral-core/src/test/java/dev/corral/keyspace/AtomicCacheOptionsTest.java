package dev.corral.keyspace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.Corral;
import dev.corral.codec.Codec;
import dev.corral.fault.ConfigurationException;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AtomicCacheOptionsTest {
  private final Corral corral = Corral.open("memory:");

  @AfterEach
  void closeCorral() {
    corral.close();
  }

  private void assertRefused(
      UnaryOperator<AtomicCacheOptions<String>> options, String... problems) {
    String message = "the atomic cache's options: " + String.join("; ", problems);
    assertThatThrownBy(() -> corral.atomicCache(Codec.strings(), options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> corral.atomicCache(Codec.strings()).with(options))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(message);
  }

  @Test
  void allThatIsWrongIsToldAtOnce() {
    assertRefused(
        o -> o.ttl(Duration.ZERO)
            .generateTtl(Duration.ofSeconds(1))
            .minRegenerateInterval(Duration.ofMillis(-1))
            .maxRetries(-1)
            .backoff(Duration.ofHours(2), Duration.ofNanos(-1)),
        "ttl must be more than zero and at most 36500 days, but is PT0S",
        "generateTtl must be more than 1 s and at most 30 days, but is PT1S",
        "minRegenerateInterval must be 0 to 30 days, but is PT-0.001S",
        "maxRetries must be 0 to 1000, but is -1",
        "the backoff's step must be 0 to 1 h, but is PT2H",
        "the backoff's spread must be 0 to 1 h, but is PT-0.000000001S");
  }

  @Test
  void whatIsTooMuchIsWrongToo() {
    assertRefused(
        o -> o.ttl(Duration.ofDays(36_501))
            .generateTtl(Duration.ofDays(31))
            .minRegenerateInterval(Duration.ofDays(31))
            .maxRetries(1001),
        "ttl must be more than zero and at most 36500 days, but is PT876024H",
        "generateTtl must be more than 1 s and at most 30 days, but is PT744H",
        "minRegenerateInterval must be 0 to 30 days, but is PT744H",
        "maxRetries must be 0 to 1000, but is 1001");
    assertRefused(
        o -> o.ttl(Duration.ofSeconds(-1)),
        "ttl must be more than zero and at most 36500 days, but is PT-1S");
  }

  @Test
  @SuppressWarnings("NullAway") // what a caller does that does not know of null-marked packages
  void whatIsNotGivenIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> corral.atomicCache(Codec.strings(), o -> o.ttl(null)))
        .withMessage("ttl must not be null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> corral.atomicCache(Codec.strings(), o -> null))
        .withMessage("what options returned must not be null");
  }

  @Test
  void changedOptionsLeaveTheOldOnesAsTheyAre() {
    AtomicCacheOptions<String> old = new AtomicCacheOptions<>();
    AtomicCacheOptions<String> changed = old.maxRetries(7).cacheAbsent(false);
    assertThat(old.maxRetries()).isEqualTo(5);
    assertThat(old.isCachingAbsent()).isTrue();
    assertThat(changed.maxRetries()).isEqualTo(7);
    assertThat(changed.isCachingAbsent()).isFalse();
  }
}
