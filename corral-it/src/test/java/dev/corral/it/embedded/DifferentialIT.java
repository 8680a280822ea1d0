package dev.corral.it.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * The embedded server says what the real one says, byte for byte, but for {@link KnownDifference}s.
 */
class DifferentialIT {
  private static final boolean IS_LONG = Boolean.getBoolean("corral.long");

  /** With these two set, one sequence can be sent again alone. */
  private static final long FIRST_SEED =
      Long.getLong("corral.seed", IS_LONG ? System.nanoTime() : 20_261_115);

  private static final int SEQUENCES =
      Integer.getInteger("corral.count", IS_LONG ? 2_000_000 : 100_000);

  @RegisterExtension
  static final Memcached REAL = RealTwin.server(EmbeddedTwin.MAX_ITEM_BYTES);

  @Test
  void everySequenceOfCommandsIsAnsweredAsTheRealServerDoes() {
    try (Twins twins = twins()) {
      Comparison comparison = new Comparison(twins);
      List<String> differences = comparison.run(FIRST_SEED, SEQUENCES);
      comparison.show("the embedded server beside the real one, from seed " + FIRST_SEED);
      assertThat(String.join("\n", differences)).isEmpty();
    }
  }

  @Test
  void everyKnownDifferenceIsStillOne() {
    try (Twins twins = twins()) {
      List<KnownDifference> mended = Arrays.stream(KnownDifference.values())
          .filter(known -> !known.example().isEmpty())
          .filter(known -> isMended(known, twins))
          .toList();
      assertThat(mended).isEmpty();
    }
  }

  private static boolean isMended(KnownDifference known, Twins twins) {
    twins.level();
    twins.reconnect();
    return twins.sayLast(known.example()).areEqual();
  }

  private static Twins twins() {
    return new Twins(REAL.address(), EmbeddedTwin.of(REAL), new SplittableRandom(FIRST_SEED));
  }
}
