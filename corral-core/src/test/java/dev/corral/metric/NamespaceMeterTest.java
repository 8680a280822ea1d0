package dev.corral.metric;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NamespaceMeterTest {
  @Test
  void everythingIsCountedByItself() {
    NamespaceMeter meter = new NamespaceMeter();
    assertThat(meter.snapshot()).isEqualTo(NamespaceStats.NONE);

    meter.read(3);
    meter.lookedUp();
    meter.lookedUp();
    meter.lookedUpNeedlessly();
    meter.invalidated("user");
    meter.invalidated("user");
    meter.invalidated("product");

    assertThat(meter.snapshot())
        .isEqualTo(new NamespaceStats(3, 2, 1, Map.of("user", 2L, "product", 1L)));
  }
}
