package dev.corral.gearman;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PacketReaderTest {
  @Test
  void packetsComeWholeInWhateverPiecesTheirBytesCome() throws Exception {
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      ByteBuffer sent = ByteBuffer.allocate(1 << 16);
      List<byte[]> expected = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        byte[] result = new byte[random.nextInt(300)];
        random.nextBytes(result);
        expected.add(result);
        sent.put(Packet.of(Type.WORK_COMPLETE, result, "H:" + i).toBytes(Packet.RESPONSE));
      }
      sent.flip();
      PacketReader reader = new PacketReader(1024);
      List<byte[]> read = new ArrayList<>();
      while (sent.hasRemaining()) {
        int size = Math.min(1 + random.nextInt(40), sent.remaining());
        ByteBuffer piece = sent.slice(sent.position(), size);
        sent.position(sent.position() + size);
        for (Packet packet = reader.next(piece); packet != null; packet = reader.next(piece)) {
          assertThat(packet.texts(2)).containsExactly("H:" + read.size());
          read.add(packet.last(2));
        }
      }
      assertThat(read).usingRecursiveComparison().isEqualTo(expected);
    }
  }

  @Test
  void noBytesBreakItButByAFault() {
    Random random = new Random(2);
    int faults = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = Packet.of(Type.WORK_COMPLETE, new byte[random.nextInt(20)], "H:1")
          .toBytes(Packet.RESPONSE)
          .array();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      try {
        Packet packet = new PacketReader(1024).next(ByteBuffer.wrap(bytes));
        if (packet != null) {
          assertThat(packet.last(1)).hasSizeLessThan(1024);
          assertThat(packet.last(2)).hasSizeLessThan(1024);
        }
      } catch (ProtocolException e) {
        faults++;
      }
    }
    assertThat(faults).isBetween(1_000, 19_999);
  }

  @Test
  void aPacketThatLacksAnArgumentIsAFault() {
    Packet packet = Packet.of(Type.WORK_COMPLETE, "H:1");
    assertThatThrownBy(() -> packet.texts(2)).isInstanceOf(ProtocolException.class);
    assertThat(packet).hasToString("WORK_COMPLETE of 3 bytes");
  }
}
