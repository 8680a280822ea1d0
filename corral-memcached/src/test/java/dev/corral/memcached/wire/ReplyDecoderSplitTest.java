package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyDecoderSplitTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HD\r\n",
        "HD c7 f4294967295 t-1 W X\r\n",
        "VA 5 c18446744073709551615 f1 t30 Z\r\nhello\r\n",
        "VA 0 c5 f0 t30 W\r\n\r\n",
        "VA 4\r\n\r\n\r\n\r\n",
        "VALUE some:key 4294967295 5\r\nhello\r\nVALUE k 0 0\r\n\r\nEND\r\n",
        "STAT pid 7\r\nSTAT inter \r\nEND\r\n",
        "VERSION 1.6.18\r\nMN\r\nEN\r\nNF\r\nNS\r\nEX\r\nOK\r\nERROR\r\n",
        "CLIENT_ERROR bad data chunk\r\nSERVER_ERROR out of memory\r\nHD\r\n",
        // Refused, and for the same reason.
        "MN\r\n\n",
        "MN\r\n\r\n",
        "MN\n",
        "HD\r\nVA 2\r\nabc\r\n",
        "HD\r\nVA 2\r\nab\rx",
        "HD\r\nVA 2049 f1\r\n",
        "HD c1x\r\nHD\r\n",
        "hello\r\n",
      })
  void repliesCutAnywhereAreReadAsIfTheyWereWhole(String wire) {
    byte[] bytes = wire.getBytes(ISO_8859_1);
    Decoded whole = Decoded.whole(bytes);

    assertThat(Decoded.byteByByte(bytes)).isEqualTo(whole);
    for (int i = 1; i < bytes.length; i++) {
      Iterator<Integer> pieces = List.of(i, bytes.length - i).iterator();
      assertThat(Decoded.of(bytes, pieces::next)).as("cut after %d bytes", i).isEqualTo(whole);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 255, 256, 257, 2049, 3000, 4095, 4096})
  void aLineTooLongIsTooLongHoweverItIsCut(int cut) {
    byte[] longest = line(4096);
    byte[] overlong = line(4097);

    assertThat(Decoded.of(longest, () -> cut).reason()).isNull();
    assertThat(Decoded.of(overlong, () -> cut)).isEqualTo(Decoded.whole(overlong));
    assertThat(Decoded.of(overlong, () -> cut).reason())
        .isEqualTo("a line of more than 4096 bytes: SERVER_ERROR " + "x".repeat(67) + "…");
  }

  /** So many bytes, the end of line included. */
  private static byte[] line(int bytes) {
    String kind = "SERVER_ERROR ";
    return (kind + "x".repeat(bytes - kind.length() - 2) + "\r\n").getBytes(ISO_8859_1);
  }
}
