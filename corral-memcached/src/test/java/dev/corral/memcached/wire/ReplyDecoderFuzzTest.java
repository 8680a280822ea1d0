package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.corral.memcached.wire.Decoded.Seen;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs over the inputs kept in the resources. To look for more, run one method at a time:
 * {@code JAZZER_FUZZ=1 mvn test -Djazzer.hooks=true -pl corral-memcached -am
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtest='ReplyDecoderFuzzTest#whateverComes*'}.
 */
class ReplyDecoderFuzzTest {
  private static final int LONGEST_LINE = 4096;
  private static final int LONGEST_REASON = 200;
  private static final Pattern REASON = Pattern.compile("[ -~]+…?");
  private static final Pattern LINE = Pattern.compile("([A-Z_]+)( .*)?", Pattern.DOTALL);
  private static final Pattern VA = Pattern.compile("([0-9]{1,20})( .*)?", Pattern.DOTALL);
  private static final Pattern VALUE =
      Pattern.compile("([^ ]+) ([0-9]{1,20}) ([0-9]{1,20})( .*)?", Pattern.DOTALL);

  @FuzzTest(maxDuration = "8m")
  void whateverComesIsReadAlikeHoweverItIsCut(byte[] bytes) {
    Decoded whole = Decoded.of(bytes, () -> bytes.length, ReplyDecoderFuzzTest::checkForm);

    if (whole.reason() != null) {
      assertThat(whole.reason()).matches(REASON).hasSizeLessThan(LONGEST_REASON);
    }
    assertThat(Decoded.byteByByte(bytes)).isEqualTo(whole);
    Random random = new Random(Arrays.hashCode(bytes));
    assertThat(Decoded.of(bytes, () -> 1 + random.nextInt(32))).isEqualTo(whole);
    checkMemory(bytes);
  }

  @FuzzTest(maxDuration = "8m")
  void whatAServerWritesIsReadAsItWasMeant(FuzzedDataProvider data) {
    checkMeaning(data, ServerReply.USUAL);
  }

  @FuzzTest(maxDuration = "8m")
  void whatAServerOfAnyKindWritesIsReadAsItWasMeant(FuzzedDataProvider data) {
    checkMeaning(data, Reply.Kind.values());
  }

  private static void checkMeaning(FuzzedDataProvider data, Reply.Kind[] kinds) {
    List<Seen> sent = new ArrayList<>();
    StringBuilder wire = new StringBuilder();
    for (int i = data.consumeInt(1, 8); i > 0; i--) {
      sent.add(ServerReply.write(data, wire, kinds));
    }
    byte[] bytes = wire.toString().getBytes(ISO_8859_1);

    assertThat(Decoded.of(bytes, () -> data.consumeInt(1, 64))).isEqualTo(new Decoded(sent, null));
  }

  /** What is delivered is what its line says, read by other means. */
  private static void checkForm(Reply reply) {
    String line = new String(reply.line, reply.start, reply.end - reply.start, ISO_8859_1);
    assertThat(group(LINE, line, 1)).isEqualTo(reply.kind().name());
    assertThat(reply.ttl()).isGreaterThanOrEqualTo(-1);
    switch (reply.kind()) {
      case VA -> is(group(VA, reply.rest(), 1), reply.value().length);
      case VALUE -> {
        assertThat(reply.isOf(group(VALUE, reply.rest(), 1).getBytes(ISO_8859_1)))
            .isTrue();
        is(group(VALUE, reply.rest(), 2), Integer.toUnsignedLong(reply.flags()));
        is(group(VALUE, reply.rest(), 3), reply.value().length);
      }
      case CONFIG -> {
        is(group(VALUE, reply.rest(), 2), Integer.toUnsignedLong(reply.flags()));
        is(group(VALUE, reply.rest(), 3), reply.value().length);
      }
      default -> assertThat(reply.value()).isEmpty();
    }
  }

  private static void is(String digits, long number) {
    assertThat(Long.parseUnsignedLong(digits)).isEqualTo(number);
  }

  private static String group(Pattern pattern, String text, int group) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.matches()).as(text).isTrue();
    return matcher.group(group);
  }

  /** However much is announced, what is held is one line and one value. */
  private static void checkMemory(byte[] bytes) {
    List<Reply> reused = new ArrayList<>();
    ReplyDecoder decoder = new ReplyDecoder(reused::add, Decoded.LARGEST_VALUE);
    try {
      decoder.decode(Unpooled.wrappedBuffer("MN\r\n".getBytes(ISO_8859_1)));
      for (int i = 0; i < bytes.length; i++) {
        decoder.decode(Unpooled.wrappedBuffer(bytes, i, 1));
        Reply held = reused.get(0);
        assertThat(held.line.length).isLessThanOrEqualTo(LONGEST_LINE);
        assertThat(held.value.length).isLessThanOrEqualTo(Decoded.LARGEST_VALUE);
      }
    } catch (ProtocolException e) {
      assertThat(e).hasMessage(e.reason());
    }
  }
}
