package dev.corral.it.embedded.differential;

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

  /** So many bring a server to say all that it can. */
  private static final int ENOUGH = 100_000;

  private static final int SEQUENCES =
      Integer.getInteger("corral.count", IS_LONG ? 2_000_000 : ENOUGH);

  /** What there is to hear, but for lack of memory, machinery, logins and {@code stats}. */
  private static final List<String> KINDS = List.of(
      "CLIENT_ERROR bad command line format",
      "CLIENT_ERROR bad command line format.  Usage: delete <key> [noreply]",
      "CLIENT_ERROR bad data chunk",
      "CLIENT_ERROR bad token in command line format",
      "CLIENT_ERROR cannot increment or decrement non-numeric value",
      "CLIENT_ERROR duplicate flag",
      "CLIENT_ERROR error decoding key",
      "CLIENT_ERROR incorrect length for M token",
      "CLIENT_ERROR invalid exptime argument",
      "CLIENT_ERROR invalid flag",
      "CLIENT_ERROR invalid mode for ma M token",
      "CLIENT_ERROR invalid mode for ms M token",
      "CLIENT_ERROR invalid numeric delta argument",
      "CLIENT_ERROR invalid numeric delta value",
      "CLIENT_ERROR invalid numeric initial value",
      "CLIENT_ERROR invalid or duplicate flag",
      "CLIENT_ERROR opaque token too long",
      "CLIENT_ERROR options flags are too long",
      "CLIENT_ERROR options flags too long",
      "ERROR",
      "ERROR: shutdown not enabled",
      "SERVER_ERROR object too large for cache",
      "DELETED",
      "END",
      "EXISTS",
      "ME",
      "MN",
      "NOT_FOUND",
      "NOT_STORED",
      "OK",
      "STORED",
      "TOUCHED",
      "VALUE",
      "VERSION",
      "EN O",
      "EN k",
      "EX O",
      "EX c",
      "EX k",
      "NF O",
      "NF c",
      "NF k",
      "NS O",
      "NS c",
      "NS k",
      "HD W",
      "HD X",
      "HD Z",
      "HD b",
      "VA O",
      "VA W",
      "VA X",
      "VA Z",
      "VA b",
      "VA c",
      "VA f",
      "VA h",
      "VA k",
      "VA l",
      "VA s",
      "VA t");

  @RegisterExtension
  static final Memcached REAL = RealTwin.server(EmbeddedTwin.MAX_ITEM_BYTES);

  @Test
  void everySequenceOfCommandsIsAnsweredAsTheRealServerDoes() {
    try (Twins twins = twins()) {
      Comparison comparison = new Comparison(twins);
      List<String> differences = comparison.run(FIRST_SEED, SEQUENCES);
      comparison.show("the embedded server beside the real one, from seed " + FIRST_SEED);
      assertThat(String.join("\n", differences)).isEmpty();
      if (SEQUENCES >= ENOUGH) {
        assertThat(comparison.heard().kinds()).containsAll(KINDS);
      }
    }
  }

  @Test
  void everyKnownDifferenceIsStillOne() {
    try (Twins twins = twins()) {
      List<String> mended = Arrays.stream(KnownDifference.values())
          .flatMap(known -> known.examples().stream())
          .filter(example -> isMended(example, twins))
          .toList();
      assertThat(mended).isEmpty();
    }
  }

  private static boolean isMended(String example, Twins twins) {
    twins.level();
    twins.reconnect();
    return twins.sayLast(example).areEqual();
  }

  private static Twins twins() {
    return new Twins(REAL.address(), EmbeddedTwin.of(REAL), new SplittableRandom(FIRST_SEED));
  }
}
