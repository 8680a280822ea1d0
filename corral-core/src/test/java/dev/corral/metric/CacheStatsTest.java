package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CacheStatsTest {
  private static final Key KEY = Key.of("a");

  private static CacheMeter meter(Map<Kind, Integer> counts) {
    CacheMeter meter = new CacheMeter("c", null);
    counts.forEach((kind, count) -> {
      for (int i = 0; i < count; i++) {
        meter.count(kind, KEY);
      }
    });
    return meter;
  }

  @Test
  void theHitRateIsTheShareOfCallersThatWereGivenAFreshValueAtOnce() {
    CacheStats stats = meter(
            Map.of(Kind.HIT, 6, Kind.NEAR_HIT, 2, Kind.STALE, 1, Kind.MISS, 1, Kind.LOST, 5))
        .snapshot();
    assertThat(stats.hitRate()).isCloseTo(0.8, within(1e-9));
  }

  @Test
  void whereNobodyHasAskedNobodyHasMissed() {
    assertThat(meter(Map.of()).snapshot().hitRate()).isEqualTo(1);
  }

  @Test
  void itReadsAsASentence() {
    assertThat(meter(Map.of()).snapshot())
        .hasToString("100.0 % of 0 fresh (0 near), 0 stale, 0 missed; loads: none, 0 won, "
            + "0 failed, 0 fenced, 0 stolen; 0 lost, waits: none, 0 fell back; 0 store errors");
    CacheMeter meter = meter(Map.of(
        Kind.HIT, 1200,
        Kind.NEAR_HIT, 300,
        Kind.STALE, 40,
        Kind.MISS, 460,
        Kind.FENCED, 3,
        Kind.STOLEN, 2,
        Kind.FELL_BACK, 5,
        Kind.STORE_ERROR, 7));
    meter.count(Kind.LOAD_FAILED, KEY, Duration.ofMillis(10).toNanos());
    CacheStats stats = meter.snapshot();
    assertThat(stats)
        .hasToString(
            "75.0 % of 2,000 fresh (300 near), 40 stale, 460 missed; loads: "
                + stats.loads()
                + ", 0 won, 1 failed, 3 fenced, 2 stolen; 0 lost, waits: none, 5 fell back; 7 store errors");
  }
}
