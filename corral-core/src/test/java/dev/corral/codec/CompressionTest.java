package dev.corral.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.fault.ConfigurationException;
import org.junit.jupiter.api.Test;

class CompressionTest {
  @Test
  void theDefaultsAreThese() {
    assertThat(Compression.DEFAULT.threshold()).isEqualTo(1024);
    assertThat(Compression.DEFAULT.limit()).isEqualTo(16 * 1024 * 1024);
    assertThat(Compression.DEFAULT.algorithm()).isEqualTo(Algorithm.ZSTD);
  }

  @Test
  void aChangeLeavesTheOriginalAsItWas() {
    Compression changed = Compression.DEFAULT.threshold(7).limit(8).deflate();

    assertThat(changed.threshold()).isEqualTo(7);
    assertThat(changed.limit()).isEqualTo(8);
    assertThat(changed.algorithm()).isEqualTo(Algorithm.DEFLATE);
    assertThat(changed.zstd().algorithm()).isEqualTo(Algorithm.ZSTD);
    theDefaultsAreThese();
  }

  @Test
  void allProblemsAreReportedAtOnce() {
    assertThatThrownBy(() -> Codec.strings().compressed(o -> o.threshold(-1).limit(0)))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("compression: threshold must be 0 or more, but is -1;"
            + " limit must be 1 or more, but is 0");
  }
}
