package dev.corral.hash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ShortDigestTest {
  @Test
  void theDigitsAreThoseOfTheFirstHalfOfSha256() {
    // SHA-256 of "abc" begins with ba7816bf 8f01cfea 414140de 5dae2223, by FIPS 180-4.
    assertThat(ShortDigest.of("abc".getBytes(UTF_8), 3))
        .isEqualTo("ungWv48Bz-pBQUDeXa4iIw")
        .hasSize(ShortDigest.DIGITS);
  }

  @Test
  void whatLiesBehindTheLengthDoesNotCount() {
    assertThat(ShortDigest.of("abcdef".getBytes(UTF_8), 3))
        .isEqualTo(ShortDigest.of("abc".getBytes(UTF_8), 3));
  }
}
