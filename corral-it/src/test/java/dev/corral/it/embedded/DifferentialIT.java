package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The embedded server says what the real one says, byte for byte. */
class DifferentialIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");
  private static final long FIRST_SEED = IS_LONG ? System.nanoTime() : 20_261_115;
  private static final int SEQUENCES =
      Integer.getInteger("corral.count", IS_LONG ? 2_000_000 : 100_000);

  @RegisterExtension
  static final Memcached REAL = RealTwin.server();

  @Test
  void everySequenceOfCommandsIsAnsweredAsTheRealServerDoes() {
    compare("the embedded server beside the real one", EmbeddedTwin.of(REAL), SEQUENCES);
  }

  private static void compare(String title, Twin twin, int count) {
    try (Twins twins = new Twins(REAL.address(), twin, new SplittableRandom(FIRST_SEED))) {
      Comparison comparison = new Comparison(twins);
      List<String> differences = comparison.run(FIRST_SEED, count);
      comparison.show(title + ", from seed " + FIRST_SEED);
      assertThat(String.join("\n", differences)).isEmpty();
    }
  }
}
