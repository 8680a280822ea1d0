package dev.corral.embedded.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.item.Entry;
import dev.corral.item.ItemTable;
import dev.corral.testkit.MovableTicker;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServerClockTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int MONTH = 60 * 60 * 24 * 30;
  private static final int START = 1_800_000_000;

  private final MovableTicker ticker = new MovableTicker();
  private final ServerClock clock = new ServerClock(
      new ItemTable<String>(ticker, true, 1 << 20, String::length), Instant.ofEpochSecond(START));

  @Test
  void noSecondOfItsLifeIsOneWithAMeaning() {
    assertThat(clock.seconds()).isEqualTo(62);
    assertThat(clock.unixTime()).isEqualTo(START);
    assertThat(clock.uptime()).isEqualTo(2);
  }

  @Test
  void itGoesInWholeSeconds() {
    ticker.advance(Duration.ofMillis(1999));
    assertThat(clock.seconds()).isEqualTo(63);
    assertThat(clock.unixTime()).isEqualTo(START + 1);
    assertThat(clock.uptime()).isEqualTo(3);
  }

  @Test
  void aLifeIsALengthUpToThirtyDays() {
    ticker.advance(Duration.ofSeconds(10));
    assertThat(clock.moment(1)).isEqualTo(73);
    assertThat(clock.moment(MONTH)).isEqualTo(72 + MONTH);
    assertThat(clock.deadline(30)).isEqualTo(40 * SECOND);
    assertThat(clock.deadline(0)).isEqualTo(Entry.NO_DEADLINE);
  }

  @Test
  void aGreaterNumberIsADate() {
    ticker.advance(Duration.ofSeconds(10));
    assertThat(clock.deadline(START + 15)).isEqualTo(15 * SECOND);
    assertThat(clock.deadline(START - 1)).isEqualTo(-SECOND);
    assertThat(clock.moment(MONTH + 1)).isEqualTo(1);
  }

  @Test
  void aNegativeLifeWasOverLongAgo() {
    assertThat(clock.moment(-1)).isEqualTo(1);
    assertThat(clock.moment(Integer.MIN_VALUE)).isEqualTo(1);
    assertThat(clock.until(clock.deadline(-1))).isEqualTo(-61);
  }

  @Test
  void whatLiesAheadIsCountedFromTheLastTick() {
    ticker.advance(Duration.ofMillis(2500));
    assertThat(clock.until(30 * SECOND)).isEqualTo(28);
    assertThat(clock.until(0)).isEqualTo(-2);
    assertThat(clock.until(clock.tableTime(clock.seconds()))).isZero();
  }
}
