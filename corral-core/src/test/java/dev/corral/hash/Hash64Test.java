package dev.corral.hash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Hash64Test {
  @ParameterizedTest
  @CsvSource({
    " 0, e220a8397b1dcdaf", // the first number of SplitMix64 from 0
    " 1, 910a2dec89025cc1",
    "-1, e4d971771b652c20",
  })
  void mixIsAlwaysTheSameForWhatIsStoredDependsOnIt(long bits, String mixed) {
    assertThat(Long.toHexString(Hash64.mix(bits))).isEqualTo(mixed);
  }

  @ParameterizedTest
  @CsvSource({
    "'',                      e220a8397b1dcdaf",
    "a,                       5e025f9ade9eaf3e",
    "ü,                       335e989e5f2cdb47",
    "abcdefgh,                4656d84df5cb3e4d",
    "abcdefghi,                7ce9772ab01e4ef",
    "___counter:userId:12543, 34f071f33c9f70d3",
  })
  void theHashOfATextIsAlwaysTheSameForWhatIsStoredDependsOnIt(String text, String hash) {
    assertThat(Long.toHexString(Hash64.of(text))).isEqualTo(hash);
    assertThat(Hash64.of(text.getBytes(StandardCharsets.UTF_8))).isEqualTo(Hash64.of(text));
  }

  @Test
  void bytesOfAnotherLengthHaveAnotherHash() {
    Set<Long> hashes = new HashSet<>();
    for (int length = 0; length < 100; length++) {
      hashes.add(Hash64.of(new byte[length]));
    }
    assertThat(hashes).hasSize(100);
  }

  @Test
  void namesThatHardlyDifferHaveHashesThatDifferInHalfOfTheirBits() {
    long differing = 0;
    for (int i = 0; i < 10_000; i++) {
      differing += Long.bitCount(Hash64.of("user:" + i) ^ Hash64.of("user:" + (i + 1)));
    }
    assertThat(differing / 10_000.0).isCloseTo(32, within(0.3));
  }

  @Test
  void eachBitOfTheInputMattersToEachBitOfTheResult() {
    Random random = new Random(1);
    int[][] flips = new int[Long.SIZE][Long.SIZE];
    for (int i = 0; i < 1000; i++) {
      long bits = random.nextLong();
      for (int in = 0; in < Long.SIZE; in++) {
        long changed = Hash64.mix(bits) ^ Hash64.mix(bits ^ 1L << in);
        for (int out = 0; out < Long.SIZE; out++) {
          flips[in][out] += (int) (changed >>> out & 1);
        }
      }
    }
    assertThat(Arrays.stream(flips).flatMapToInt(Arrays::stream))
        .allSatisfy(count -> assertThat(count).isBetween(400, 600));
  }
}
