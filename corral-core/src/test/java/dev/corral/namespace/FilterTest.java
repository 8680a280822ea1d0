package dev.corral.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.corral.hash.Hash64;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FilterTest {
  private static List<Long> hashes(long seed, int count) {
    return new Random(seed).longs(count).boxed().toList();
  }

  @Test
  void anEmptyFilterContainsNothing() {
    Filter empty = Filter.empty(80);
    assertThat(hashes(1, 1000)).noneMatch(empty::mayContain);
    assertThat(empty.size()).isEqualTo(640);
    assertThat(empty.touched()).isZero();
    assertThat(empty.quality()).isEqualTo(1);
  }

  @Test
  void aFilterOfNoBitsMayContainEverything() {
    Filter none = Filter.empty(0).with(List.of(3L));
    assertThat(hashes(1, 1000)).allMatch(none::mayContain);
    assertThat(none.quality()).isZero();
    assertThat(none.bytes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 79, 80, 81, 8192})
  void whateverWasPutIntoAFilterIsFound(int bytes) {
    for (int seed = 0; seed < 20; seed++) {
      List<Long> hashes = hashes(seed, 100);
      assertThat(hashes).allMatch(Filter.empty(bytes).with(hashes)::mayContain);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // hash, its bits: the upper half, and the sum of both halves, modulo 640
    "0x0000000000000000,   0,   0",
    "0x0000000100000002,   1,   3",
    "0x0000027f00000001, 639,   0",
    "0xffffffff00000000, 255, 255",
    "0x00000000ffffffff,   0, 255",
    "0xffffffffffffffff, 255, 510",
    "0x8000000080000000, 128, 256",
  })
  void theBitsOfAHashAreAlwaysTheSameForTheyAreStored(String hash, int first, int second) {
    long bits = Long.parseUnsignedLong(hash.substring(2), 16);
    byte[] expected = new byte[80];
    expected[first / 8] |= (byte) (1 << first % 8);
    expected[second / 8] |= (byte) (1 << second % 8);
    assertThat(Filter.empty(80).with(List.of(bits)).bytes()).isEqualTo(expected);
  }

  @Test
  void oneOfTheTwoBitsIsNotEnough() {
    Filter filter = Filter.empty(80).with(List.of(0x0000_0001_0000_0002L)); // bits 1 and 3
    assertThat(filter.mayContain(0x0000_0001_0000_0003L)).isFalse(); // 1 and 4
    assertThat(filter.mayContain(0x0000_0002_0000_0001L)).isFalse(); // 2 and 3
    assertThat(filter.mayContain(0x0000_0003_0000_027eL)).isTrue(); // 3 and 1
  }

  @ParameterizedTest
  @CsvSource({"10, 0.0009", "100, 0.0721", "300, 0.3678", "1000, 0.9142"})
  void untouchedNamespacesAreTakenForTouchedAsOftenAsTheorySays(int touched, double theory) {
    double taken = 0;
    double needless = 0;
    int rounds = 40;
    for (int seed = 0; seed < rounds; seed++) {
      long offset = seed * 1_000_000L;
      Filter filter = Filter.empty(80)
          .with(LongStream.range(0, touched)
              .map(i -> Hash64.mix(offset + i))
              .boxed()
              .toList());
      taken += LongStream.range(touched, touched + 5000)
              .filter(i -> filter.mayContain(Hash64.mix(offset + i)))
              .count()
          / 5000.0;
      needless += 1 - filter.quality();
    }
    assertThat(taken / rounds).isCloseTo(theory, within(0.005));
    assertThat(needless / rounds).isCloseTo(theory, within(0.005));
  }

  @Test
  void aFilterNeverChanges() {
    Filter filter = Filter.empty(80);
    Filter more = filter.with(List.of(5L));
    Filter both = more.or(Filter.empty(80).with(List.of(1L << 32)));
    assertThat(filter.touched()).isZero();
    assertThat(more.touched()).isEqualTo(2);
    assertThat(both.touched()).isEqualTo(3);
  }

  @Test
  void twoFiltersTogetherContainWhatEitherContains() {
    List<Long> some = hashes(1, 20);
    List<Long> others = hashes(2, 20);
    Filter both = Filter.empty(80).with(some).or(Filter.empty(80).with(others));
    assertThat(some).allMatch(both::mayContain);
    assertThat(others).allMatch(both::mayContain);
    assertThat(both).isEqualTo(Filter.empty(80).with(others).with(some));
  }

  @Test
  void filtersOfTheSameBitsAreEqual() {
    Filter filter = Filter.empty(80).with(List.of(5L));
    assertThat(Filter.of(filter.bytes().clone())).isEqualTo(filter).hasSameHashCodeAs(filter);
    assertThat(filter).isNotEqualTo(Filter.empty(80)).isNotEqualTo("filter");
    assertThat(Filter.empty(80)).isNotEqualTo(Filter.empty(81));
  }
}
