package dev.corral.it.embedded.differential;

import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.it.Memcached;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The comparison itself: it finds no difference where there is none, and those that there are. */
class HarnessIT {
  private static final int SEQUENCES = 5_000;

  @RegisterExtension
  static final Memcached REAL = RealTwin.server(EmbeddedTwin.MAX_ITEM_BYTES);

  @Test
  void twoRealServersDoNotDiffer() {
    assertThat(compare(EmbeddedTwin.MAX_ITEM_BYTES, 1, SEQUENCES)).isEmpty();
  }

  @Test
  void aServerThatTakesLargerItemsIsFoundOut() {
    List<String> differences = compare(2 * EmbeddedTwin.MAX_ITEM_BYTES, 1, SEQUENCES);

    assertThat(differences)
        .anySatisfy(difference -> assertThat(difference)
            .startsWith("seed ")
            .containsPattern("\n  real: .* >>> SERVER_ERROR object too large for cache")
            .containsPattern("\n  twin: .* >>> (STORED|HD)"));
    // Other commands of the sequence are left out.
    assertThat(differences)
        .anySatisfy(difference -> assertThat(difference)
            .containsPattern(
                "\n  sent: …(set|ms) [^\\\\]+\\\\r\\\\n(v\\{\\d+\\}(\\\\r\\\\n)?)+\n"));

    String first = differences.get(0);
    long seed = Long.parseLong(first.substring("seed ".length(), first.indexOf('\n')));
    assertThat(compare(2 * EmbeddedTwin.MAX_ITEM_BYTES, seed, 1))
        .as("the same sequence alone")
        .hasSize(1);
  }

  private static List<String> compare(int twinsMaxItemBytes, long seed, int count) {
    Twin twin = RealTwin.startWith(REAL, twinsMaxItemBytes);
    try (Twins twins = new Twins(REAL.address(), twin, new SplittableRandom(seed))) {
      Comparison comparison = new Comparison(twins);
      List<String> differences = comparison.run(seed, count);
      comparison.show("a real server beside one with items up to " + twinsMaxItemBytes + " bytes");
      return differences;
    }
  }
}
