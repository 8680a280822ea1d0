package dev.corral.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CacheOptionsTest {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private static CacheOptions<String, String> options() {
    return new CacheOptions<>();
  }

  @Test
  void thereMustBeATtlOrNone() {
    assertThatThrownBy(() -> options().validated())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the cache's options: one of ttl and noExpiry must be given");
    assertThat(options().noExpiry().validated().drawTtl(new Random())).isEqualTo(Ttl.NEVER);
    assertThat(options().ttl(SECOND).validated().drawTtl(new Random())).isEqualTo(Ttl.seconds(1));
  }

  @Test
  void ofTtlAndNoExpiryTheLastOneCounts() {
    assertThat(options().ttl(SECOND).noExpiry().validated().drawTtl(new Random()))
        .isEqualTo(Ttl.NEVER);
    assertThat(options().noExpiry().ttl(SECOND).validated().drawTtl(new Random()))
        .isEqualTo(Ttl.seconds(1));
  }

  @Test
  void allThatIsWrongIsNamedAtOnce() {
    Duration negative = Duration.ofSeconds(-1);
    assertThatThrownBy(() -> options()
            .ttl(Duration.ZERO)
            .cacheAbsent(Duration.ofDays(36_501))
            .computeTime(Duration.ZERO)
            .staleFor(negative)
            .wait(negative)
            .refreshAhead(negative)
            .retryAfter(negative)
            .softLoadTimeout(Duration.ZERO)
            .hardLoadTimeout(Duration.ofDays(366))
            .near(1, Duration.ZERO)
            .earlyBeta(Double.NaN)
            .jitter(1.1)
            .maxLoads(0)
            .validated())
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("the cache's options: "
            + "ttl must be more than zero and at most 36500 days, but is PT0S; "
            + "cacheAbsent must be more than zero and at most 36500 days, but is PT876024H; "
            + "computeTime must be 1 ms to 365 days, but is PT0S; "
            + "staleFor must be zero or more and at most 365 days, but is PT-1S; "
            + "wait must be zero or more and at most 365 days, but is PT-1S; "
            + "refreshAhead must be zero or more and at most 365 days, but is PT-1S; "
            + "retryAfter must be zero or more and at most 365 days, but is PT-1S; "
            + "softLoadTimeout must be more than zero and at most 365 days, but is PT0S; "
            + "hardLoadTimeout must be more than zero and at most 365 days, but is PT8784H; "
            + "near's maxAge must be more than zero and at most 365 days, but is PT0S; "
            + "earlyBeta must be from 0 to 1000, but is NaN; "
            + "jitter must be from 0 to 1, but is 1.1; "
            + "maxLoads must be at least 1, but is 0");
  }

  @Test
  void soAreNegativeNumbers() {
    assertThatThrownBy(() -> options()
            .ttl(SECOND)
            .near(-1, SECOND)
            .earlyBeta(-0.1)
            .jitter(-0.1)
            .maxLoads(-1)
            .validated())
        .hasMessageContaining("near's entries must not be negative, but are -1")
        .hasMessageContaining("earlyBeta must be")
        .hasMessageContaining("jitter must be")
        .hasMessageContaining("maxLoads must be");
  }

  @Test
  void theLimitsThemselvesAreGood() {
    Duration year = Duration.ofDays(365);
    CacheOptions<String, String> limits = options()
        .ttl(Duration.ofDays(36_500))
        .cacheAbsent(Duration.ofNanos(1))
        .computeTime(year)
        .staleFor(Duration.ZERO)
        .wait(year)
        .refreshAhead(year)
        .retryAfter(Duration.ZERO)
        .softLoadTimeout(Duration.ofNanos(1))
        .hardLoadTimeout(year)
        .near(0, Duration.ZERO)
        .earlyBeta(1000)
        .jitter(1)
        .maxLoads(1);
    assertThatNoException().isThrownBy(limits::validated);
  }

  @Test
  void whatIsNotGivenFollowsFromTheComputeTime() {
    CacheOptions<String, String> two = options().noExpiry().validated();
    assertThat(two.computeTime()).isEqualTo(Duration.ofSeconds(2));
    assertThat(two.staleFor()).isEqualTo(Duration.ofSeconds(2));
    assertThat(two.hardLoadTimeout()).isEqualTo(Duration.ofSeconds(20));
    assertThat(two.patience()).isEqualTo(Duration.ofSeconds(20));
    CacheOptions<String, String> three =
        options().noExpiry().computeTime(Duration.ofSeconds(3)).validated();
    assertThat(three.staleFor()).isEqualTo(Duration.ofSeconds(3));
    assertThat(three.patience()).isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void leaseAndSpanOutliveEveryLoadInWholeSeconds() {
    CacheOptions<String, String> brief =
        options().noExpiry().hardLoadTimeout(Duration.ofMillis(1500)).validated();
    assertThat(brief.terms().lease()).isEqualTo(Ttl.seconds(3));
    assertThat(brief.terms().span()).isEqualTo(Duration.ofSeconds(3));
    CacheOptions<String, String> kept =
        options().noExpiry().staleFor(Duration.ofMinutes(1)).validated();
    assertThat(kept.terms().lease()).isEqualTo(Ttl.seconds(21));
    assertThat(kept.terms().span()).isEqualTo(Duration.ofSeconds(61));
  }

  @Test
  void theStoreKeepsAValueForItsTtlAndTheSpan() {
    CacheOptions<String, String> options = options().noExpiry().validated();
    assertThat(options.terms().life(Ttl.seconds(10))).isEqualTo(Ttl.seconds(31));
    assertThat(options.terms().life(Ttl.NEVER)).isEqualTo(Ttl.NEVER);
  }

  @Test
  void aLifeLongerThanAnyTtlHasNoEnd() {
    CacheOptions<String, String> options = options().noExpiry().validated();
    assertThat(options.terms().life(Ttl.of(Duration.ofDays(36_500)))).isEqualTo(Ttl.NEVER);
  }

  @Test
  void aChangeLeavesTheOthersAsTheyAre() {
    CacheOptions<String, String> one = options().ttl(SECOND);
    CacheOptions<String, String> other = one.maxLoads(3).refresh(Refresh.INLINE);
    assertThat(other.maxLoads()).isEqualTo(3);
    assertThat(other.isRefreshingInline()).isTrue();
    assertThat(one.maxLoads()).isEqualTo(Integer.MAX_VALUE);
    assertThat(one.isRefreshingInline()).isFalse();
  }

  @SuppressWarnings("NullAway") // what a caller gives that does not know of null-marked packages
  static Stream<Arguments> nulls() {
    Map<String, UnaryOperator<CacheOptions<String, String>>> nulls = Map.ofEntries(
        Map.entry("ttl", o -> o.ttl(null)),
        Map.entry("staleFor", o -> o.staleFor(null)),
        Map.entry("computeTime", o -> o.computeTime(null)),
        Map.entry("wait", o -> o.wait(null)),
        Map.entry("fallback", o -> o.fallback(null)),
        Map.entry("refresh", o -> o.refresh(null)),
        Map.entry("refreshAhead", o -> o.refreshAhead(null)),
        Map.entry("cacheAbsent", o -> o.cacheAbsent(null)),
        Map.entry("retryAfter", o -> o.retryAfter(null)),
        Map.entry("softLoadTimeout", o -> o.softLoadTimeout(null)),
        Map.entry("hardLoadTimeout", o -> o.hardLoadTimeout(null)),
        Map.entry("maxAge", o -> o.near(1, null)),
        Map.entry("listener", o -> o.listener(null)),
        Map.entry("gate", o -> o.gate(null)),
        Map.entry("value", o -> o.fallback(Fallback.value(null))),
        Map.entry("function", o -> o.fallback(Fallback.by(null))));
    return nulls.entrySet().stream().map(one -> Arguments.of(one.getKey(), one.getValue()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("nulls")
  void nullIsRefusedAtOnce(String name, UnaryOperator<CacheOptions<String, String>> change) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> change.apply(options()))
        .withMessage(name + " must not be null");
  }
}
