package dev.corral.list;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import dev.corral.time.Ttl;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ListOptionsTest {
  private final ListOptions fresh = new ListOptions();

  @Test
  void allProblemsAreToldAtOnce() {
    ListOptions bad =
        fresh.ttl(Duration.ZERO).jitter(2).width(5).maxBytes(10).loadTime(Duration.ofDays(2));
    assertThatThrownBy(() -> bad.validated("x"))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("list x: "
            + "ttl must be more than zero and at most 365 days, but is 0s; "
            + "jitter must be from 0 to 1, but is 2.0; "
            + "width must be 4 or 8 bytes, but is 5; "
            + "maxBytes must be at least 256, but is 10; "
            + "loadTime must be 1 ms to 1 day, but is 48h");
  }

  @Test
  void aLifeMustBeGiven() {
    assertThatThrownBy(() -> fresh.validated("x"))
        .hasMessage("list x: one of ttl and noExpiry must be given");
    assertThat(fresh.noExpiry().validated("x").drawTtl(new Random(1))).isEqualTo(Ttl.NEVER);
    assertThat(fresh.noExpiry().segmentTtl()).isEqualTo(Ttl.NEVER);
  }

  @Test
  void theLastOfTtlAndNoExpiryCounts() {
    ListOptions options = fresh.noExpiry().ttl(Duration.ofHours(1)).validated("x");
    assertThat(options.drawTtl(new Random(1))).isEqualTo(Ttl.of(Duration.ofHours(1)));
    assertThat(options.noExpiry().drawTtl(new Random(1))).isEqualTo(Ttl.NEVER);
  }

  @Test
  void segmentsOutliveTheirHead() {
    ListOptions options = fresh.ttl(Duration.ofHours(1)).jitter(0.5);
    assertThat(options.segmentTtl()).isGreaterThan(Ttl.of(Duration.ofMinutes(90)));
  }

  @Test
  @SuppressWarnings("NullAway") // what callers without null checks do
  void whatIsMissingIsNamed() {
    assertThatThrownBy(() -> fresh.ttl(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("ttl must not be null");
    assertThatThrownBy(() -> fresh.layout(null)).hasMessage("layout must not be null");
    assertThatThrownBy(() -> fresh.loadTime(null)).hasMessage("loadTime must not be null");
  }
}
