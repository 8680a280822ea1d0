package dev.corral.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintTest {
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "1, 01",
    "127, 7f",
    "128, 8001",
    "300, ac02",
    "16383, ff7f",
    "16384, 808001",
    "9223372036854775807, ffffffffffffffff7f"
  })
  void aNumberTakesAsFewBytesAsItNeeds(long number, String hex) {
    ByteBuffer out = ByteBuffer.allocate(Varint.size(number));
    Varint.put(out, number);

    assertThat(out.hasRemaining()).isFalse();
    assertThat(HexFormat.of().formatHex(out.array())).isEqualTo(hex);
    assertThat(Varint.get(out.flip())).isEqualTo(number);
  }

  @Test
  void aNumberWithoutAnEndIsCorrupt() {
    ByteBuffer endless = ByteBuffer.wrap(HexFormat.of().parseHex("ffffffffffffffffff01"));

    assertThatThrownBy(() -> Varint.get(endless))
        .isInstanceOf(CorruptValueException.class)
        .hasMessageContaining("more than 9 bytes");
  }

  @Test
  void aNumberThatBreaksOffRunsOutOfBytes() {
    assertThatThrownBy(() -> Varint.get(ByteBuffer.wrap(new byte[] {(byte) 0x80})))
        .isInstanceOf(BufferUnderflowException.class);
  }

  @ParameterizedTest
  @CsvSource({"0, 00", "300, ac02", "9223372036854775807, ffffffffffffffff7f", "1, 8100"})
  void aNumberIsReadWhereItLies(long number, String hex) {
    byte[] bytes = HexFormat.of().parseHex("ff" + hex + "ff");

    assertThat(Varint.get(bytes, 1)).isEqualTo(number);
    assertThat(Varint.end(bytes, 1)).isEqualTo(bytes.length - 1);
  }

  @Test
  void oneWithoutAnEndIsCorruptThereToo() {
    byte[] endless = HexFormat.of().parseHex("ffffffffffffffffff01");

    assertThatThrownBy(() -> Varint.get(endless, 0))
        .isInstanceOf(CorruptValueException.class)
        .hasMessageContaining("more than 9 bytes");
  }
}
