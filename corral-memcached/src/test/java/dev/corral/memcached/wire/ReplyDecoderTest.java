package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.corral.memcached.wire.Decoded.Seen;
import dev.corral.memcached.wire.Reply.Kind;
import dev.corral.store.Lease;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyDecoderTest {
  @ParameterizedTest
  @CsvSource({
    "HD, HD, ''",
    "EN, EN, ''",
    "NF, NF, ''",
    "NS, NS, ''",
    "EX, EX, ''",
    "MN, MN, ''",
    "OK, OK, ''",
    "STORED, STORED, ''",
    "END, END, ''",
    "EN Oab12, EN, Oab12",
    "NF ka b, NF, ka b",
    "STAT pid 7, STAT, pid 7",
    "'STAT inter ', STAT, 'inter '",
    "VERSION 1.6.18, VERSION, 1.6.18",
    "ERROR, ERROR, ''",
    "ERROR Too many open connections, ERROR, Too many open connections",
    "CLIENT_ERROR bad data chunk, CLIENT_ERROR, bad data chunk",
    "SERVER_ERROR out of memory, SERVER_ERROR, out of memory",
    "'HD ', HD, ''",
    "'HD  ', HD, ' '",
  })
  void theFirstWordIsTheKindAndTheRestIsKept(String line, Kind kind, String rest) {
    assertThat(only(line + "\r\n")).isEqualTo(plain(kind, rest, ""));
  }

  @Test
  void whatAMetaReplyTellsIsRead() {
    assertThat(only("VA 5 c7 f42 t59 W X\r\nhello\r\n"))
        .isEqualTo(new Seen(Kind.VA, "5 c7 f42 t59 W X", "hello", 42, 7, 59, Lease.WON, true));
    assertThat(only("HD Z t0 f1 c2\r\n"))
        .isEqualTo(new Seen(Kind.HD, "Z t0 f1 c2", "", 1, 2, 0, Lease.LOST, false));
  }

  @Test
  void whatAReplyDoesNotTellIsNotLeftFromTheOneBefore() {
    assertThat(decode("VA 2 c7 f42 t59 W Z X\r\nhi\r\nHD\r\nVALUE k 3 1\r\nv\r\nEN\r\n")
            .replies())
        .element(1)
        .isEqualTo(plain(Kind.HD, "", ""));
    assertThat(decode("VALUE k 3 1\r\nv\r\nEN\r\n").replies())
        .element(1)
        .isEqualTo(plain(Kind.EN, "", ""));
  }

  @Test
  void whoWonHasNotLost() {
    assertThat(only("HD W Z\r\n").lease()).isEqualTo(Lease.WON);
    assertThat(only("HD Z W\r\n").lease()).isEqualTo(Lease.WON);
  }

  @Test
  void aValueMayBeEmptyOrLookLikeReplies() {
    assertThat(only("VA 0 f0\r\n\r\n").value()).isEmpty();
    assertThat(only("VA 13\r\nVA 2\r\nEN\r\nEND\r\n").value()).isEqualTo("VA 2\r\nEN\r\nEND");
    assertThat(only("VALUE k 0 2\r\n\r\n\r\n").value()).isEqualTo("\r\n");
  }

  @Test
  void aValueMayBeAsLargeAsTheLimit() {
    String value = "x".repeat(Decoded.LARGEST_VALUE);

    assertThat(only("VA " + value.length() + "\r\n" + value + "\r\n").value()).isEqualTo(value);
    assertThat(reason("VA " + (value.length() + 1) + "\r\n"))
        .isEqualTo("a value too large to be one, at most 2048 bytes are expected: VA 2049");
  }

  @Test
  void theLimitOfValuesCanBeMovedForThoseToCome() throws ProtocolException {
    List<String> values = new ArrayList<>();
    ReplyDecoder decoder = new ReplyDecoder(reply -> values.add(Seen.of(reply).value()), 1);
    decoder.limitValues(3);
    decoder.decode(buffer("VA 3\r\nab"));
    decoder.limitValues(2);
    decoder.decode(buffer("c\r\n"));

    assertThat(values).containsExactly("abc");
    assertThatThrownBy(() -> decoder.decode(buffer("VA 3\r\n")))
        .hasMessageContaining("at most 2 bytes");
  }

  @Test
  void aValueOfTheClassicGetHasKeyAndFlags() throws ProtocolException {
    List<String> told = new ArrayList<>();
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> {
          told.add(Seen.of(reply).value() + " " + Integer.toUnsignedString(reply.flags()));
          assertThat(reply.isOf(bytes("some:key"))).isTrue();
          assertThat(reply.isOf(bytes("some:ke"))).isFalse();
          assertThat(reply.isOf(bytes("some:keys"))).isFalse();
          assertThat(reply.isOf(bytes(""))).isFalse();
        },
        100);
    decoder.decode(buffer("VALUE some:key 4294967295 5\r\nhello\r\n"));
    decoder.decode(buffer("VALUE some:key 0 2 18446744073709551615\r\nhi\r\n"));

    assertThat(told).containsExactly("hello 4294967295", "hi 0");
  }

  @Test
  void onlyAValueOfTheClassicGetIsOfAKey() throws ProtocolException {
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> assertThat(reply.isOf(bytes("k"))).isEqualTo(reply.kind() == Kind.VALUE), 100);

    decoder.decode(buffer("EN k\r\nVALUE k 0 0\r\n\r\nEN k\r\nSERVER_ERROR k\r\n"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"HD", "VA 2"})
  void flagsThatNobodyKnowsAreIgnored(String beginning) {
    String value = beginning.equals("HD") ? "" : "hi\r\n";

    assertThat(only(beginning + " h1 c7 la s5 kf9 Oc8 b \t  y-1 \u00ffx 0\r\n" + value))
        .returns(7L, Seen::cas)
        .returns(0, Seen::flags)
        .returns(-1L, Seen::ttl)
        .returns(Lease.NONE, Seen::lease);
  }

  @Test
  void numbersAreReadUpToTheirLargest() {
    assertThat(only("HD f0\r\n").flags()).isZero();
    assertThat(only("HD f2147483648\r\n").flags()).isEqualTo(Integer.MIN_VALUE);
    assertThat(only("HD f4294967295\r\n").flags()).isEqualTo(-1);
    assertThat(only("HD c9223372036854775808\r\n").cas()).isEqualTo(Long.MIN_VALUE);
    assertThat(only("HD c9999999999999999999\r\n").cas())
        .isEqualTo(Long.parseUnsignedLong("9999999999999999999"));
    assertThat(only("HD c18446744073709551615\r\n").cas()).isEqualTo(-1);
    assertThat(only("HD c00000000000000000007\r\n").cas()).isEqualTo(7);
    assertThat(only("HD t9223372036854775807\r\n").ttl()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aLifeWithoutEndIsMinusOne() {
    assertThat(only("HD t-1\r\n").ttl()).isEqualTo(-1);
    assertThat(only("HD t0\r\n").ttl()).isZero();
    assertThat(only("HD t2592000\r\n").ttl()).isEqualTo(2592000);
  }

  @Test
  void whatIsInABufferOutsideTheHeapIsReadToo() throws ProtocolException {
    List<Seen> replies = new ArrayList<>();
    ByteBuf buffer = Unpooled.directBuffer();
    try {
      buffer.writeBytes(bytes("VA 5 f1\r\nhello\r\nMN\r\n"));
      new ReplyDecoder(reply -> replies.add(Seen.of(reply)), 100).decode(buffer);

      assertThat(replies).extracting(Seen::value).containsExactly("hello", "");
      assertThat(buffer.isReadable()).isFalse();
    } finally {
      buffer.release();
    }
  }

  @Test
  void aReaderKeepsTheArrayOfAValue() throws ProtocolException {
    List<byte[]> values = new ArrayList<>();
    new ReplyDecoder(reply -> values.add(reply.value()), 100)
        .decode(buffer("VA 2\r\nab\r\nVA 2\r\ncd\r\nEN\r\n"));

    assertThat(values).containsExactly(bytes("ab"), bytes("cd"), new byte[0]);
  }

  @Test
  void aReplyThatNobodyWaitsForIsRefusedByItsReader() {
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> {
          throw new ProtocolException("nobody asked", reply);
        },
        100);

    assertThatThrownBy(() -> decoder.decode(buffer("HD O1\r\n")))
        .isInstanceOf(ProtocolException.class)
        .hasMessage("nobody asked: HD O1");
  }

  @Test
  void aReplySaysHowItsTextBegins() throws ProtocolException {
    List<Boolean> says = new ArrayList<>();
    new ReplyDecoder(reply -> says.add(reply.says("object too large")), 100)
        .decode(buffer("SERVER_ERROR object too large for cache\r\nSERVER_ERROR object\r\n"));

    assertThat(says).containsExactly(true, false);
  }

  private static Seen plain(Kind kind, String rest, String value) {
    return new Seen(kind, rest, value, 0, 0, -1, Lease.NONE, false);
  }

  @Test
  void theListOfAClusterIsAValueOfManyLines() {
    assertThat(only("CONFIG cluster 7 8\r\n1\na|b|1\n\r\n"))
        .isEqualTo(new Seen(Kind.CONFIG, "cluster 7 8", "1\na|b|1\n", 7, 0, -1, Lease.NONE, false));
    assertThat(only("CONFIG cluster 0 0\r\n\r\n")).isEqualTo(plain(Kind.CONFIG, "cluster 0 0", ""));
  }

  private static Seen only(String wire) {
    Decoded decoded = decode(wire);
    assertThat(decoded.reason()).isNull();
    assertThat(decoded.replies()).hasSize(1);
    return decoded.replies().get(0);
  }

  private static String reason(String wire) {
    String reason = decode(wire).reason();
    assertThat(reason).isNotNull();
    return String.valueOf(reason);
  }

  private static Decoded decode(String wire) {
    return Decoded.whole(bytes(wire));
  }

  private static ByteBuf buffer(String wire) {
    return Unpooled.wrappedBuffer(bytes(wire));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }
}
