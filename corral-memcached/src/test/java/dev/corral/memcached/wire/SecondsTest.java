package dev.corral.memcached.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.time.Ttl;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SecondsTest {
  private static final long THIRTY_DAYS = 30L * 24 * 60 * 60;
  private static final long TODAY = 1_800_000_000;
  private static final long LAST_DATE = Integer.MAX_VALUE;
  private static final long BEYOND = 42;

  @Test
  void aLifeOfUpToThirtyDaysIsSentAsItIs() {
    assertThat(of(Ttl.seconds(1))).isEqualTo(1);
    assertThat(of(Ttl.seconds(THIRTY_DAYS))).isEqualTo(THIRTY_DAYS);
  }

  @Test
  void fractionsAreRoundedUpAlsoAcrossThirtyDays() {
    assertThat(of(Ttl.of(Duration.ofNanos(1)))).isEqualTo(1);
    assertThat(of(Ttl.of(Duration.ofMillis(1500)))).isEqualTo(2);
    assertThat(of(Ttl.of(Duration.ofDays(30).plusNanos(1)))).isEqualTo(TODAY + THIRTY_DAYS + 1);
  }

  @Test
  void aLongerLifeIsSentAsTheDateOfItsEnd() {
    assertThat(of(Ttl.seconds(THIRTY_DAYS + 1))).isEqualTo(TODAY + THIRTY_DAYS + 1);
    assertThat(of(Ttl.of(Duration.ofDays(365)))).isEqualTo(TODAY + 365 * 86_400);
  }

  @Test
  void theLastDateIsInJanuary2038() {
    assertThat(of(Ttl.seconds(LAST_DATE - TODAY))).isEqualTo(LAST_DATE);
    assertThat(of(Ttl.seconds(LAST_DATE - TODAY + 1))).isEqualTo(BEYOND);
    assertThat(of(Ttl.of(Duration.ofDays(36_500)))).isEqualTo(BEYOND);
  }

  @Test
  void afterTheLastDateShortLivesAreStillSent() {
    long today = LAST_DATE + 1;

    assertThat(Seconds.of(Ttl.seconds(THIRTY_DAYS), today, BEYOND)).isEqualTo(THIRTY_DAYS);
    assertThat(Seconds.of(Ttl.seconds(THIRTY_DAYS + 1), today, BEYOND)).isEqualTo(BEYOND);
  }

  @Test
  void whatNeverEndsOrEndsBeyondTheLastDateHasNoEnd() {
    assertThat(of(Ttl.NEVER)).isEqualTo(BEYOND);
    assertThat(Seconds.of(Ttl.NEVER)).isZero();
    assertThat(Seconds.of(Ttl.of(Duration.ofDays(36_500)))).isZero();
  }

  @Test
  void whatMustEndDoesSoOnTheLastDate() {
    assertThat(Seconds.limited(Ttl.NEVER)).isEqualTo(LAST_DATE);
    assertThat(Seconds.limited(Ttl.of(Duration.ofDays(36_500)))).isEqualTo(LAST_DATE);
    assertThat(Seconds.limited(Ttl.seconds(5))).isEqualTo(5);
  }

  private static long of(Ttl ttl) {
    return Seconds.of(ttl, TODAY, BEYOND);
  }
}
