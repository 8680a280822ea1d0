package dev.corral.memcached.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.corral.key.Key;
import dev.corral.store.Arithmetic;
import dev.corral.store.Delete;
import dev.corral.store.Get;
import dev.corral.store.Put;
import dev.corral.time.Ttl;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkTest {
  private static final Key KEY = Key.raw("k");

  private final Output out = new Output();

  @Test
  void metaCommandsEndWithTheMarkThatTheReplyRepeats() {
    out.mark('a');
    Commands.get(out, Get.of(KEY));
    Commands.value(out, KEY);
    Commands.put(out, Put.set(KEY, new byte[] {'v'}, Ttl.NEVER));
    Commands.delete(out, Delete.of(KEY));
    out.mark('b');
    Commands.count(out, Arithmetic.add(KEY, 1));
    assertThat(written())
        .isEqualTo("mg k f v Oa\r\nmg k v Oa\r\nms k 1 Oa\r\nv\r\nmd k Oa\r\nma k v D1 Ob\r\n");
  }

  @Test
  void otherCommandsHaveNone() {
    out.mark('a');
    Commands.line(out, "mn");
    Commands.values(out, List.of(KEY, KEY));
    assertThat(written()).isEqualTo("mn\r\nget k k\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "HD Oa, a, true",
    "VA 0 Oz f1, z, true",
    "NF O~, ~, true",
    "NS Oa, a, true",
    "EX k1 Oa, a, true",
    "HD, '', true",
    "HD Oab, ?, true",
    "HD O, ?, true",
    "EN, '', false",
    "ERROR, '', false",
    "SERVER_ERROR Oa, '', false",
    "MN, '', false",
  })
  void theMarkIsReadFromThoseThatRepeatIt(String line, String mark, boolean repeats)
      throws ProtocolException {
    List<Character> marks = new ArrayList<>();
    ReplyDecoder decoder = new ReplyDecoder(
        reply -> {
          marks.add(reply.opaque());
          assertThat(reply.repeatsOpaque()).isEqualTo(repeats);
        },
        10);
    String bytes = line + (line.startsWith("VA") ? "\r\n\r\n" : "\r\n");
    decoder.decode(Unpooled.wrappedBuffer(bytes.getBytes(ISO_8859_1)));
    assertThat(marks).containsExactly(mark.isEmpty() ? (char) 0 : mark.charAt(0));
  }

  private String written() {
    ByteBuf buffer = Unpooled.buffer();
    out.moveTo(buffer);
    return buffer.toString(ISO_8859_1);
  }
}
