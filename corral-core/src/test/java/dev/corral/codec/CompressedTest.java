package dev.corral.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CompressedTest {
  private static final HexFormat HEX = HexFormat.of();
  private static final int MIB = 1024 * 1024;

  @ParameterizedTest
  @CsvSource({"DEFLATE, 01", "ZSTD, 02"})
  void aCompressedValueBeginsWithTheWayAndItsSize(Algorithm algorithm, String mark) {
    byte[] bytes = codec(algorithm, o -> o.threshold(0)).encode(new byte[300]);

    assertThat(HEX.formatHex(bytes)).startsWith(mark + "ac02");
    assertThat(bytes).hasSizeLessThan(30);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "00" + "6161616161616161616161616161616161616161",
        "01" + "14" + "4b4cc40400",
        "02" + "14" + "28b52ffd" + "2014" + "a30000" + "61"
      })
  void theseBytesAreTwentyTimesAnA(String hex) {
    Codec<String> codec = Codec.strings().compressed();

    assertThat(codec.decode(HEX.parseHex(hex))).isEqualTo("a".repeat(20));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void randomValuesOfAnySizeComeBack(Algorithm algorithm) {
    Codec<byte[]> codec = codec(algorithm, o -> o.threshold(0));
    Random random = new Random(3);
    for (int i = 0; i < 2_000; i++) {
      byte[] value = new byte[i < 300 ? i : random.nextInt(5_000)];
      for (int j = 0; j < value.length; j++) {
        value[j] = (byte) random.nextInt(1 + i % 256);
      }
      byte[] bytes = codec.encode(value);
      assertThat(bytes).hasSizeLessThanOrEqualTo(value.length + 1);
      assertThat(codec.decode(bytes)).isEqualTo(value);
    }
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueIsInflatedFromTheMiddleOfAnArray(Algorithm algorithm) {
    Codec<byte[]> codec = codec(algorithm, o -> o);
    byte[] bytes = codec.encode(new byte[5_000]);
    byte[] amidst = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, amidst, 2, bytes.length);

    assertThat(codec.decode(amidst, 2, bytes.length)).isEqualTo(new byte[5_000]);
  }

  @Test
  void aValueBelowTheThresholdIsStored() {
    Codec<byte[]> codec = codec(Algorithm.DEFLATE, o -> o.threshold(100));

    assertThat(codec.encode(new byte[99])).hasSize(100).startsWith(0, 0);
    assertThat(codec.encode(new byte[100])).hasSizeLessThan(20).startsWith(1, 100);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueThatDoesNotShrinkIsStored(Algorithm algorithm) {
    byte[] noise = new byte[10_000];
    new Random(4).nextBytes(noise);
    Codec<byte[]> codec = codec(algorithm, o -> o);

    byte[] bytes = codec.encode(noise);

    assertThat(bytes).hasSize(10_001).startsWith(0, noise[0]);
    assertThat(codec.decode(bytes)).isEqualTo(noise);
  }

  @Test
  void anEmptyValueComesBackAsItself() {
    Codec<String> codec = Codec.strings().compressed(o -> o.threshold(0));

    assertThat(codec.encode("")).containsExactly(0);
    assertThat(codec.decode(new byte[1])).isEmpty();
  }

  @Test
  void aReaderTakesWhateverAWriterChose() {
    byte[] text = "herd ".repeat(1_000).getBytes(UTF_8);

    for (Algorithm algorithm : Algorithm.values()) {
      byte[] bytes = codec(algorithm, o -> o).encode(text);
      assertThat(bytes[0]).isEqualTo(algorithm.mark());
      assertThat(Codec.bytes().compressed().decode(bytes)).isEqualTo(text);
    }
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueAboveTheLimitIsRefusedWhenWrittenAndCorruptWhenRead(Algorithm algorithm) {
    byte[] bomb = codec(algorithm, o -> o).encode(new byte[MIB]);
    Codec<byte[]> careful = codec(algorithm, o -> o.limit(MIB - 1));

    assertThat(bomb).hasSizeLessThan(2_000);
    assertThatThrownBy(() -> careful.encode(new byte[MIB]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("value has 1048576 bytes, more than the limit of 1048575");
    assertThatThrownBy(() -> careful.decode(bomb))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("has 1048576 bytes; the limit is 1048575");
  }

  @Test
  void aStoredValueAboveTheLimitIsCorrupt() {
    byte[] stored = codec(Algorithm.DEFLATE, o -> o.threshold(5_000)).encode(new byte[2_000]);

    assertThatThrownBy(() -> codec(Algorithm.DEFLATE, o -> o.limit(1_000)).decode(stored))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("has 2000 bytes; the limit is 1000");
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueThatInflatesToMoreThanItSaysIsCorrupt(Algorithm algorithm) {
    assertCorrupt(withSize(codec(algorithm, o -> o).encode(new byte[MIB]), MIB - 1));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueThatInflatesToLessThanItSaysIsCorrupt(Algorithm algorithm) {
    assertCorrupt(withSize(codec(algorithm, o -> o).encode(new byte[MIB]), MIB + 1));
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueThatBreaksOffIsCorrupt(Algorithm algorithm) {
    byte[] whole = codec(algorithm, o -> o).encode("herd ".repeat(1_000).getBytes(UTF_8));

    for (int length = 0; length < whole.length; length++) {
      assertCorrupt(Arrays.copyOf(whole, length));
    }
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void aValueWithSomethingBehindItIsCorrupt(Algorithm algorithm) {
    byte[] whole = codec(algorithm, o -> o).encode("herd ".repeat(1_000).getBytes(UTF_8));

    assertCorrupt(Arrays.copyOf(whole, whole.length + 1));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "01",
        "02",
        "0180",
        "03",
        "ff",
        "0105ffffff",
        "020528b52ffd",
        "0100",
        "0200",
        "0200502a4d1800000000"
      })
  void otherBytesAreCorrupt(String hex) {
    assertCorrupt(HEX.parseHex(hex));
  }

  @ParameterizedTest
  @CsvSource({"DEFLATE, 10320", "ZSTD, 327680"})
  void noMoreIsReservedThanTheBytesCanInflateTo(Algorithm algorithm, int most) {
    assertThatThrownBy(() -> Codec.bytes().compressed().decode(tenBytesThatClaim(algorithm, most)))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("cannot read");
    assertThatThrownBy(
            () -> Codec.bytes().compressed().decode(tenBytesThatClaim(algorithm, most + 1)))
        .isExactlyInstanceOf(CorruptValueException.class)
        .hasMessageContaining("10 bytes inflate to " + (most + 1) + ", which cannot be");
  }

  private static byte[] tenBytesThatClaim(Algorithm algorithm, int size) {
    ByteBuffer claim = ByteBuffer.allocate(1 + Varint.size(size) + 10).put(algorithm.mark());
    Varint.put(claim, size);
    return claim.array();
  }

  /** Replaces the size of a value that has between 2^14 and 2^21 bytes. */
  private static byte[] withSize(byte[] bytes, int size) {
    byte[] changed = bytes.clone();
    Varint.put(ByteBuffer.wrap(changed, 1, 3), size);
    return changed;
  }

  private static void assertCorrupt(byte[] bytes) {
    assertThatThrownBy(() -> Codec.bytes().compressed().decode(bytes))
        .isExactlyInstanceOf(CorruptValueException.class);
  }

  private static Codec<byte[]> codec(Algorithm algorithm, UnaryOperator<Compression> change) {
    return Codec.bytes()
        .compressed(o -> change.apply(algorithm == Algorithm.ZSTD ? o.zstd() : o.deflate()));
  }
}
