package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.metric.AtomicCacheEvent.Kind;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AtomicCacheMeterTest {
  @Test
  void whatHappensIsCountedByKind() {
    AtomicCacheMeter meter = new AtomicCacheMeter(null);
    Kind[] kinds = Kind.values();
    for (int times = 0; times < kinds.length; times++) {
      for (int i = 0; i < times; i++) {
        meter.count(kinds[times], "foo");
      }
    }
    AtomicCacheStats stats = meter.snapshot();
    for (int times = 0; times < kinds.length; times++) {
      assertThat(stats.count(kinds[times])).as("%s", kinds[times]).isEqualTo(times);
    }
  }

  @Test
  void generationsAndWaitsAreMeasured() {
    AtomicCacheMeter meter = new AtomicCacheMeter(null);
    meter.count(Kind.GENERATED_BY_ME, "foo", Duration.ofMillis(10).toNanos());
    meter.count(Kind.WAIT_RUN, "foo", Duration.ofMillis(5).toNanos());
    meter.count(Kind.READ_PRESENT, "foo");
    AtomicCacheStats stats = meter.snapshot();
    assertThat(stats.generations().count()).isOne();
    assertThat(stats.waits().count()).isOne();
  }

  @Test
  void whatAListenerThrowsIsItsOwnAffair() {
    AtomicCacheMeter meter = new AtomicCacheMeter(event -> {
      throw new IllegalStateException("no");
    });
    meter.count(Kind.READ_PRESENT, "foo");
    assertThat(meter.snapshot().count(Kind.READ_PRESENT)).isOne();
  }

  @Test
  void statisticsReadAsASentence() {
    AtomicCacheMeter meter = new AtomicCacheMeter(null);
    for (int i = 0; i < 1_200; i++) {
      meter.count(Kind.READ_PRESENT, "foo");
    }
    meter.count(Kind.READ_NOT_PRESENT, "foo");
    meter.count(Kind.LAST_KNOWN_PRESENT, "foo");
    assertThat(meter.snapshot())
        .hasToString("1,200 present, 1 not; generated: none, 0 by others; 1 last known, 0 not; "
            + "waits: none, 0 given up; 0 store errors");
  }
}
