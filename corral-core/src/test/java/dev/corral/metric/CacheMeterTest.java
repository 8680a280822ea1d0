package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.metric.CacheEvent.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheMeterTest {
  private static final Key KEY = Key.of("a");

  @Test
  void whatHappensIsCountedByKind() {
    CacheMeter meter = new CacheMeter("c", null);
    Kind[] kinds = Kind.values();
    for (int times = 0; times < kinds.length; times++) {
      for (int i = 0; i < times; i++) {
        meter.count(kinds[times], KEY);
      }
    }
    CacheStats stats = meter.snapshot();
    for (int times = 0; times < kinds.length; times++) {
      assertThat(stats.count(kinds[times])).as("%s", kinds[times]).isEqualTo(times);
    }
  }

  @Test
  void loadsAndWaitsAreMeasured() {
    CacheMeter meter = new CacheMeter("c", null);
    meter.count(Kind.LOADED, KEY, Duration.ofMillis(10).toNanos());
    meter.count(Kind.LOAD_FAILED, KEY, Duration.ofMillis(30).toNanos());
    meter.count(Kind.WAITED, KEY, Duration.ofMillis(5).toNanos());
    meter.count(Kind.HIT, KEY);
    CacheStats stats = meter.snapshot();
    assertThat(stats.loads().count()).isEqualTo(2);
    assertThat(stats.waits().count()).isEqualTo(1);
  }

  @Test
  void aSnapshotStaysAsItIs() {
    CacheMeter meter = new CacheMeter("c", null);
    CacheStats before = meter.snapshot();
    meter.count(Kind.HIT, KEY);
    assertThat(before.count(Kind.HIT)).isZero();
  }

  @Test
  void theListenerIsToldEverything() {
    List<CacheEvent> events = new ArrayList<>();
    CacheMeter meter = new CacheMeter("c", events::add);
    meter.count(Kind.HIT, KEY);
    meter.count(Kind.LOADED, KEY, 7);
    assertThat(events)
        .containsExactly(
            new CacheEvent(Kind.HIT, "c", KEY, Duration.ZERO),
            new CacheEvent(Kind.LOADED, "c", KEY, Duration.ofNanos(7)));
  }

  @Test
  void aKeyIsMadeOnlyForWhoIsTold() {
    List<CacheEvent> events = new ArrayList<>();
    CacheMeter heard = new CacheMeter("c", events::add);
    heard.count(Kind.NEAR_HIT, () -> KEY);
    assertThat(events).containsExactly(new CacheEvent(Kind.NEAR_HIT, "c", KEY, Duration.ZERO));
    CacheMeter unheard = new CacheMeter("c", null);
    unheard.count(Kind.NEAR_HIT, () -> {
      throw new AssertionError("nobody is told");
    });
    assertThat(unheard.snapshot().count(Kind.NEAR_HIT)).isEqualTo(1);
  }

  @Test
  void whatAListenerThrowsIsItsOwnAffair() {
    CacheMeter meter = new CacheMeter("c", event -> {
      if (event.kind() == Kind.HIT) {
        throw new IllegalStateException("no");
      }
      throw new AssertionError("no");
    });
    meter.count(Kind.HIT, KEY);
    meter.count(Kind.MISS, KEY);
    assertThat(meter.snapshot().count(Kind.HIT)).isEqualTo(1);
    assertThat(meter.snapshot().count(Kind.MISS)).isEqualTo(1);
  }
}
