package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutputTest {
  private final Output out = new Output();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "9",
        "10",
        "99",
        "100",
        "2147483647",
        "2147483648",
        "4294967295",
        "4294967296",
        "999999999999999999",
        "1000000000000000000",
        "9223372036854775807",
        "9223372036854775808",
        "9999999999999999999",
        "10000000000000000000",
        "18446744073709551614",
        "18446744073709551615",
      })
  void aNumberIsWrittenUnsigned(String digits) {
    out.append(Long.parseUnsignedLong(digits)).append('C', Long.parseUnsignedLong(digits));

    assertThat(taken()).isEqualTo(digits + " C" + digits);
  }

  @Test
  void whatIsMovedIsGone() {
    out.append("one".getBytes(US_ASCII)).append('\r', '\n');
    assertThat(out.size()).isEqualTo(5);

    assertThat(taken()).isEqualTo("one\r\n");
    assertThat(out.size()).isZero();
    assertThat(taken()).isEmpty();
  }

  @Test
  void whatIsMovedGoesBehindWhatIsThere() {
    ByteBuf buffer = Unpooled.buffer().writeBytes("mn".getBytes(US_ASCII));
    out.append('\r', '\n').moveTo(buffer);

    assertThat(buffer.toString(US_ASCII)).isEqualTo("mn\r\n");
  }

  @Test
  void whatWasWrittenLastIsTakenBack() {
    out.append("kept".getBytes(US_ASCII));
    int size = out.size();
    out.append("dropped".getBytes(US_ASCII)).truncate(size);
    out.append('!', '?');

    assertThat(taken()).isEqualTo("kept!?");
  }

  @ParameterizedTest
  @ValueSource(ints = {(32 << 10) - 1, 32 << 10, (32 << 10) + 1, 1 << 20})
  void thereIsRoomForAnyAmount(int length) {
    byte[] value = new byte[length];
    Arrays.fill(value, (byte) 'x');
    out.append('<', '<').append(value).append('>', '>').append(-1L).append('F', 7);

    assertThat(out.size()).isEqualTo(length + 27);
    assertThat(taken()).isEqualTo("<<" + "x".repeat(length) + ">>18446744073709551615 F7");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 19, 20, 21})
  void aNumberFitsAtTheVeryEnd(int left) {
    byte[] filling = new byte[(32 << 10) - left];
    Arrays.fill(filling, (byte) '.');
    out.append(filling).append(-1L);

    assertThat(taken()).endsWith(".18446744073709551615").hasSize(filling.length + 20);
  }

  @Test
  void manySmallPiecesGrowTheRoomAndLoseNothing() {
    StringBuilder expected = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      out.append('D', i);
      expected.append(" D").append(i);
    }

    assertThat(taken()).isEqualTo(expected.toString());
  }

  @Test
  void itIsOfUseAgainAfterALargeValue() {
    out.append(new byte[1 << 20]);
    out.moveTo(Unpooled.buffer());
    out.append("mn".getBytes(US_ASCII)).append('\r', '\n');

    assertThat(taken()).isEqualTo("mn\r\n");
  }

  private String taken() {
    ByteBuf buffer = Unpooled.buffer();
    out.moveTo(buffer);
    return buffer.toString(US_ASCII);
  }
}
