package dev.corral.embedded.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Test;

class ReplyTest {
  private final ByteBuf out = Unpooled.buffer().writeBytes("MN\r\n".getBytes(ISO_8859_1));
  private final Reply reply = new Reply(out);

  @Test
  void itIsWrittenPieceByPiece() {
    reply.write("VA ").write(3).write(" c").write(-1).endLine();
    reply.write(new byte[] {'a', 0, 'b'}).endLine();
    assertThat(written()).isEqualTo("VA 3 c18446744073709551615\r\na\0b\r\n");
  }

  @Test
  void wordsOfTheRequestAreRepeated() {
    CommandLine line = new CommandLine();
    line.read(Unpooled.copiedBuffer("mg a Oq", ISO_8859_1), 7);
    reply.write("EN").echo(line, 2);
    reply.endLine();
    assertThat(written()).isEqualTo("EN Oq\r\n");
  }

  @Test
  void aLineIsSaidInThePlaceOfWhatWasWritten() {
    reply.write("VA 3");
    reply.say("ERROR");
    assertThat(written()).isEqualTo("ERROR\r\n");
  }

  @Test
  void aSilentReplySaysNothing() {
    reply.silence();
    reply.write("VA 3");
    reply.say("ERROR");
    assertThat(written()).isEmpty();
  }

  @Test
  void aSilentReplyMayBeBroken() {
    reply.silence();
    reply.insist("ERROR");
    assertThat(written()).isEqualTo("ERROR\r\n");
  }

  @Test
  void onlyItsOwnWordsAreTakenBack() {
    reply.write("VA 3");
    reply.discard();
    assertThat(written()).isEmpty();
    assertThat(out.toString(ISO_8859_1)).isEqualTo("MN\r\n");
  }

  private String written() {
    return out.toString(4, out.readableBytes() - 4, ISO_8859_1);
  }
}
